// Permutation tests for statistics that count judged pairs.
//
// Swaps give a judged pair one of four states, and swapping all cells exchanges the metrics. So the
// difference of the two metrics' counts is a sum over cells of ±weight, with − where a cell is
// swapped; their sum is a constant plus a sum over pairs of ±weight, with − where one cell of the
// pair is swapped. The binary digits of these whole weights form rows of bits, so a permutation
// only takes counting the bits they share with its swaps.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "statistics/swaps.hpp"

namespace wordorder {

// What a pair adds to a count, by the signs of people (rows) and metric (columns).
using Rule = std::array<std::int64_t, 9>;

// Pairs of cells, with the votes for the second, for neither and for the first.
struct JudgedPairs {
    std::span<const std::int32_t> first, second;
    std::span<const std::int64_t> votes;  // (pairs, 3)

    std::size_t size() const { return first.size(); }

    std::pair<std::size_t, std::size_t> cells(std::size_t pair) const {
        return {static_cast<std::size_t>(first[pair]), static_cast<std::size_t>(second[pair])};
    }

    // What a pair adds if a metric says `sign`.
    std::int64_t added(const Rule& rule, std::size_t pair, int sign) const {
        std::int64_t sum = 0;
        for (std::size_t people = 0; people < 3; ++people) {
            sum += votes[3 * pair + people] * rule[3 * people + static_cast<std::size_t>(sign + 1)];
        }
        return sum;
    }

    // What it adds for the first metric in each state of its cells.
    std::array<std::int64_t, 4> added(const Rule& rule, const Duel& duel, std::size_t pair) const {
        const auto [one, other] = cells(pair);
        const std::array<std::int64_t, 3> of_sign{added(rule, pair, -1), added(rule, pair, 0),
                                                  added(rule, pair, 1)};
        std::array<std::int64_t, 4> sums;
        for (std::size_t state = 0; state < 4; ++state) {
            sums[state] = of_sign[duel.sign(one, other, state) + 1];
        }
        return sums;
    }
};

// numerator / denominator, or numerator / √(denominator · pairs that people do not tie).
struct PairStatistic {
    Rule numerator, denominator;
    bool root = false;

    double value(std::int64_t above, std::int64_t below, std::int64_t untied) const {
        if (!root) return static_cast<double>(above) / static_cast<double>(below);
        return static_cast<double>(above) /
               std::sqrt(static_cast<double>(below) * static_cast<double>(untied));
    }

    bool has_fixed_denominator() const {
        if (root) return false;
        for (std::size_t row = 0; row < 9; row += 3) {
            if (denominator[row] != denominator[row + 1]) return false;
            if (denominator[row] != denominator[row + 2]) return false;
        }
        return true;
    }
};

// Σ ±weight, with − where a bit is set.
class SignedSum {
public:
    explicit SignedSum(std::span<const std::int64_t> weights) : words_((weights.size() + 63) / 64) {
        std::uint64_t largest = 0;
        for (const std::int64_t weight : weights) {
            total_ += weight;
            largest = std::max(largest, static_cast<std::uint64_t>(weight < 0 ? ~weight : weight));
        }
        digits_ = static_cast<std::size_t>(std::bit_width(largest)) + 1;  // one for the sign
        bits_.resize(digits_ * words_);
        for (std::size_t place = 0; place < weights.size(); ++place) {
            for (std::size_t digit = 0; digit < digits_; ++digit) {
                const std::uint64_t bit = static_cast<std::uint64_t>(weights[place]) >> digit & 1;
                bits_[digit * words_ + place / 64] |= bit << (place % 64);
            }
        }
    }

    std::int64_t operator()(std::span<const std::int64_t> set) const {
        std::int64_t sum = 0;
        for (std::size_t digit = 0; digit < digits_; ++digit) {
            const std::uint64_t* const bits = bits_.data() + digit * words_;
            std::int64_t common = 0;
            for (std::size_t word = 0; word < words_; ++word) {
                common += std::popcount(bits[word] & static_cast<std::uint64_t>(set[word]));
            }
            const std::int64_t worth = common << digit;
            sum += digit + 1 == digits_ ? -worth : worth;  // two's complement
        }
        return total_ - 2 * sum;
    }

private:
    std::size_t words_, digits_ = 1;
    std::int64_t total_ = 0;
    std::vector<std::uint64_t> bits_;
};

// Twice a count of both metrics under swaps: their difference is by_cells, their sum constant +
// by_pairs.
struct SwappedCount {
    std::int64_t constant;
    SignedSum by_cells, by_pairs;
};

inline SwappedCount swapped_count(const JudgedPairs& judged, const Rule& rule, const Duel& duel,
                                  std::size_t cells) {
    std::vector<std::int64_t> by_cells(cells), by_pairs(judged.size());
    std::int64_t constant = 0;
    for (std::size_t pair = 0; pair < judged.size(); ++pair) {
        const auto [one, other] = judged.cells(pair);
        if (!duel.known(one) || !duel.known(other)) continue;
        const auto states = judged.added(rule, duel, pair);
        const std::int64_t stay = states[0], all = states[3], left = states[2], right = states[1];
        by_cells[one] += stay - all + right - left;
        by_cells[other] += stay - all + left - right;
        by_pairs[pair] = stay + all - left - right;
        constant += stay + all + left + right;
    }
    return {constant, SignedSum(by_cells), SignedSum(by_pairs)};
}

// The count of a rule that does not depend on the metric.
inline std::int64_t fixed_count(const JudgedPairs& judged, const Rule& rule, const Duel& duel) {
    std::int64_t sum = 0;
    for (std::size_t pair = 0; pair < judged.size(); ++pair) {
        const auto [one, other] = judged.cells(pair);
        if (duel.known(one) && duel.known(other)) sum += judged.added(rule, pair, 0);
    }
    return sum;
}

// For every row of swaps, the pairs with exactly one swapped cell.
inline std::vector<std::int64_t> split_pairs(const JudgedPairs& judged,
                                             const SwapRequest& request) {
    const SwapRows& swaps = request.swaps;
    const std::size_t width = (judged.size() + 63) / 64;
    std::vector<std::int64_t> split(swaps.rows * width);
    SharedWork(swaps.rows, request.threads, request.checkpoint).run([&](auto& worker) {
        std::vector<std::uint64_t> bits(width);
        std::size_t row;
        while (worker.take(row)) {
            const auto swapped = swaps[row];
            std::ranges::fill(bits, 0);
            for (std::size_t pair = 0; pair < judged.size(); ++pair) {
                const auto [one, other] = judged.cells(pair);
                const std::uint64_t bit = swapped_in(swapped, one) != swapped_in(swapped, other);
                bits[pair / 64] |= bit << (pair % 64);
            }
            for (std::size_t word = 0; word < width; ++word) {
                split[row * width + word] = static_cast<std::int64_t>(bits[word]);
            }
        }
    });
    return split;
}

// Over all pairs together, with a denominator that no swap changes.
inline std::vector<double> swapped_sums(const JudgedPairs& judged, const PairStatistic& statistic,
                                        const SwapRequest& request) {
    return swapped_differences(request, [&](const Duel& duel) {
        const std::int64_t below = fixed_count(judged, statistic.denominator, duel);
        return [&, below,
                above = swapped_count(judged, statistic.numerator, duel, request.cells).by_cells](
                   std::size_t row) {
            return static_cast<double>(above(request.swaps[row])) / static_cast<double>(2 * below);
        };
    });
}

// Over all pairs together.
inline std::vector<double> swapped_ratios(const JudgedPairs& judged, const PairStatistic& statistic,
                                          const SwapRequest& request) {
    constexpr Rule UNTIED{1, 1, 1, 0, 0, 0, 1, 1, 1};
    const std::vector<std::int64_t> split = split_pairs(judged, request);
    const SwapRows pairs{split, request.swaps.rows, (judged.size() + 63) / 64};
    return swapped_differences(request, [&](const Duel& duel) {
        const std::int64_t untied = fixed_count(judged, UNTIED, duel);
        return [&, untied, above = swapped_count(judged, statistic.numerator, duel, request.cells),
                below = swapped_count(judged, statistic.denominator, duel, request.cells)](
                   std::size_t row) {
            const std::int64_t apart = above.by_cells(request.swaps[row]);
            const std::int64_t both = above.constant + above.by_pairs(pairs[row]);
            const std::int64_t parted = below.by_cells(request.swaps[row]);
            const std::int64_t parts = below.constant + below.by_pairs(pairs[row]);
            return statistic.value((both + apart) / 4, (parts + parted) / 4, untied) -
                   statistic.value((both - apart) / 4, (parts - parted) / 4, untied);
        };
    });
}

inline std::vector<double> swapped_pair_statistics(const JudgedPairs& judged,
                                                   const PairStatistic& statistic,
                                                   const SwapRequest& request) {
    return statistic.has_fixed_denominator() ? swapped_sums(judged, statistic, request)
                                             : swapped_ratios(judged, statistic, request);
}

}  // namespace wordorder
