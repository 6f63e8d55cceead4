// Pairs of points that two values order alike or not, where points occur several times.
//
// A point of weight w stands for w equal points. The points come sorted by their first value; a
// Fenwick tree over the second one holds the weights of all points whose first value is smaller, so
// all pairs are counted in O(n log n) (Knight 1966, "A Computer Method for Calculating Kendall's Tau
// with Ungrouped Data", with a tree in place of merging).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ranked_points.hpp"

namespace wordorder {

struct WeightedPairs {
    std::int64_t concordant = 0, discordant = 0;
    std::int64_t tied_first = 0, tied_second = 0, tied_both = 0;  // only there; the last for both
    std::int64_t size = 0;                                        // points, with repetitions
    std::int64_t first_distinct = 0, second_distinct = 0;         // values that occur
};

class WeightedPairCounter {
public:
    explicit WeightedPairCounter(const RankedPoints& ranked)
        : ranked_(ranked), tree_(ranked.second_count + 1), of_second_(ranked.second_count) {}

    // The weights are those of the items.
    WeightedPairs count(std::span<const std::int32_t> weights) {
        std::ranges::fill(tree_, 0);
        std::ranges::fill(of_second_, 0);
        WeightedPairs found;
        std::int64_t tied_first = 0;  // also on the other side
        const auto& points = ranked_.points;
        for (std::size_t begin = 0, end; begin < points.size(); begin = end) {
            end = begin;
            while (end < points.size() && points[end].first == points[begin].first) ++end;
            const std::span tied(points.data() + begin, end - begin);
            compare_with_smaller(tied, weights, found);
            const std::int64_t together = add(tied, weights, found);
            tied_first += pairs_of(together);
            found.first_distinct += together > 0;
            found.size += together;
        }
        found.tied_first = tied_first - found.tied_both;
        for (const std::int64_t weight : of_second_) found.second_distinct += weight > 0;
        return found;
    }

private:
    static std::int64_t pairs_of(std::int64_t count) { return count * (count - 1) / 2; }

    void compare_with_smaller(std::span<const RankedPoint> tied,
                              std::span<const std::int32_t> weights, WeightedPairs& found) const {
        for (const RankedPoint& point : tied) {
            const std::int64_t weight = weights[point.item];
            if (weight == 0) continue;
            const std::int64_t below = sum_below(point.second), equal = of_second_[point.second];
            found.concordant += weight * below;
            found.tied_second += weight * equal;
            found.discordant += weight * (found.size - below - equal);
        }
    }

    // Adds the points to those that later ones are compared with, and gives their total weight.
    std::int64_t add(std::span<const RankedPoint> tied, std::span<const std::int32_t> weights,
                     WeightedPairs& found) {
        std::int64_t total = 0, alike = 0;
        for (std::size_t k = 0; k < tied.size(); ++k) {
            const std::int64_t weight = weights[tied[k].item];
            if (k > 0 && tied[k].second != tied[k - 1].second) {
                found.tied_both += pairs_of(alike);
                alike = 0;
            }
            alike += weight;
            total += weight;
            of_second_[tied[k].second] += weight;
            for (std::size_t node = tied[k].second + 1; node < tree_.size(); node += node & -node) {
                tree_[node] += weight;
            }
        }
        found.tied_both += pairs_of(alike);
        return total;
    }

    std::int64_t sum_below(std::int32_t rank) const {
        std::int64_t sum = 0;
        for (std::size_t node = rank; node > 0; node &= node - 1) sum += tree_[node];
        return sum;
    }

    const RankedPoints& ranked_;
    std::vector<std::int64_t> tree_;       // node k holds the ranks of k's lowest bit, ending at k − 1
    std::vector<std::int64_t> of_second_;  // weight so far of each second value
};

}  // namespace wordorder
