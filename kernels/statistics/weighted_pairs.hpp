// Pairs of weighted points that two values order alike or not.
//
// A point of weight w stands for w equal points. Points come sorted by their first value; a Fenwick
// tree over the second holds the weights of all points with a smaller first value, so all pairs are
// counted in O(n log n) (Knight 1966, "A Computer Method for Calculating Kendall's Tau with
// Ungrouped Data", with a tree in place of merging).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "statistics/ranked_points.hpp"

namespace wordorder {

struct WeightedPairs {
    std::int64_t concordant = 0, discordant = 0;
    std::int64_t tied_first = 0, tied_second = 0, tied_both = 0;  // only there; on both sides
    std::int64_t size = 0;                                        // points, with repetitions
    std::int64_t first_distinct = 0, second_distinct = 0;         // distinct values
};

class WeightedPairCounter {
public:
    // The caller must keep `ranked`.
    explicit WeightedPairCounter(const RankedPoints& ranked)
        : points_(ranked.points), tree_(ranked.second_count + 1), of_second_(ranked.second_count) {}

    // `weights` are those of the items.
    WeightedPairs count(std::span<const std::int32_t> weights) {
        std::ranges::fill(tree_, 0);
        std::ranges::fill(of_second_, 0);
        WeightedPairs found;
        std::int64_t tied_first = 0;  // even if tied on the other side
        for (std::size_t begin = 0, end; begin < points_.size(); begin = end) {
            end = begin;
            while (end < points_.size() && points_[end].first == points_[begin].first) ++end;
            const std::span tied = points_.subspan(begin, end - begin);
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

    // Adds points that later ones are compared with; returns their total weight.
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

    std::span<const RankedPoint> points_;
    std::vector<std::int64_t> tree_;  // node k holds the ranks of k's lowest bit, ending at k − 1
    std::vector<std::int64_t> of_second_;  // weight so far of each second value
};

}  // namespace wordorder
