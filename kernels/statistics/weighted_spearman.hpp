// Spearman's rank correlation of weighted points; equal values share the mean rank.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "statistics/ranked_points.hpp"

namespace wordorder {

class WeightedSpearman {
public:
    // The caller must keep `ranked`.
    explicit WeightedSpearman(const RankedPoints& ranked)
        : points_(ranked.points), first_(ranked.first_count), second_(ranked.second_count) {}

    // NaN if either side has only one value. `weights` are those of the items.
    double rho(std::span<const std::int32_t> weights) {
        std::ranges::fill(first_, 0.0);
        std::ranges::fill(second_, 0.0);
        for (const RankedPoint& point : points_) {
            first_[point.first] += weights[point.item];
            second_[point.second] += weights[point.item];
        }
        const double spread = turn_into_ranks(first_) * turn_into_ranks(second_);
        if (spread == 0) return std::numeric_limits<double>::quiet_NaN();
        double product = 0;
        for (const RankedPoint& point : points_) {
            product += weights[point.item] * first_[point.first] * second_[point.second];
        }
        return std::clamp(product / std::sqrt(spread), -1.0, 1.0);
    }

private:
    // Turns the weight of each value into its mean rank less the mean of all; returns Σ w·rank².
    static double turn_into_ranks(std::vector<double>& weights) {
        double total = 0, before = 0, squares = 0;
        for (const double weight : weights) total += weight;
        for (double& value : weights) {
            const double weight = value, rank = before + (weight - total) / 2;
            before += weight;
            squares += weight * rank * rank;
            value = rank;
        }
        return squares;
    }

    std::span<const RankedPoint> points_;
    std::vector<double> first_, second_;
};

}  // namespace wordorder
