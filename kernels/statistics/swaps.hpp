// Scores of two metrics swapped cell by cell, for permutation tests between metrics.
//
// A cell is one system's translation of one line. The scores of both metrics are standardised over
// the cells that both have, so that they can replace each other.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/shared_work.hpp"

namespace wordorder {

// The swapped cells: a row of bits for each permutation, in whole machine words.
struct SwapRows {
    std::span<const std::int64_t> words;
    std::size_t rows = 0, width = 0;

    std::span<const std::int64_t> operator[](std::size_t row) const {
        return words.subspan(row * width, width);
    }
};

inline bool swapped_in(std::span<const std::int64_t> row, std::size_t cell) {
    return static_cast<std::uint64_t>(row[cell / 64]) >> (cell % 64) & 1;
}

// The input of all tests. `pairs` holds two metrics for each pair of metrics.
struct SwapRequest {
    std::span<const double> scores;  // (metrics, cells), NaN where missing
    std::size_t cells = 0;
    std::span<const std::int32_t> pairs;
    SwapRows swaps;
    std::size_t threads = 1;
    Checkpoint checkpoint;

    std::span<const double> of(std::int32_t metric) const {
        return scores.subspan(static_cast<std::size_t>(metric) * cells, cells);
    }
};

// The scores of two metrics on their common cells.
class Duel {
public:
    Duel(std::span<const double> first, std::span<const double> second)
        : raw_{first, second}, known_(first.size()) {
        for (std::size_t cell = 0; cell < known_.size(); ++cell) {
            known_[cell] = std::isfinite(first[cell]) && std::isfinite(second[cell]);
        }
        for (std::size_t metric = 0; metric < 2; ++metric) standardise(metric);
    }

    bool known(std::size_t cell) const { return known_[cell] != 0; }

    double score(std::size_t metric, std::size_t cell) const { return standard_[metric][cell]; }

    // The first metric's difference between two cells. The bits of `state` say which of them are
    // swapped: 2 the one, 1 the other. The second metric has this difference in state 3 − state.
    double difference(std::size_t one, std::size_t other, std::size_t state) const {
        return standard_[state >> 1][one] - standard_[state & 1][other];
    }

    // Within one metric, the sign is taken before rounding can make scores equal; scores of two
    // metrics are equal if only rounding tells them apart.
    int sign(std::size_t one, std::size_t other, std::size_t state) const {
        const bool together = (state >> 1) == (state & 1);
        const auto& scores = raw_[state & 1];
        if (together) return (scores[one] > scores[other]) - (scores[one] < scores[other]);
        const double gap = difference(one, other, state);
        return (gap > ROUNDING) - (gap < -ROUNDING);
    }

    // Of standardised scores.
    static constexpr double ROUNDING = 1e-12;

private:
    void standardise(std::size_t metric) {
        const std::span<const double> raw = raw_[metric];
        double count = 0, sum = 0, squares = 0;
        for (std::size_t cell = 0; cell < raw.size(); ++cell) {
            if (!known_[cell]) continue;
            ++count;
            sum += raw[cell];
        }
        const double mean = sum / count;
        for (std::size_t cell = 0; cell < raw.size(); ++cell) {
            if (known_[cell]) squares += (raw[cell] - mean) * (raw[cell] - mean);
        }
        const double deviation = std::sqrt(squares / count);
        standard_[metric].resize(raw.size());
        for (std::size_t cell = 0; cell < raw.size(); ++cell) {
            // A constant metric has no spread, and nothing to tell cells apart.
            const bool spread = known_[cell] && deviation > 0;
            standard_[metric][cell] = spread ? (raw[cell] - mean) / deviation : 0;
        }
    }

    std::array<std::span<const double>, 2> raw_;
    std::vector<char> known_;
    std::array<std::vector<double>, 2> standard_;
};

// A mean over the groups with a value; NaN if there is none.
class MeanOfDefined {
public:
    void add(double value) {
        if (std::isnan(value)) return;
        sum_ += value;
        ++count_;
    }

    double value() const {
        return count_ == 0 ? std::numeric_limits<double>::quiet_NaN()
                           : sum_ / static_cast<double>(count_);
    }

private:
    double sum_ = 0;
    std::size_t count_ = 0;
};

// The difference of a statistic between the metrics of every pair, for every row of swaps.
// prepare(duel) returns a function from such a row to the difference.
template <class Prepare>
std::vector<double> swapped_differences(const SwapRequest& request, const Prepare& prepare) {
    constexpr std::size_t ROWS_AT_A_TIME = 16;
    const std::size_t pairs = request.pairs.size() / 2, rows = request.swaps.rows;
    std::vector<double> differences(pairs * rows);
    SharedWork(pairs, request.threads, request.checkpoint).run([&](auto& worker) {
        std::size_t pair;
        while (worker.take(pair)) {
            const Duel duel(request.of(request.pairs[2 * pair]),
                            request.of(request.pairs[2 * pair + 1]));
            auto difference = prepare(duel);
            for (std::size_t row = 0; row < rows; ++row) {
                if (row % ROWS_AT_A_TIME == 0) worker.check();
                differences[pair * rows + row] = difference(row);
            }
        }
    });
    return differences;
}

}  // namespace wordorder
