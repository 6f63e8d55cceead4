// Permutation tests for accuracy with the best threshold for ties, found anew for each permutation.
//
// The differences of all pairs in all four states are sorted once. Each permutation walks through
// them and takes those of its states.
#pragma once

#include <algorithm>
#include <tuple>

#include "statistics/swapped_groups.hpp"

namespace wordorder {

// The mean over groups of the share of pairs on which metric and people agree, where differences up
// to a threshold count as ties. Each metric has its best threshold for each row of swaps.
class SwappedThresholds {
public:
    SwappedThresholds(const JudgedPairs& judged, const Offsets& groups,
                      const PairStatistic& statistic, const Duel& duel)
        : known_(known_pairs(judged, groups, statistic, duel)), states_(known_.size()) {
        weigh_groups();
        std::vector<Gap> gaps;
        for (std::size_t pair = 0; pair < known_.size(); ++pair) add_gaps(pair, duel, gaps);
        std::ranges::sort(gaps, [](const Gap& a, const Gap& b) {
            return std::tie(a.size, a.pair, a.state) < std::tie(b.size, b.pair, b.state);
        });
        for (std::size_t place = 0; place < gaps.size(); ++place) {
            const auto& [size, gain, pair, state] = gaps[place];
            // Equal gaps become ties together; standardising leaves them equal but for rounding.
            const bool last =
                place + 1 == gaps.size() || gaps[place + 1].size - size >= Duel::ROUNDING;
            changes_.push_back({gain, pair, state, last});
        }
    }

    double difference(const std::vector<std::uint8_t>& swapped) {
        if (known_.empty()) return std::numeric_limits<double>::quiet_NaN();
        double first = 0, second = 0;
        for (std::size_t pair = 0; pair < known_.size(); ++pair) {
            const std::size_t state = known_[pair].state(swapped);
            states_[pair] = static_cast<std::uint8_t>(state);
            first += weights_[pair] * static_cast<double>(known_[pair].above[state]);
            second += weights_[pair] * static_cast<double>(known_[pair].above[3 - state]);
        }
        // Factors instead of branches, which a processor could not predict.
        constexpr double OF_FIRST[] = {1, 0, 0, 0};
        double best_first = first, best_second = second;
        for (const Change& change : changes_) {
            const int apart = states_[change.pair] ^ change.state;
            first += change.gain * OF_FIRST[apart];
            second += change.gain * OF_FIRST[3 - apart];
            if (!change.last) continue;
            best_first = std::max(best_first, first);
            best_second = std::max(best_second, second);
        }
        return best_first - best_second;
    }

private:
    // The difference of a pair in one state, and the gain of making it a tie.
    struct Gap {
        double size, gain;
        std::uint32_t pair;
        std::uint8_t state;
    };

    // A gap in its turn; `last` if larger ones follow.
    struct Change {
        double gain;
        std::uint32_t pair;
        std::uint8_t state;
        bool last;
    };

    void weigh_groups() {
        std::size_t groups = 0;
        for (std::size_t begin = 0, end = 0; begin < known_.size(); begin = end, ++groups) {
            double judgements = 0;
            for (; end < known_.size() && known_[end].group == known_[begin].group; ++end) {
                judgements += static_cast<double>(known_[end].below[0]);
            }
            weights_.resize(end, 1 / judgements);
        }
        for (double& weight : weights_) weight /= static_cast<double>(groups);
    }

    void add_gaps(std::size_t number, const Duel& duel, std::vector<Gap>& gaps) const {
        const KnownPair& pair = known_[number];
        for (std::uint8_t state = 0; state < 4; ++state) {
            const double gain =
                weights_[number] * static_cast<double>(pair.tied - pair.above[state]);
            if (gain == 0) continue;
            gaps.push_back({std::abs(duel.difference(pair.one, pair.other, state)), gain,
                            static_cast<std::uint32_t>(number), state});
        }
    }

    std::vector<KnownPair> known_;
    std::vector<double> weights_;
    std::vector<Change> changes_;
    std::vector<std::uint8_t> states_;
};

inline std::vector<double> swapped_tie_accuracy(const JudgedPairs& judged, const Offsets& groups,
                                                const PairStatistic& agreement,
                                                const SwapRequest& request) {
    return swapped_differences(request, [&](const Duel& duel) {
        return [&, thresholds = SwappedThresholds(judged, groups, agreement, duel),
                swapped = std::vector<std::uint8_t>(request.cells)](std::size_t row) mutable {
            spread_bits(request.swaps[row], swapped);
            return thresholds.difference(swapped);
        };
    });
}

}  // namespace wordorder
