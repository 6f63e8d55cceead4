// Permutation tests for Pearson's correlation.
#pragma once

#include <algorithm>

#include "core/rows.hpp"
#include "statistics/swaps.hpp"

namespace wordorder {

// Pearson's correlation from sums.
struct Moments {
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;

    void add(double one, double other) {
        ++n;
        x += one;
        y += other;
        xx += one * one;
        yy += other * other;
        xy += one * other;
    }

    double correlation() const {
        constexpr double ROUNDING = 1e-12;  // a smaller spread is the rounding error of a constant
        const double spread_x = n * xx - x * x, spread_y = n * yy - y * y;
        if (!(spread_x > ROUNDING * n * xx && spread_y > ROUNDING * n * yy)) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        return std::clamp((n * xy - x * y) / std::sqrt(spread_x * spread_y), -1.0, 1.0);
    }
};

// The mean of Pearson's correlation with people over groups of cells.
inline std::vector<double> swapped_correlations(std::span<const double> people, const Rows& groups,
                                                const SwapRequest& request) {
    return swapped_differences(request, [&](const Duel& duel) {
        return [&](std::size_t row) {
            const auto swapped = request.swaps[row];
            std::array<MeanOfDefined, 2> means;
            for (std::size_t group = 0; group < groups.size(); ++group) {
                std::array<Moments, 2> moments;
                for (const std::int32_t number : groups[group]) {
                    const auto cell = static_cast<std::size_t>(number);
                    if (!duel.known(cell)) continue;
                    const std::size_t taken = swapped_in(swapped, cell) ? 1 : 0;
                    moments[0].add(duel.score(taken, cell), people[cell]);
                    moments[1].add(duel.score(1 - taken, cell), people[cell]);
                }
                for (const std::size_t own : {0, 1}) means[own].add(moments[own].correlation());
            }
            return means[0].value() - means[1].value();
        };
    });
}

}  // namespace wordorder
