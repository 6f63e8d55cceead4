// What makes a permutation, and a simple one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/validate.hpp"
#include "dice.hpp"

namespace wordorder::fuzzing {

inline bool sorts_to_identity(Ranks ranks) {
    Permutation sorted(ranks.begin(), ranks.end());
    std::sort(sorted.begin(), sorted.end());
    std::int32_t next = 0;
    return std::all_of(sorted.begin(), sorted.end(), [&](std::int32_t r) { return r == next++; });
}

// From order to ranks, and back.
inline Permutation inverse_of(const Permutation& one) {
    Permutation other(one.size());
    for (std::size_t place = 0; place < one.size(); ++place) other[one[place]] = place;
    return other;
}

// The only blocks are the single words and the whole.
inline bool is_simple(Ranks ranks) {
    const auto n = static_cast<std::int32_t>(ranks.size());
    for (std::int32_t left = 0; left < n; ++left) {
        std::int32_t low = ranks[left], high = ranks[left];
        for (std::int32_t right = left + 1; right < n; ++right) {
            low = std::min(low, ranks[right]);
            high = std::max(high, ranks[right]);
            if (high - low == right - left && right - left < n - 1) return false;
        }
    }
    return true;
}

}  // namespace wordorder::fuzzing
