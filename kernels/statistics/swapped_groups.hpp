// Permutation tests for statistics that are means over groups of judged pairs.
#pragma once

#include "core/offsets.hpp"
#include "statistics/swapped_pairs.hpp"

namespace wordorder {

// The bits of a row of swaps as bytes, one for each cell.
inline void spread_bits(std::span<const std::int64_t> row, std::vector<std::uint8_t>& cells) {
    for (std::size_t cell = 0; cell < cells.size(); ++cell) cells[cell] = swapped_in(row, cell);
}

// A judged pair of cells that both metrics score.
struct KnownPair {
    std::size_t one, other, group;
    std::array<std::int64_t, 4> above, below;  // by state
    std::int64_t tied;                         // what a tie would add to `above`
    std::int64_t untied;                       // judgements that prefer either

    std::size_t state(const std::vector<std::uint8_t>& swapped) const {
        return 2U * swapped[one] + swapped[other];
    }
};

inline std::vector<KnownPair> known_pairs(const JudgedPairs& judged, const Offsets& groups,
                                          const PairStatistic& statistic, const Duel& duel) {
    std::vector<KnownPair> known;
    for (std::size_t group = 0; group + 1 < groups.size(); ++group) {
        for (auto place = groups[group]; place < groups[group + 1]; ++place) {
            const auto pair = static_cast<std::size_t>(place);
            const auto [one, other] = judged.cells(pair);
            if (!duel.known(one) || !duel.known(other)) continue;
            known.push_back({one, other, group, judged.added(statistic.numerator, duel, pair),
                             judged.added(statistic.denominator, duel, pair),
                             judged.added(statistic.numerator, pair, 0),
                             judged.votes[3 * pair] + judged.votes[3 * pair + 2]});
        }
    }
    return known;
}

// The mean of a statistic over groups of pairs; `groups` holds their starts.
inline std::vector<double> swapped_group_statistics(const JudgedPairs& judged,
                                                    const Offsets& groups,
                                                    const PairStatistic& statistic,
                                                    const SwapRequest& request) {
    return swapped_differences(request, [&](const Duel& duel) {
        return [&, known = known_pairs(judged, groups, statistic, duel),
                swapped = std::vector<std::uint8_t>(request.cells)](std::size_t row) mutable {
            spread_bits(request.swaps[row], swapped);
            std::array<MeanOfDefined, 2> means;
            for (std::size_t begin = 0, end = 0; begin < known.size(); begin = end) {
                std::array<std::int64_t, 2> above{}, below{};
                std::int64_t untied = 0;
                for (; end < known.size() && known[end].group == known[begin].group; ++end) {
                    const KnownPair& pair = known[end];
                    const std::size_t state = pair.state(swapped);
                    for (const std::size_t metric : {0, 1}) {
                        const std::size_t own = metric == 0 ? state : 3 - state;
                        above[metric] += pair.above[own];
                        below[metric] += pair.below[own];
                    }
                    untied += pair.untied;
                }
                for (const std::size_t metric : {0, 1}) {
                    means[metric].add(statistic.value(above[metric], below[metric], untied));
                }
            }
            return means[0].value() - means[1].value();
        };
    });
}

}  // namespace wordorder
