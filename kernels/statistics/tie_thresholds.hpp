// The threshold for ties of a metric that agrees best with people: pairs whose scores differ by no
// more than it are tied.
//
// Pairs of a group are sorted by how much the metric's scores differ. As the threshold rises over
// such a difference, a pair that people tie becomes right, and a concordant one wrong. One pass
// over the pairs finds the best threshold, for many weightings side by side. It ends when more is
// lost than all pairs that people tie could win back.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/shared_work.hpp"

namespace wordorder {

// The weight of a pair i < j in column k is first[first_row[i]][k] · second[second_row[j]][k].
struct PairWeights {
    std::span<const double> first, second;  // tables with `columns` columns
    std::span<const std::int32_t> first_row, second_row;
    std::size_t columns;
};

struct TieThresholds {
    double threshold = 0;      // the smallest one that is best in the first column
    std::vector<double> gain;  // how much more weight is right than with the threshold 0, by column
};

class TieThresholdSearch {
public:
    // The numbers of groups never fall from point to point.
    TieThresholdSearch(std::span<const double> human, std::span<const double> metric,
                       std::span<const std::int32_t> group) {
        for (std::size_t begin = 0, end; begin < group.size(); begin = end) {
            end = begin;
            while (end < group.size() && group[end] == group[begin]) ++end;
            add_pairs(human, metric, begin, end);
        }
        std::ranges::sort(pairs_, {}, &Pair::gap);
        for (const Pair& pair : pairs_) {
            if (!pair.concordant) ties_.push_back({pair.first, pair.second});
        }
    }

    TieThresholds best(const PairWeights& weights, std::size_t threads,
                       const Checkpoint& checkpoint) const {
        TieThresholds found{smallest_best(weights), std::vector<double>(weights.columns)};
        SharedWork work((weights.columns + WIDTH - 1) / WIDTH, threads, checkpoint);
        work.run([&](SharedWork::Worker& worker) {
            std::size_t part;
            while (worker.take(part)) sweep(weights, part * WIDTH, found.gain, worker);
        });
        return found;
    }

private:
    // Columns at a time. With fewer, rereading all pairs takes longest.
    static constexpr std::size_t WIDTH = 32;
    static constexpr std::size_t CHECK_EVERY = 1 << 12;
    static constexpr std::uint32_t LAST_BITS = 0x7fffffff;
    // Smaller shares of the total weight are rounding errors.
    static constexpr double ROUNDING = 1e-12;

    struct Pair {
        double gap;
        std::uint32_t first;
        std::uint32_t second : 31;
        std::uint32_t concordant : 1;  // otherwise people tie it
    };

    void add_pairs(std::span<const double> human, std::span<const double> metric, std::size_t begin,
                   std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t j = i + 1; j < end; ++j) {
                const double by_people = human[i] - human[j], gap = metric[i] - metric[j];
                const bool tied = by_people == 0;
                if (gap == 0 || (!tied && (by_people > 0) != (gap > 0))) continue;
                pairs_.push_back({std::abs(gap), static_cast<std::uint32_t>(i),
                                  static_cast<std::uint32_t>(j) & LAST_BITS, !tied});
            }
        }
    }

    // Whether a threshold can lie between this pair and the next.
    bool ends_run(std::size_t k) const {
        return k + 1 == pairs_.size() || pairs_[k].gap < pairs_[k + 1].gap;
    }

    double smallest_best(const PairWeights& weights) const {
        const auto weight = [&](const Pair& pair) {
            return weights.first[weights.first_row[pair.first] * weights.columns] *
                   weights.second[weights.second_row[pair.second] * weights.columns];
        };
        double total = 0, gained = 0, most = 0, threshold = 0;
        for (const Pair& pair : pairs_) total += weight(pair);
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            gained += pairs_[k].concordant ? -weight(pairs_[k]) : weight(pairs_[k]);
            if (!ends_run(k) || gained <= most + ROUNDING * total) continue;
            most = gained;
            threshold = pairs_[k].gap;
        }
        return threshold;
    }

    // Sums of some columns.
    using Sums = std::array<double, WIDTH>;

    // Some columns of the weights.
    struct Columns {
        std::vector<double> first, second;
        PairWeights weights;

        // The compiler vectorises only if it knows that sums and weights do not overlap.
        void add(std::uint32_t i, std::uint32_t j, Sums& sums) const {
            const double* const one = &first[weights.first_row[i] * WIDTH];
            const double* const other = &second[weights.second_row[j] * WIDTH];
            double* const __restrict to = sums.data();
            for (std::size_t c = 0; c < WIDTH; ++c) to[c] += one[c] * other[c];
        }
    };

    void sweep(const PairWeights& weights, std::size_t begin, std::vector<double>& gain,
               SharedWork::Worker& worker) const {
        const std::size_t width = std::min(WIDTH, weights.columns - begin);
        const Columns columns{columns_of(weights.first, weights.columns, begin, width),
                              columns_of(weights.second, weights.columns, begin, width), weights};
        Sums all_ties{}, tied{}, concordant{}, most{};
        for (const auto& [i, j] : ties_) columns.add(i, j, all_ties);
        bool may_gain = false;  // only pairs that people tie make more pairs right
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            const Pair& pair = pairs_[k];
            columns.add(pair.first, pair.second, pair.concordant ? concordant : tied);
            may_gain |= !pair.concordant;
            if (may_gain && ends_run(k)) {
                for (std::size_t c = 0; c < WIDTH; ++c) {
                    most[c] = std::max(most[c], tied[c] - concordant[c]);
                }
                may_gain = false;
            }
            if (k % CHECK_EVERY == 0) {
                worker.check();
                if (is_over(all_ties, concordant, most)) break;
            }
        }
        std::copy_n(most.begin(), width, &gain[begin]);
    }

    static bool is_over(const Sums& all_ties, const Sums& concordant, const Sums& most) {
        for (std::size_t c = 0; c < WIDTH; ++c) {
            if (all_ties[c] - concordant[c] > most[c]) return false;
        }
        return true;
    }

    // Some columns of a table side by side, padded with zeros.
    static std::vector<double> columns_of(std::span<const double> table, std::size_t columns,
                                          std::size_t begin, std::size_t width) {
        const std::size_t rows = table.size() / columns;
        std::vector<double> found(rows * WIDTH);
        for (std::size_t row = 0; row < rows; ++row) {
            std::copy_n(&table[row * columns + begin], width, &found[row * WIDTH]);
        }
        return found;
    }

    std::vector<Pair> pairs_;  // that a threshold makes right or wrong
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ties_;  // those of them that people tie
};

}  // namespace wordorder
