// The length of the longest increasing subsequence (`ulam`) by patience sorting: of all increasing
// subsequences of one length keep the one with the smallest last rank (its tail).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/validate.hpp"

namespace wordorder {

namespace detail {

// The tails are a set of ranks, so one word holds them, as its zeros: a new rank replaces the
// smallest tail above it. Adding its bit carries up to the next zero and fills it; the subtraction
// restores the bits that the carry cleared, and leaves a zero at the rank itself.
inline std::int64_t longest_increasing_in_one_word(Ranks ranks) {
    std::uint64_t others = ~std::uint64_t{0};
    for (const std::int32_t rank : ranks) {
        const std::uint64_t bit = std::uint64_t{1} << rank;
        others = (others + bit) | (others - bit);
    }
    return std::popcount(~others);
}

}  // namespace detail

inline std::int64_t longest_increasing(Ranks ranks, std::vector<std::int32_t>& tails) {
    if (ranks.size() <= WORD_BITS) return detail::longest_increasing_in_one_word(ranks);
    tails.clear();
    for (const std::int32_t rank : ranks) {
        const auto tail = std::ranges::lower_bound(tails, rank);
        if (tail == tails.end()) {
            tails.push_back(rank);
        } else {
            *tail = rank;
        }
    }
    return static_cast<std::int64_t>(tails.size());
}

}  // namespace wordorder
