// Permutation tests between metrics with random, also hostile, scores and swaps.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "dice.hpp"
#include "report.hpp"
#include "statistics/swapped_correlations.hpp"
#include "statistics/swapped_groups.hpp"
#include "statistics/swapped_pairs.hpp"
#include "statistics/swapped_thresholds.hpp"

namespace wordorder::fuzzing {

class SwapFuzzer {
public:
    explicit SwapFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        cells_ = dice_.pick(std::vector<std::int64_t>{0, 1, 2, 5, 9, 63, 64, 65, 130});
        make_scores();
        make_swaps();
        make_pairs();
        current_input = [this] {
            return std::to_string(cells_) + " cells, metrics " + written(metrics_) + ", cells " +
                   written(first_) + " and " + written(second_) + ", groups " + written(groups_);
        };
        const JudgedPairs judged{first_, second_, votes_};
        const Offsets groups{std::span<const std::int64_t>(groups_)};
        for (const PairStatistic& statistic : {TAU_WMT13, TAU_WMT14, TAU_B}) {
            check([&](const SwapRequest& request) {
                return swapped_pair_statistics(judged, statistic, request);
            });
            check([&](const SwapRequest& request) {
                return swapped_group_statistics(judged, groups, statistic, request);
            });
        }
        check([&](const SwapRequest& request) {
            return swapped_tie_accuracy(judged, groups, ACC_23, request);
        });
        const Rows lines(first_, groups);
        check([&](const SwapRequest& request) {
            return swapped_correlations(people_, lines, request);
        });
        ++tally["swaps/tested"];
    }

private:
    static constexpr Rule ORDERED{1, 0, -1, 0, 0, 0, -1, 0, 1}, EVERY{1, 1, 1, 1, 1, 1, 1, 1, 1};
    static constexpr PairStatistic TAU_WMT13{ORDERED, {1, 0, 1, 0, 0, 0, 1, 0, 1}};
    static constexpr PairStatistic TAU_WMT14{ORDERED, {1, 1, 1, 0, 0, 0, 1, 1, 1}};
    static constexpr PairStatistic TAU_B{ORDERED, {1, 0, 1, 1, 0, 1, 1, 0, 1}, true};
    static constexpr PairStatistic ACC_23{{1, 0, 0, 0, 1, 0, 0, 0, 1}, EVERY};
    static constexpr std::size_t METRICS = 3, HALF = 4;

    double score() {
        constexpr double INFINITE = std::numeric_limits<double>::infinity();
        if (dice_.one_in(40)) return dice_.pick(std::vector{1e308, -1e308, INFINITE, 5e-324});
        if (dice_.one_in(10)) return std::numeric_limits<double>::quiet_NaN();
        return dice_.one_in(2) ? dice_.share() : static_cast<double>(dice_.between(0, 3));
    }

    void make_scores() {
        scores_.resize(METRICS * cells_);
        people_.resize(cells_);
        for (double& one : scores_) one = score();
        for (double& one : people_) one = score();
        metrics_ = {0, 1, 1, 0, 2, 2, 0, 2};
    }

    // Rows, then the same rows with every cell the other way round.
    void make_swaps() {
        const std::size_t width = (cells_ + 63) / 64;
        swaps_.resize(2 * HALF * width);
        for (std::size_t word = 0; word < HALF * width; ++word) {
            swaps_[word] =
                word < width ? 0 : std::int64_t{dice_.any_int32()} << 32 ^ dice_.any_int32();
            swaps_[HALF * width + word] = ~swaps_[word];
        }
    }

    void make_pairs() {
        const std::int64_t pairs = cells_ == 0 ? 0 : dice_.between(0, 3 * cells_);
        first_.resize(pairs);
        second_.resize(pairs);
        votes_.resize(3 * pairs);
        for (auto* cells : {&first_, &second_}) {
            for (std::int32_t& cell : *cells) cell = dice_.between(0, cells_ - 1);
        }
        for (std::int64_t& vote : votes_) {
            vote = dice_.one_in(50) ? std::int64_t{1} << 31 : dice_.between(0, 2);
        }
        groups_ = {0};
        while (groups_.back() < pairs) {
            groups_.push_back(std::min(pairs, groups_.back() + dice_.between(1, 9)));
        }
    }

    template <class Test>
    void check(const Test& test) const {
        SwapRequest request{scores_,  static_cast<std::size_t>(cells_),
                            metrics_, {swaps_, 2 * HALF, swaps_.size() / (2 * HALF)},
                            1,        nullptr};
        const std::vector<double> found = test(request);
        request.threads = 2;
        const std::vector<double> again = test(request);
        for (std::size_t place = 0; place < found.size(); ++place) {
            require(same(found[place], again[place]), "threads change a difference");
            require(!(std::abs(found[place]) > 2 + 1e-9), "a difference is too large");
            if (place % (2 * HALF) >= HALF) continue;
            require(near(found[place], -found[place + HALF]),
                    "swapping all does not turn the sign");
        }
    }

    static bool same(double one, double other) {
        return one == other || (std::isnan(one) && std::isnan(other));
    }

    static bool near(double one, double other) {
        return same(one, other) || std::abs(one - other) < 1e-9;
    }

    Dice dice_;
    std::int64_t cells_ = 0;
    std::vector<double> scores_, people_;
    std::vector<std::int32_t> metrics_, first_, second_;
    std::vector<std::int64_t> swaps_, votes_, groups_;
};

}  // namespace wordorder::fuzzing
