// Checks that a row is a permutation of 0..n-1, and describes what is wrong.
//
// Every row is checked before any algorithm sees it, so algorithms may index with what they read.
// Only a failing row is described.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wordorder {

using Ranks = std::span<const std::int32_t>;

// Up to this length a set of values or positions fits one machine word, and several kernels
// have a branch-free form.
inline constexpr std::size_t WORD_BITS = 64;

namespace detail {

inline bool fills_one_word(Ranks ranks) {
    const auto n = static_cast<std::uint32_t>(ranks.size());
    std::uint64_t seen = 0;
    bool in_range = true;
    for (const std::int32_t rank : ranks) {
        in_range &= static_cast<std::uint32_t>(rank) < n;
        seen |= std::uint64_t{1} << (rank & 63);
    }
    const std::uint64_t all = n == WORD_BITS ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
    return in_range && seen == all;
}

}  // namespace detail

inline bool is_permutation(Ranks ranks, std::vector<bool>& seen) {
    if (ranks.size() <= WORD_BITS) return detail::fills_one_word(ranks);
    const std::size_t n = ranks.size();
    seen.assign(n, false);
    for (const std::int32_t rank : ranks) {
        if (rank < 0 || static_cast<std::size_t>(rank) >= n || seen[rank]) return false;
        seen[rank] = true;
    }
    return true;
}

// `base` is the number from which the user counts, so the message shows the user's own numbers.
inline std::string describe_defect(std::span<const std::int64_t> values, std::int64_t base) {
    const auto n = static_cast<std::int64_t>(values.size());
    const std::string expected =
        "a permutation of " + std::to_string(base) + ".." + std::to_string(base + n - 1);
    const auto [least, most] = std::ranges::minmax_element(values);
    const bool count_from_one = base == 0 && *least == 1 && *most == n;
    std::vector<bool> seen(values.size(), false);
    std::int64_t duplicate = -1;
    for (const std::int64_t value : values) {
        if (value < base || value - base >= n) {
            return "value " + std::to_string(value) + " is out of range: " + std::to_string(n) +
                   (n == 1 ? " value must be " : " values must be ") + expected +
                   (count_from_one ? "; these seem to count from 1" : "");
        }
        if (seen[value - base] && duplicate < 0) duplicate = value;
        seen[value - base] = true;
    }
    std::int64_t missing = 0;
    while (missing < n && seen[missing]) ++missing;
    return "value " + std::to_string(duplicate) + " occurs more than once and " +
           std::to_string(missing + base) + " is missing: expected " + expected;
}

}  // namespace wordorder
