// What Python sees of permutations, their trees and metrics.
#include "bindings.hpp"

#include "batch.hpp"
#include "order_errors.hpp"
#include "permutation_rows.hpp"
#include "permutation_text.hpp"
#include "preorder.hpp"
#include "relative.hpp"

namespace wordorder {
namespace {

nb::list metric_names(bool only_flat) {
    nb::list names;
    for (const Metric& metric : METRICS) {
        if (metric.flat || !only_flat) names.append(nb::str(metric.name.data(), metric.name.size()));
    }
    return names;
}

std::function<double(Ranks)> flat_metric(const Metric& metric) {
    return [&metric](Ranks ranks) {
        static const OperatorScores none_needed;
        thread_local Counter counter(none_needed, 0);
        return score(metric, counter.count(ranks, metric.parts));
    };
}

// A Python function sees the papers' 1-based tuples.
std::function<double(Ranks)> python_function(nb::callable function) {
    return [function](Ranks ranks) {
        nb::list written;
        for (const std::int32_t rank : ranks) written.append(rank + 1);
        return nb::cast<double>(function(nb::tuple(written)));
    };
}

// `simple` scores the simple operators: None (all 0), the name of a flat metric, or a function,
// for which the GIL stays held and one thread does the work.
template <class Offset>
nb::object ordering_scores(const Input<std::int32_t>& values, const Input<Offset>& offsets,
                           const std::vector<std::string_view>& metrics, double beta,
                           double monotone, double inverted, const nb::object& simple,
                           std::size_t threads) {
    Request request{{}, {monotone, inverted, nullptr}, beta, threads, stop_on_signal};
    for (const std::string_view name : metrics) {
        request.metrics.push_back(number_of_metric(name));
    }
    std::vector<double> scores;
    const auto run = [&] {
        const Rows<Offset> rows(as_span(values), as_span(offsets));
        scores.resize(metrics.size() * rows.size());
        Batch<Offset>(rows, request, scores.data()).run();
    };
    if (PyCallable_Check(simple.ptr())) {
        request.operators.simple = python_function(nb::borrow<nb::callable>(simple));
        request.threads = 1;
        run();
    } else {
        if (!simple.is_none()) {
            request.operators.simple =
                flat_metric(METRICS[number_of_metric(nb::cast<std::string_view>(simple))]);
        }
        nb::gil_scoped_release released;
        run();
    }
    return as_array(std::move(scores), metrics.size());
}

Ranks checked(const Input<std::int32_t>& ranks) {
    const std::int64_t offsets[] = {0, static_cast<std::int64_t>(ranks.size())};
    const Ranks row = Rows<std::int64_t>(as_span(ranks), offsets)[0];
    std::vector<bool> seen;
    if (!is_permutation(row, seen)) {
        throw InputError(describe_defect(std::vector<std::int64_t>(row.begin(), row.end()), 0));
    }
    return row;
}

void check_permutation(const Input<std::int32_t>& ranks) { checked(ranks); }

void check_permutations(const Input<std::int32_t>& values, const Input<std::int64_t>& offsets,
                        const std::optional<Input<std::int32_t>>& group_starts) {
    nb::gil_scoped_release released;
    check_permutation_rows(as_span(values), as_span(offsets),
                           group_starts ? std::optional(as_span(*group_starts)) : std::nullopt);
}

nb::tuple order_errors_of(const Input<std::int32_t>& values, const Input<std::int64_t>& offsets,
                          std::size_t threads) {
    OrderErrors found;
    {
        nb::gil_scoped_release released;
        check_permutation_rows(as_span(values), as_span(offsets), std::nullopt);
        found = order_errors({as_span(values), as_span(offsets)}, threads, stop_on_signal);
    }
    return nb::make_tuple(as_array(std::move(found.breaks)), as_array(std::move(found.misplaced)));
}

nb::dict counts(const Input<std::int32_t>& ranks) {
    const OperatorScores none_needed;
    const Counts c = Counter(none_needed, 0)
                         .count(checked(ranks), INVERSIONS | DISPLACEMENT | JOINS | TREE);
    const auto whole = [](double value) { return static_cast<std::int64_t>(value); };
    nb::dict found;
    found["n"] = whole(c.n);
    found["pairs"] = whole(c.pairs());
    found["inversions"] = whole(c.inversions);
    found["unmoved"] = c.displacement.unmoved;
    found["distance"] = c.displacement.distance;
    const WideSum squares = c.displacement.squares;
    found["squared_distance"] = (nb::int_(squares.high) << nb::int_(64)) + nb::int_(squares.low);
    found["breaks"] = whole(c.breaks());
    found["nodes"] = whole(c.nodes);
    found["binary_nodes"] = whole(c.binary_nodes);
    found["longest_operator"] = whole(c.longest_operator);
    return found;
}

nb::tuple flattened_tree(const Input<std::int32_t>& ranks) {
    const Ranks row = checked(ranks);
    Preorder nodes;
    {
        nb::gil_scoped_release released;
        Tree tree;
        tree.build(row);
        nodes = PreorderWalk(tree).walk();
    }
    return nb::make_tuple(as_array(std::move(nodes.kind)), as_array(std::move(nodes.start)),
                          as_array(std::move(nodes.end)), as_array(std::move(nodes.low)),
                          as_array(std::move(nodes.skip)));
}

nb::tuple parse_permutations(const nb::bytes& text, std::string_view name,
                             std::int64_t first_line, std::int64_t base, std::int64_t base_line,
                             bool orders) {
    PermutationText parser(name, first_line, {base, base_line}, orders);
    {
        nb::gil_scoped_release released;
        parser.parse({text.c_str(), text.size()});
    }
    return nb::make_tuple(as_array(std::move(parser.values())),
                          as_array(std::move(parser.offsets())), parser.base().value,
                          parser.base().line);
}

nb::bytes permutations_text(const Input<std::int32_t>& values, const Input<std::int64_t>& offsets) {
    std::string text;
    {
        nb::gil_scoped_release released;
        const Rows<std::int64_t> rows(as_span(values), as_span(offsets));
        for (std::size_t row = 0; row < rows.size(); ++row) append_row(text, rows[row]);
    }
    return nb::bytes(text.data(), text.size());
}

nb::object relative_permutations(const Input<std::int32_t>& systems,
                                 const Input<std::int32_t>& group_starts,
                                 const Input<std::int64_t>& offsets) {
    std::vector<std::int32_t> ranks;
    {
        nb::gil_scoped_release released;
        ranks = relative_rows({as_span(systems), as_span(offsets)},
                              {as_span(group_starts), as_span(offsets)});
    }
    return as_array(std::move(ranks));
}

}  // namespace

void bind_permutations(nb::module_& m) {
    m.def("metric_names", &metric_names, "only_flat"_a = false);
    m.def("ordering_scores", &ordering_scores<std::int32_t>, "values"_a.noconvert(),
          "offsets"_a.noconvert(), "metrics"_a, "beta"_a, "monotone"_a, "inverted"_a,
          "simple"_a.none(), "threads"_a);
    m.def("ordering_scores", &ordering_scores<std::int64_t>, "values"_a.noconvert(),
          "offsets"_a.noconvert(), "metrics"_a, "beta"_a, "monotone"_a, "inverted"_a,
          "simple"_a.none(), "threads"_a);
    m.def("check_permutation", &check_permutation, "ranks"_a.noconvert());
    m.def("check_permutations", &check_permutations, "values"_a.noconvert(),
          "offsets"_a.noconvert(), "group_starts"_a.noconvert().none());
    m.def("order_errors", &order_errors_of, "values"_a.noconvert(), "offsets"_a.noconvert(),
          "threads"_a);
    m.def("counts", &counts, "ranks"_a.noconvert());
    m.def("flattened_tree", &flattened_tree, "ranks"_a.noconvert());
    m.def("parse_permutations", &parse_permutations, "text"_a, "name"_a, "first_line"_a, "base"_a,
          "base_line"_a, "orders"_a);
    m.def("permutations_text", &permutations_text, "values"_a.noconvert(),
          "offsets"_a.noconvert());
    m.def("relative_permutations", &relative_permutations, "systems"_a.noconvert(),
          "group_starts"_a.noconvert(), "offsets"_a.noconvert());
}

}  // namespace wordorder
