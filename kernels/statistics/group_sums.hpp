// Exact sums of numbers over groups of rows, whatever the order of the rows.
//
// A sum is a fixed-point number: a whole part, which a double holds exactly below 2^53, and a
// fraction from 0 on in units of 2^-64. So each sum has one representation.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace wordorder {

enum class Summable { not_at_all, with_fractions, whole };

// Whether numbers are defined, finite and small enough for exact sums, and whether they are whole.
inline Summable summable(std::span<const double> numbers) {
    constexpr double TOO_LARGE = 9007199254740992.0;  // 2^53
    std::int64_t small = 0, whole = 0;                // counted, since compilers vectorise that
    for (const double number : numbers) {
        small += std::abs(number) < TOO_LARGE;  // NaN is not
        whole += std::rint(number) == number;
    }
    if (small < std::ssize(numbers)) return Summable::not_at_all;
    return whole == std::ssize(numbers) ? Summable::whole : Summable::with_fractions;
}

// Adds whole numbers to the sums of their groups.
inline void add_whole(std::span<const double> numbers, std::span<const std::int64_t> groups,
                      double* whole) {
    for (std::size_t i = 0; i < numbers.size(); ++i) whole[groups[i]] += numbers[i];
}

// Adds numbers to the sums of their groups, without branches: columns with many zeros have no
// pattern to predict.
inline void add_with_fractions(std::span<const double> numbers,
                               std::span<const std::int64_t> groups, double* whole,
                               std::uint64_t* fractions) {
    constexpr double UNITS = 18446744073709551616.0;  // 2^64
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double nearest = std::rint(numbers[i]), rest = numbers[i] - nearest;
        // The rest 1/2 is the only one whose units do not fit 63 bits.
        const bool half = rest == 0.5;
        const auto units = static_cast<std::int64_t>(std::rint((half ? 0 : rest) * UNITS));
        const std::uint64_t added = half ? std::uint64_t{1} << 63 : units;
        const std::uint64_t sum = fractions[groups[i]] + added;
        fractions[groups[i]] = sum;
        const int carried = static_cast<int>(sum < added) - static_cast<int>(units < 0);
        whole[groups[i]] += nearest + carried;
    }
}

}  // namespace wordorder
