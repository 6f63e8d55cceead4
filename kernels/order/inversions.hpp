// Pairs in the wrong order: i < j with ranks[i] > ranks[j] (`kendall`).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/validate.hpp"

namespace wordorder {

namespace detail {

inline std::uint64_t inversions_in_one_word(Ranks ranks) {
    std::uint64_t seen = 0, count = 0;
    for (const std::int32_t rank : ranks) {
        count += std::popcount(seen >> rank);  // larger ranks to the left
        seen |= std::uint64_t{1} << rank;
    }
    return count;
}

// Merges two sorted neighbours of `from` into `to`; each element from the right one jumps over the
// remaining ones of the left.
inline std::uint64_t merge(const std::int32_t* from, std::int32_t* to, std::size_t begin,
                           std::size_t middle, std::size_t end) {
    std::uint64_t jumps = 0;
    std::size_t left = begin, right = middle;
    for (std::size_t out = begin; out < end; ++out) {
        if (right == end || (left < middle && from[left] < from[right])) {
            to[out] = from[left++];
        } else {
            to[out] = from[right++];
            jumps += middle - left;
        }
    }
    return jumps;
}

}  // namespace detail

// O(n) word operations up to 64 words, O(n log n) merge sort beyond.
inline std::uint64_t inversions(Ranks ranks, std::vector<std::int32_t>& buffer) {
    const std::size_t n = ranks.size();
    if (n <= WORD_BITS) return detail::inversions_in_one_word(ranks);
    buffer.resize(2 * n);
    std::int32_t* from = buffer.data();
    std::int32_t* to = from + n;
    std::ranges::copy(ranks, from);
    std::uint64_t count = 0;
    for (std::size_t width = 1; width < n; width *= 2) {
        for (std::size_t begin = 0; begin < n; begin += 2 * width) {
            count += detail::merge(from, to, begin, std::min(begin + width, n),
                                   std::min(begin + 2 * width, n));
        }
        std::swap(from, to);
    }
    return count;
}

}  // namespace wordorder
