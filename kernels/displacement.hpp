// How far words stand from their place: unmoved words, absolute and squared distances
// (`hamming`, `footrule`, `spearman`, S2).
#pragma once

#include <cstdint>

#include "validate.hpp"

namespace wordorder {

struct Displacement {
    double unmoved = 0;
    double distance = 0;
    double squares = 0;
};

namespace detail {

template <class Sum>
Displacement displacement_in(Ranks ranks) {
    Sum unmoved = 0, distance = 0, squares = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const Sum step = static_cast<Sum>(ranks[i]) - static_cast<Sum>(i);
        unmoved += step == 0;
        distance += step < 0 ? -step : step;
        squares += step * step;
    }
    return {static_cast<double>(unmoved), static_cast<double>(distance),
            static_cast<double>(squares)};
}

}  // namespace detail

// The squares add up to n³/3 at most: take the fastest type that holds that.
inline Displacement displacement(Ranks ranks) {
    if (ranks.size() <= 1024) return detail::displacement_in<std::int32_t>(ranks);
    if (ranks.size() <= 2'000'000) return detail::displacement_in<std::int64_t>(ranks);
    return detail::displacement_in<double>(ranks);
}

}  // namespace wordorder
