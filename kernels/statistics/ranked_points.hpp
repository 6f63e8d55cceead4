// Points with two values, sorted once for many weightings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

namespace wordorder {

// Whole numbers from 0 for values, the same for equal ones; and how many there are.
struct DenseRanks {
    std::vector<std::int32_t> ranks;
    std::int32_t count = 0;

    explicit DenseRanks(std::span<const double> values) : ranks(values.size()) {
        std::vector<std::int32_t> order(values.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, {}, [&](std::int32_t point) { return values[point]; });
        for (std::size_t k = 0; k < order.size(); ++k) {
            if (k == 0 || values[order[k]] != values[order[k - 1]]) ++count;
            ranks[order[k]] = count - 1;
        }
    }
};

struct RankedPoint {
    std::int32_t first, second;  // dense ranks of its values
    std::int32_t item;           // the item that gives it its weight
};

// The points sorted by their first value, then by the second.
struct RankedPoints {
    std::vector<RankedPoint> points;
    std::int32_t first_count, second_count;  // distinct values

    RankedPoints(std::span<const double> first, std::span<const double> second,
                 std::span<const std::int32_t> items) {
        const DenseRanks one(first), other(second);
        first_count = one.count;
        second_count = other.count;
        points.reserve(items.size());
        for (std::size_t k = 0; k < items.size(); ++k) {
            points.push_back({one.ranks[k], other.ranks[k], items[k]});
        }
        std::ranges::sort(points, {}, [](const RankedPoint& point) {
            return std::tuple(point.first, point.second, point.item);
        });
    }
};

}  // namespace wordorder
