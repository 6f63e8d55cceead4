// Points with two values and weights, compared with the points spelled out and paired one by one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"
#include "report.hpp"
#include "statistics/tie_thresholds.hpp"
#include "statistics/weighted_pairs.hpp"
#include "statistics/weighted_spearman.hpp"

namespace wordorder::fuzzing {

class WeightedPairFuzzer {
public:
    explicit WeightedPairFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return "human " + written(human_) + " metric " + written(metric_) + " item " +
                   written(item_) + " weights " + written(weights_);
        };
        make();
        dice_.one_in(2) ? check_pairs() : check_thresholds();
    }

private:
    void make() {
        const std::int64_t points = dice_.between(0, dice_.one_in(20) ? 60 : 9);
        const std::int64_t values = dice_.between(1, 6), items = dice_.between(1, 5);
        human_.clear(), metric_.clear(), item_.clear(), weights_.clear();
        for (std::int64_t k = 0; k < points; ++k) {
            human_.push_back(static_cast<double>(dice_.between(0, values)));
            metric_.push_back(static_cast<double>(dice_.between(-values, 0)));
            item_.push_back(static_cast<std::int32_t>(dice_.between(0, items - 1)));
        }
        for (std::int64_t k = 0; k < items; ++k) {
            weights_.push_back(static_cast<std::int32_t>(dice_.between(0, 3)));
        }
    }

    void check_pairs() {
        std::vector<std::size_t> spelled;
        for (std::size_t k = 0; k < item_.size(); ++k) {
            spelled.insert(spelled.end(), static_cast<std::size_t>(weights_[item_[k]]), k);
        }
        WeightedPairs wanted;
        for (std::size_t j = 0; j < spelled.size(); ++j) {
            for (std::size_t i = 0; i < j; ++i) count(spelled[i], spelled[j], wanted);
        }
        const RankedPoints ranked(human_, metric_, item_);
        WeightedPairCounter counter(ranked);
        for (int again = 0; again < 2; ++again) {
            const WeightedPairs found = counter.count(weights_);
            require(found.concordant == wanted.concordant, "concordant pairs");
            require(found.discordant == wanted.discordant, "discordant pairs");
            require(found.tied_first == wanted.tied_first, "pairs tied by people");
            require(found.tied_second == wanted.tied_second, "pairs tied by the metric");
            require(found.tied_both == wanted.tied_both, "pairs tied by both");
            require(found.size == std::ssize(spelled), "points");
            const double rho = WeightedSpearman(ranked).rho(weights_);
            const bool constant = found.first_distinct < 2 || found.second_distinct < 2;
            require(constant ? std::isnan(rho) : std::abs(rho) <= 1, "a correlation");
            ++tally[constant ? "weighted pairs/constant" : "weighted pairs/varied"];
        }
    }

    void count(std::size_t i, std::size_t j, WeightedPairs& found) const {
        const double one = human_[i] - human_[j], other = metric_[i] - metric_[j];
        if (one == 0 && other == 0) {
            ++found.tied_both;
        } else if (one == 0) {
            ++found.tied_first;
        } else if (other == 0) {
            ++found.tied_second;
        } else if (one * other > 0) {
            ++found.concordant;
        } else {
            ++found.discordant;
        }
    }

    // Items are the groups, with other weights in every column.
    void check_thresholds() {
        std::ranges::sort(item_);
        const std::size_t columns = dice_.pick(std::vector<std::size_t>{1, 2, 15, 16, 17, 40});
        std::vector<double> first(weights_.size() * columns), second(columns, 1.0);
        for (double& weight : first) weight = static_cast<double>(dice_.between(0, 3));
        const std::vector<std::int32_t> none(item_.size());
        const PairWeights weights{first, second, item_, none, columns};
        const std::size_t threads = dice_.one_in(20) ? 3 : 1;
        const TieThresholds found =
            TieThresholdSearch(human_, metric_, item_).best(weights, threads, nullptr);
        for (std::size_t column = 0; column < columns; ++column) {
            double most = 0, threshold = 0;
            for (double epsilon = 1; epsilon <= 12; ++epsilon) {
                const double gain =
                    right(first, columns, column, epsilon) - right(first, columns, column, 0);
                if (gain <= most) continue;
                most = gain;
                threshold = epsilon;
            }
            require(found.gain[column] == most, "the best gain");
            require(column > 0 || found.threshold == threshold, "the smallest best threshold");
        }
        ++tally[found.threshold > 0 ? "tie thresholds/some" : "tie thresholds/none"];
    }

    double right(const std::vector<double>& weights, std::size_t columns, std::size_t column,
                 double epsilon) const {
        double sum = 0;
        for (std::size_t j = 0; j < item_.size(); ++j) {
            for (std::size_t i = 0; i < j; ++i) {
                if (item_[i] != item_[j]) continue;
                const double one = human_[i] - human_[j], other = metric_[i] - metric_[j];
                const bool tied = std::abs(other) <= epsilon;
                const bool agrees = one == 0 ? tied : !tied && one * other > 0;
                if (agrees) sum += weights[static_cast<std::size_t>(item_[i]) * columns + column];
            }
        }
        return sum;
    }

    Dice dice_;
    std::vector<double> human_, metric_;
    std::vector<std::int32_t> item_, weights_;
};

}  // namespace wordorder::fuzzing
