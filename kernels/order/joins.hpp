// Neighbours that belong together: the number of i with ranks[i + 1] = ranks[i] + 1 (`fuzzy`), and
// of ends of the sentence with the right word (`fuzzy_bounded`).
#pragma once

#include <cstdint>

#include "core/validate.hpp"

namespace wordorder {

struct Joins {
    std::int64_t inner = 0;
    std::int64_t outer = 0;
};

inline Joins joins(Ranks ranks) {
    const std::size_t n = ranks.size();
    Joins found;
    if (n == 0) return found;
    std::int32_t inner = 0;
    for (std::size_t i = 0; i + 1 < n; ++i) inner += ranks[i + 1] == ranks[i] + 1;
    found.inner = inner;
    found.outer = (ranks[0] == 0) + (ranks[n - 1] == static_cast<std::int32_t>(n) - 1);
    return found;
}

}  // namespace wordorder
