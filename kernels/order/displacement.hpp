// Distances of words from their places: unmoved words, absolute and squared distances (`hamming`,
// `footrule`, `spearman`).
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/validate.hpp"

namespace wordorder {

// The squares add up to n³/3, which outgrows 64 bits at three million words.
struct WideSum {
    std::uint64_t high = 0, low = 0;

    WideSum& operator+=(std::uint64_t value) {
        low += value;
        high += low < value;
        return *this;
    }

    double as_double() const {
        return static_cast<double>(high) * 0x1p64 + static_cast<double>(low);
    }
};

struct Displacement {
    std::int64_t unmoved = 0;
    std::int64_t distance = 0;
    WideSum squares;
};

namespace detail {

// `Step` holds any single distance, `Sum` the sum of the squares.
template <class Step, class Sum>
Displacement displacement_in(Ranks ranks) {
    Step unmoved = 0, distance = 0;
    Sum squares{};
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const Step step = static_cast<Step>(ranks[i]) - static_cast<Step>(i);
        unmoved += step == 0;
        distance += step < 0 ? -step : step;
        squares += step * step;
    }
    Displacement found{unmoved, distance, {}};
    if constexpr (std::is_same_v<Sum, WideSum>) {
        found.squares = squares;
    } else {
        found.squares.low = static_cast<std::uint64_t>(squares);
    }
    return found;
}

}  // namespace detail

// The narrowest types that suffice are the fastest.
inline Displacement displacement(Ranks ranks) {
    if (ranks.size() <= 1024) return detail::displacement_in<std::int32_t, std::int32_t>(ranks);
    if (ranks.size() <= 2'000'000) {
        return detail::displacement_in<std::int64_t, std::int64_t>(ranks);
    }
    return detail::displacement_in<std::int64_t, WideSum>(ranks);
}

}  // namespace wordorder
