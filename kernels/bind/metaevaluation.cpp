// Python bindings: meta-evaluation.
#include "bind/bindings.hpp"

#include <cmath>
#include <limits>

#include "core/shared_work.hpp"
#include "statistics/tie_thresholds.hpp"
#include "statistics/weighted_pairs.hpp"
#include "statistics/weighted_spearman.hpp"

namespace wordorder {
namespace {

struct WeightedPairCounts { Array<std::int64_t> counts, size, distinct; };

struct BestThresholds {
    double threshold;
    Array<double> gain;
};

Array<double> checked_values(ArrayArg<double> given, std::size_t size, const char* name) {
    Array<double> values = given.checked(name);
    check_size(values.size(), size, name);
    for (const double value : values.span()) {
        if (!std::isfinite(value)) throw InputError(std::string(name) + " must be finite");
    }
    return values;
}

Array<std::int32_t> checked_indices(ArrayArg<std::int32_t> given, std::size_t size,
                                    std::size_t behind, const char* name) {
    Array<std::int32_t> indices = given.checked(name);
    check_size(indices.size(), size, name);
    check_range(indices.span(), 0, behind, name);
    return indices;
}

std::size_t rows_of(const nb::object& table) {
    return nb::cast<std::size_t>(table.attr("shape")[0]);
}

std::size_t columns_of(const nb::object& table) {
    return nb::cast<std::size_t>(table.attr("shape")[1]);
}

// Points with two values each, and the weights of the items they belong to, a row for each
// weighting.
class WeightedPoints {
public:
    WeightedPoints(ArrayArg<double> human, ArrayArg<double> metric, ArrayArg<std::int32_t> item,
                   ArrayArg<std::int32_t> given_weights)
        : item_(item.checked("item")), weights_(given_weights.checked("weights", 2)),
          rows_(rows_of(weights_.object())), columns_(columns_of(weights_.object())),
          human_(checked_values(human, item_.size(), "human")),
          metric_(checked_values(metric, item_.size(), "metric")) {
        checked_indices(item, item_.size(), columns_, "item");
        for (std::size_t row = 0; row < rows_; ++row) check_weights(weights(row));
    }

    std::size_t rows() const { return rows_; }

    std::span<const std::int32_t> weights(std::size_t row) const {
        return weights_.span().subspan(row * columns_, columns_);
    }

    // Calls step(counter, row) for every row of weights, with a Counter for each thread.
    template <class Counter, class Step>
    void for_each(std::size_t threads, const Step& step) const {
        const nb::gil_scoped_release released;
        const RankedPoints ranked(human_.span(), metric_.span(), item_.span());
        const Checkpoint checkpoint = stop_on_signal;
        SharedWork(rows_, threads, checkpoint).run([&](SharedWork::Worker& worker) {
            Counter counter(ranked);
            std::size_t row;
            while (worker.take(row)) step(counter, row);
        });
    }

private:
    // Limits the points, so that all their pairs can be counted.
    void check_weights(std::span<const std::int32_t> weights) const {
        std::int64_t total = 0;
        for (const std::int32_t item : item_.span()) {
            if (weights[item] < 0) throw InputError("weights must not be negative");
            total += weights[item];
            if (total > std::numeric_limits<std::int32_t>::max()) {
                throw InputError("weights must sum to less than 2**31");
            }
        }
    }

    Array<std::int32_t> item_, weights_;
    std::size_t rows_, columns_;
    Array<double> human_, metric_;
};

WeightedPairCounts weighted_pairs(ArrayArg<double> human, ArrayArg<double> metric,
                                  ArrayArg<std::int32_t> item, ArrayArg<std::int32_t> weights,
                                  std::size_t threads) {
    constexpr std::size_t KINDS = 5;
    const WeightedPoints points(human, metric, item, weights);
    std::vector<std::int64_t> counts(points.rows() * KINDS), size(points.rows()),
        distinct(points.rows());
    points.for_each<WeightedPairCounter>(threads, [&](auto& counter, std::size_t row) {
        const WeightedPairs found = counter.count(points.weights(row));
        const std::array<std::int64_t, KINDS> kinds{found.concordant, found.discordant,
                                                    found.tied_first, found.tied_second,
                                                    found.tied_both};
        std::ranges::copy(kinds, &counts[row * KINDS]);
        size[row] = found.size;
        distinct[row] = std::min(found.first_distinct, found.second_distinct);
    });
    return {Array<std::int64_t>::table(std::move(counts), points.rows(), KINDS),
            Array(std::move(size)), Array(std::move(distinct))};
}

Array<double> weighted_spearman(ArrayArg<double> human, ArrayArg<double> metric,
                                ArrayArg<std::int32_t> item, ArrayArg<std::int32_t> weights,
                                std::size_t threads) {
    const WeightedPoints points(human, metric, item, weights);
    std::vector<double> found(points.rows());
    points.for_each<WeightedSpearman>(threads, [&](auto& counter, std::size_t row) {
        found[row] = counter.rho(points.weights(row));
    });
    return Array(std::move(found));
}

BestThresholds best_tie_thresholds(ArrayArg<double> given_human, ArrayArg<double> given_metric,
                                   ArrayArg<std::int32_t> given_group, ArrayArg<double> given_first,
                                   ArrayArg<double> given_second,
                                   ArrayArg<std::int32_t> given_first_row,
                                   ArrayArg<std::int32_t> given_second_row, std::size_t threads) {
    const auto group = given_group.checked("group");
    if (!std::ranges::is_sorted(group.span())) throw InputError("group must not decrease");
    const auto human = checked_values(given_human, group.size(), "human");
    const auto metric = checked_values(given_metric, group.size(), "metric");
    const auto first = given_first.checked("first", 2), second = given_second.checked("second", 2);
    const std::size_t columns = columns_of(first.object());
    check_size(columns_of(second.object()), columns, "each row of second");
    const auto first_row =
        checked_indices(given_first_row, group.size(), rows_of(first.object()), "first_row");
    const auto second_row =
        checked_indices(given_second_row, group.size(), rows_of(second.object()), "second_row");
    auto found = unlocked([&] {
        const TieThresholdSearch search(human.span(), metric.span(), group.span());
        const PairWeights weights{first.span(), second.span(), first_row.span(), second_row.span(),
                                  columns};
        return search.best(weights, threads, stop_on_signal);
    });
    return {found.threshold, Array(std::move(found.gain))};
}

}  // namespace

void bind_metaevaluation(nb::module_& m) {
    nb::class_<WeightedPairCounts>(m, "WeightedPairCounts", "Counts of pairs of weighted points.")
        .def_ro("counts", &WeightedPairCounts::counts,
                "C, D, T_h, T_m and T_hm in each row, for each row of weights.")
        .def_ro("size", &WeightedPairCounts::size, "The number of points, with repetitions.")
        .def_ro("distinct", &WeightedPairCounts::distinct,
                "The number of distinct values, on the side with fewer.");
    nb::class_<BestThresholds>(m, "BestThresholds",
                               "The threshold for ties that agrees best with people.")
        .def_ro("threshold", &BestThresholds::threshold,
                "The smallest threshold that is best in the first column.")
        .def_ro("gain", &BestThresholds::gain,
                "The weight gained over the threshold 0, by column.");
    m.def("weighted_pairs", &weighted_pairs, "human"_a, "metric"_a, "item"_a, "weights"_a,
          "threads"_a,
          "Count pairs of points that two values order alike, differently or not.\n\n"
          "A row of weights holds how often the points of each item occur.");
    m.def("weighted_spearman", &weighted_spearman, "human"_a, "metric"_a, "item"_a, "weights"_a,
          "threads"_a,
          "Return Spearman's correlation of points, for each row of weights of items.\n\n"
          "It is NaN if either side has only one value.");
    m.def("best_tie_thresholds", &best_tie_thresholds, "human"_a, "metric"_a, "group"_a, "first"_a,
          "second"_a, "first_row"_a, "second_row"_a, "threads"_a,
          "Find the threshold for ties that makes the most weight of pairs agree with people.\n\n"
          "Pairs join points of one group. In each column, the pair i < j has the weight\n"
          "first[first_row[i]]·second[second_row[j]].");
}

}  // namespace wordorder
