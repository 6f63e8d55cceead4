// Pairs of numbers as keys that sort like the pairs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace wordorder {

// Two numbers, both at least 0, as one that sorts like the pair.
inline std::uint64_t pair_key(std::int32_t first, std::int32_t second) {
    return static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(second);
}
inline std::int32_t first_of(std::uint64_t key) { return static_cast<std::int32_t>(key >> 32); }
inline std::int32_t second_of(std::uint64_t key) { return static_cast<std::int32_t>(key); }

inline void sort_keys(std::vector<std::uint64_t>& keys) {
    if (!std::ranges::is_sorted(keys)) std::ranges::sort(keys);
}

}  // namespace wordorder
