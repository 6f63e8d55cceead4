// Python bindings: tests between metrics.
#include "bind/bindings.hpp"

#include "statistics/swapped_correlations.hpp"
#include "statistics/swapped_groups.hpp"
#include "statistics/swapped_pairs.hpp"
#include "statistics/swapped_thresholds.hpp"

namespace wordorder {
namespace {

std::size_t shape_of(const nb::object& array, int axis) {
    return nb::cast<std::size_t>(array.attr("shape")[nb::int_(axis)]);
}

// Scores of metrics, the pairs of metrics to compare, and which cells are swapped.
class HeldSwaps {
public:
    HeldSwaps(ArrayArg<double> scores, ArrayArg<std::int32_t> pairs, ArrayArg<std::int64_t> swaps,
              std::size_t threads)
        : scores_(scores.checked("scores", 2)), pairs_(pairs.checked("pairs", 2)),
          swaps_(swaps.checked("swaps", 2)) {
        const std::size_t cells = shape_of(scores_.object(), 1);
        const SwapRows rows{swaps_.span(), shape_of(swaps_.object(), 0),
                            shape_of(swaps_.object(), 1)};
        check_size(shape_of(pairs_.object(), 1), 2, "each row of pairs");
        check_range(pairs_.span(), 0, shape_of(scores_.object(), 0), "pairs");
        check_size(rows.width, (cells + 63) / 64, "each row of swaps");
        request_ = {scores_.span(), cells, pairs_.span(), rows, threads, stop_on_signal};
    }

    const SwapRequest& request() const { return request_; }

    Array<double> table(std::vector<double>&& differences) const {
        return Array<double>::table(std::move(differences), request_.pairs.size() / 2,
                                    request_.swaps.rows);
    }

private:
    Array<double> scores_;
    Array<std::int32_t> pairs_;
    Array<std::int64_t> swaps_;
    SwapRequest request_;
};

// Judged pairs of cells.
class HeldPairs {
public:
    HeldPairs(ArrayArg<std::int32_t> first, ArrayArg<std::int32_t> second,
              ArrayArg<std::int64_t> votes, OffsetsArg groups)
        : first_(first.checked("first")), second_(second.checked("second")),
          votes_(votes.checked("votes", 2)), groups_(groups.checked("groups")) {
        check_size(second_.size(), first_.size(), "second");
        check_size(votes_.size(), 3 * first_.size(), "votes");
        check_range(votes_.span(), 0, std::size_t{1} << 31, "votes");
        unlocked([this] { return Rows(first_.span(), groups_.view()).size(); });
    }

    JudgedPairs of(const HeldSwaps& swaps) const {
        check_range(first_.span(), 0, swaps.request().cells, "first");
        check_range(second_.span(), 0, swaps.request().cells, "second");
        return {first_.span(), second_.span(), votes_.span()};
    }

    const Offsets& groups() const { return groups_.view(); }

private:
    Array<std::int32_t> first_, second_;
    Array<std::int64_t> votes_;
    OffsetArray groups_;
};

Rule checked_rule(ArrayArg<std::int64_t> given, const char* name) {
    const auto values = given.checked(name, 2);
    check_size(values.size(), 9, name);
    for (const std::int64_t value : values.span()) {
        if (value < -1 || value > 1) throw InputError(std::string(name) + " must be -1, 0 or 1");
    }
    Rule rule;
    std::copy(values.span().begin(), values.span().end(), rule.begin());
    return rule;
}

enum class PairTest { pooled, grouped, best_threshold };

Array<double> swapped_pair_differences(const HeldSwaps& swaps, const HeldPairs& pairs,
                                       ArrayArg<std::int64_t> numerator,
                                       ArrayArg<std::int64_t> denominator, bool root,
                                       PairTest test) {
    const JudgedPairs judged = pairs.of(swaps);
    const PairStatistic statistic{checked_rule(numerator, "numerator"),
                                  checked_rule(denominator, "denominator"), root};
    return swaps.table(unlocked([&] {
        const SwapRequest& request = swaps.request();
        if (test == PairTest::pooled) return swapped_pair_statistics(judged, statistic, request);
        if (test == PairTest::grouped) {
            return swapped_group_statistics(judged, pairs.groups(), statistic, request);
        }
        return swapped_tie_accuracy(judged, pairs.groups(), statistic, request);
    }));
}

Array<double> swapped_correlation_differences(const HeldSwaps& swaps, ArrayArg<double> given_people,
                                              const Ragged& groups) {
    const auto people = given_people.checked("people");
    check_size(people.size(), swaps.request().cells, "people");
    check_range(groups.rows().values(), 0, people.size(), "groups");
    return swaps.table(unlocked(
        [&] { return swapped_correlations(people.span(), groups.rows(), swaps.request()); }));
}

}  // namespace

void bind_metric_tests(nb::module_& m) {
    nb::class_<HeldSwaps>(m, "MetricSwaps",
                          "Scores of metrics by cell, and which cells two metrics exchange.")
        .def(nb::init<ArrayArg<double>, ArrayArg<std::int32_t>, ArrayArg<std::int64_t>,
                      std::size_t>(),
             "scores"_a, "pairs"_a, "swaps"_a, "threads"_a,
             "Take scores (metrics, cells), pairs of metrics, and a row of bits per permutation.");
    nb::class_<HeldPairs>(m, "JudgedPairs", "Pairs of cells compared by people.")
        .def(nb::init<ArrayArg<std::int32_t>, ArrayArg<std::int32_t>, ArrayArg<std::int64_t>,
                      OffsetsArg>(),
             "first"_a, "second"_a, "votes"_a, "groups"_a,
             "Take cells, votes for the second, neither and the first, and the starts of groups.");
    nb::enum_<PairTest>(m, "PairTest", "Ways to turn counts of pairs into a statistic.")
        .value("POOLED", PairTest::pooled, "Over all pairs together.")
        .value("GROUPED", PairTest::grouped, "The mean over groups.")
        .value("BEST_THRESHOLD", PairTest::best_threshold,
               "The mean over groups, with the best threshold for ties.");
    m.def("swapped_pair_differences", &swapped_pair_differences, "swaps"_a, "pairs"_a,
          "numerator"_a, "denominator"_a, "root"_a, "test"_a,
          "Return differences of a statistic of counts, by pair of metrics and permutation.");
    m.def(
        "swapped_correlation_differences", &swapped_correlation_differences, "swaps"_a, "people"_a,
        "groups"_a,
        "Return differences of mean correlations with people, by pair of metrics and permutation.");
}

}  // namespace wordorder
