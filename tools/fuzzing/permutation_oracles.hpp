// Slow and simple answers to compare with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dice.hpp"
#include "validate.hpp"

namespace wordorder::fuzzing {

inline bool sorts_to_identity(Ranks ranks) {
    Permutation sorted(ranks.begin(), ranks.end());
    std::sort(sorted.begin(), sorted.end());
    std::int32_t next = 0;
    return std::all_of(sorted.begin(), sorted.end(), [&](std::int32_t r) { return r == next++; });
}

template <class Visit>
void each_block(Ranks ranks, Visit visit) {
    const auto n = static_cast<std::int32_t>(ranks.size());
    for (std::int32_t left = 0; left < n; ++left) {
        std::int32_t low = n, high = -1;
        for (std::int32_t right = left; right < n; ++right) {
            low = std::min(low, ranks[right]);
            high = std::max(high, ranks[right]);
            if (high - low == right - left) visit(left, right);
        }
    }
}

inline bool is_simple(Ranks ranks) {
    std::size_t blocks = 0;
    each_block(ranks, [&](std::int32_t, std::int32_t) { ++blocks; });
    return blocks == ranks.size() + 1;  // the single words and the whole
}

}  // namespace wordorder::fuzzing
