// For every position r, where the longest block that ends at r begins, in O(n).
//
// A stretch l..r of positions is a block if its values are contiguous. That is the case if and
// only if both hold:
//   - between the values of l..r no value is placed before l:   r <= right_reach[l];
//   - between the values of l..r no value is placed after r:    l >= left_reach[r].
// Both families of stretches, l..right_reach[l] and left_reach[r]..r, are nested or disjoint,
// which makes every step below a stack that pushes and pops each position once.
// (Bergeron, Chauve, de Montgolfier & Raffinot 2008, Computing Common Intervals of K
// Permutations, with Applications to Modular Decomposition of Graphs, calls the pair of
// families a generator.)
#pragma once

#include <cstdint>
#include <vector>

#include "core/validate.hpp"

namespace wordorder {

class LongestBlocks {
public:
    void compute(Ranks ranks) {
        const auto n = static_cast<std::int32_t>(ranks.size());
        for (auto* array : {&place_, &below_, &above_, &left_reach_, &right_reach_, &starts_}) {
            array->resize(n);
        }
        for (std::int32_t i = 0; i < n; ++i) place_[ranks[i]] = i;
        reach_to_the_right(ranks);
        reach_to_the_left(ranks);
        longest_ending_at_each_position(n);
    }

    std::int32_t start(std::int32_t end) const { return starts_[end]; }

private:
    // Around each value, the nearest values below and above for which stops(their place, its place)
    // holds; -1 and n if there are none.
    template <class Stops>
    void surround(Stops stops) {
        const auto n = static_cast<std::int32_t>(place_.size());
        stack_.clear();
        for (std::int32_t value = 0; value < n; ++value) {
            while (!stack_.empty() && stops(place_[value], place_[stack_.back()])) {
                above_[stack_.back()] = value;
                stack_.pop_back();
            }
            below_[value] = stack_.empty() ? -1 : stack_.back();
            stack_.push_back(value);
        }
        for (const std::int32_t value : stack_) above_[value] = n;
    }

    bool surrounds(std::int32_t value, std::int32_t other) const {
        return below_[value] < other && other < above_[value];
    }

    void reach_to_the_right(Ranks ranks) {
        const auto n = static_cast<std::int32_t>(ranks.size());
        surround([](std::int32_t place, std::int32_t own) { return place < own; });
        for (std::int32_t left = n - 1; left >= 0; --left) {
            std::int32_t reach = left;
            while (reach + 1 < n && surrounds(ranks[left], ranks[reach + 1])) {
                reach = right_reach_[reach + 1];
            }
            right_reach_[left] = reach;
        }
    }

    void reach_to_the_left(Ranks ranks) {
        const auto n = static_cast<std::int32_t>(ranks.size());
        surround([](std::int32_t place, std::int32_t own) { return place > own; });
        for (std::int32_t right = 0; right < n; ++right) {
            std::int32_t reach = right;
            while (reach > 0 && surrounds(ranks[right], ranks[reach - 1])) {
                reach = left_reach_[reach - 1];
            }
            left_reach_[right] = reach;
        }
    }

    // The stack holds the left ends whose stretch covers the current position. Two overlapping
    // blocks make a larger one, so no later block can start strictly inside the longest block
    // found here without another that starts with it or before it: those left ends are dropped.
    void longest_ending_at_each_position(std::int32_t n) {
        stack_.clear();
        for (std::int32_t right = 0; right < n; ++right) {
            while (!stack_.empty() && right_reach_[stack_.back()] < right) stack_.pop_back();
            std::int32_t start = right;
            while (!stack_.empty() && stack_.back() >= left_reach_[right]) {
                start = stack_.back();
                stack_.pop_back();
            }
            starts_[right] = start;
            stack_.push_back(start);
        }
    }

    std::vector<std::int32_t> place_, below_, above_, left_reach_, right_reach_, starts_, stack_;
};

}  // namespace wordorder
