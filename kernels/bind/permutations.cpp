// Python bindings: permutations, their trees and metrics.
#include "bind/bindings.hpp"

#include "order/batch.hpp"
#include "order/mending.hpp"
#include "order/misplacement.hpp"
#include "order/order_errors.hpp"
#include "order/relative.hpp"
#include "order/row_check.hpp"
#include "text/permutations.hpp"
#include "tree/preorder.hpp"

namespace wordorder {
namespace {

struct OrderErrorCounts { Array<std::int64_t> breaks, misplaced; };

struct MendingMoves {
    Array<std::int64_t> offsets;
    Array<std::int32_t> start, stop, to;
    Array<std::int64_t> pairs;
};

struct TreeNodes {
    Array<std::int8_t> kind;
    Array<std::int32_t> start, end, low, skip;
};

struct ParsedPermutations {
    Ragged rows;
    std::int64_t base, base_line;
    std::vector<RowProblem> problems;
};

nb::typed<nb::list, nb::str> metric_names(bool only_flat) {
    nb::list names;
    for (const Metric& metric : METRICS) {
        if (metric.flat || !only_flat) {
            names.append(nb::str(metric.name.data(), metric.name.size()));
        }
    }
    return nb::borrow<nb::typed<nb::list, nb::str>>(names);
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
    return [function = std::move(function)](Ranks ranks) {
        nb::list written;
        for (const std::int32_t rank : ranks) written.append(rank + 1);
        return nb::cast<double>(function(nb::tuple(written)));
    };
}

// `simple` scores simple operators: None (all 0), the name of a flat metric, or a function, which
// needs the GIL and therefore a single thread.
Array<double> ordering_scores(const Ragged& rows, const std::vector<std::string_view>& metrics,
                              double beta, double monotone, double inverted,
                              const nb::object& simple, std::size_t threads) {
    Request request{{}, {monotone, inverted, nullptr}, beta, threads, stop_on_signal};
    for (const std::string_view name : metrics) {
        request.metrics.push_back(number_of_metric(name));
    }
    std::vector<double> scores(metrics.size() * rows.size());
    const Rows own = rows.rows();  // on this thread's stack, where the others read it fastest
    const auto run = [&] { Batch(own, request, scores.data()).run(); };
    if (PyCallable_Check(simple.ptr())) {
        request.operators.simple = python_function(nb::borrow<nb::callable>(simple));
        request.threads = 1;
        run();
    } else {
        if (!simple.is_none()) {
            request.operators.simple =
                flat_metric(METRICS[number_of_metric(nb::cast<std::string_view>(simple))]);
        }
        unlocked(run);
    }
    return Array<double>::table(std::move(scores), metrics.size(), rows.size());
}

Ranks checked(Ranks ranks) {
    const std::int64_t offsets[] = {0, static_cast<std::int64_t>(ranks.size())};
    const Ranks row = Rows(ranks, std::span<const std::int64_t>(offsets))[0];
    std::vector<bool> seen;
    if (!is_permutation(row, seen)) {
        throw InputError(describe_defect(std::vector<std::int64_t>(row.begin(), row.end()), 0));
    }
    return row;
}

void check_permutation(ArrayArg<std::int32_t> ranks) { checked(ranks.checked("ranks").span()); }

void check_permutations(const Ragged& rows,
                        const std::optional<ArrayArg<std::int32_t>>& given_starts) {
    const auto group_starts = checked(given_starts, "group_starts");
    if (group_starts) check_group_starts(rows.rows(), group_starts->span());
    PermutationRowCheck checking;
    for_each_row(rows.size(), [&](std::size_t row) {
        std::optional<Ranks> starts;
        if (group_starts) starts = rows.rows().part(group_starts->span(), row);
        checking.check(row, rows[row], starts);
    });
}

OrderErrorCounts order_errors_of(const Ragged& rows, std::size_t threads) {
    check_permutations(rows, std::nullopt);
    const Rows own = rows.rows();
    OrderErrors found = unlocked([&] { return order_errors(own, threads, stop_on_signal); });
    return {Array(std::move(found.breaks)), Array(std::move(found.misplaced))};
}

Array<std::int32_t> misplacements(const Ragged& rows) {
    check_permutations(rows, std::nullopt);
    const Offsets& offsets = rows.offsets().view();
    const std::int64_t first = offsets[0];
    std::vector<std::int32_t> shifts(offsets[rows.size()] - first);
    Misplacement misplacement;
    for_each_row(rows.size(), [&](std::size_t row) {
        misplacement.find(rows[row], shifts.data() + (offsets[row] - first));
    });
    return Array(std::move(shifts));
}

MendingMoves mending_moves_of(const Ragged& rows, std::size_t most, std::size_t threads) {
    check_permutations(rows, std::nullopt);
    const Rows own = rows.rows();
    const auto moves = unlocked([&] { return mending_moves(own, most, threads, stop_on_signal); });
    std::vector<std::int64_t> offsets{0}, pairs;
    std::vector<std::int32_t> start, stop, to;
    for (const std::vector<MendingMove>& row : moves) {
        for (const MendingMove& move : row) {
            start.push_back(move.start);
            stop.push_back(move.stop);
            to.push_back(move.to);
            pairs.push_back(move.pairs);
        }
        offsets.push_back(static_cast<std::int64_t>(start.size()));
    }
    return {Array(std::move(offsets)), Array(std::move(start)), Array(std::move(stop)),
            Array(std::move(to)), Array(std::move(pairs))};
}

nb::typed<nb::dict, nb::str, nb::int_> counts(ArrayArg<std::int32_t> given) {
    const Array<std::int32_t> ranks = given.checked("ranks");
    const OperatorScores none_needed;
    const Counts c = Counter(none_needed, 0)
                         .count(checked(ranks.span()),
                                Part::inversions | Part::displacement | Part::joins | Part::tree);
    const auto whole = [](double value) { return static_cast<std::int64_t>(value); };
    const nb::dict found;
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
    return nb::borrow<nb::typed<nb::dict, nb::str, nb::int_>>(found);
}

TreeNodes flattened_tree(ArrayArg<std::int32_t> given) {
    const Array<std::int32_t> ranks = given.checked("ranks");
    Preorder nodes = unlocked([&] {
        Tree tree;
        tree.build(checked(ranks.span()));
        return PreorderWalk().walk(tree);
    });
    return {Array(std::move(nodes.kind)), Array(std::move(nodes.start)),
            Array(std::move(nodes.end)), Array(std::move(nodes.low)), Array(std::move(nodes.skip))};
}

ParsedPermutations parse_permutations(const nb::bytes& text, std::string_view name,
                                      std::int64_t first_line, std::int64_t base,
                                      std::int64_t base_line, bool orders, bool skip_bad) {
    PermutationText parser(name, first_line, {base, base_line}, orders, skip_bad);
    unlocked([&] { parser.parse({text.c_str(), text.size()}); });
    return {Ragged(std::move(parser.values()), std::move(parser.offsets())), parser.base().value,
            parser.base().line, std::move(parser.problems)};
}

nb::bytes permutations_text(const Ragged& rows) {
    std::string text;
    for_each_row(rows.size(), [&](std::size_t row) { append_row(text, rows[row]); });
    return nb::bytes(text.data(), text.size());
}

Array<std::int32_t> relative_permutations(const Ragged& systems,
                                          ArrayArg<std::int32_t> given_starts) {
    const Array<std::int32_t> starts = given_starts.checked("group_starts");
    return Array(unlocked([&] {
        return relative_rows(systems.rows(), Rows(starts.span(), systems.offsets().view()));
    }));
}

void bind_results(nb::module_& m) {
    nb::class_<OrderErrorCounts>(m, "OrderErrorCounts", "Errors of order in each row.")
        .def_ro("breaks", &OrderErrorCounts::breaks, "Maximal runs, less one.")
        .def_ro("misplaced", &OrderErrorCounts::misplaced,
                "Words outside the longest increasing subsequence.");
    nb::class_<MendingMoves>(m, "MendingMoves", "Block moves, in order within each row.")
        .def_ro("offsets", &MendingMoves::offsets, "Where the moves of each row start and end.")
        .def_ro("start", &MendingMoves::start, "The first word of each block.")
        .def_ro("stop", &MendingMoves::stop, "One past the last word of each block.")
        .def_ro("to", &MendingMoves::to, "The word before which the block goes.")
        .def_ro("pairs", &MendingMoves::pairs, "The number of pairs corrected.");
    nb::class_<TreeNodes>(m, "TreeNodes", "The nodes of a tree in pre-order, leaves included.")
        .def_ro("kind", &TreeNodes::kind, "The kind of each node, as a number.")
        .def_ro("start", &TreeNodes::start, "The first word of each node.")
        .def_ro("end", &TreeNodes::end, "One past the last word of each node.")
        .def_ro("low", &TreeNodes::low, "The least rank of the words of each node.")
        .def_ro("skip", &TreeNodes::skip, "For each node, the next one outside it.");
    nb::class_<ParsedPermutations>(m, "ParsedPermutations", "Permutations read from text.")
        .def_ro("rows", &ParsedPermutations::rows, "The ranks of each line.")
        .def_ro("base", &ParsedPermutations::base,
                "The number of the first word, 0 or 1; -1 until a line settles it.")
        .def_ro("base_line", &ParsedPermutations::base_line, "The line that settled it.")
        .def_ro("problems", &ParsedPermutations::problems, "The problems of skipped lines.");
}

}  // namespace

void bind_permutations(nb::module_& m) {
    bind_results(m);
    m.def("metric_names", &metric_names, "only_flat"_a = false,
          "Return the names of all metrics, or of those that need no tree.");
    m.def("ordering_scores", &ordering_scores, "rows"_a, "metrics"_a, "beta"_a, "monotone"_a,
          "inverted"_a, "simple"_a.none(), "threads"_a,
          nb::sig("def ordering_scores(rows: Ragged, metrics: collections.abc.Sequence[str], beta: "
                  "float, monotone: float, inverted: float, simple: str | "
                  "collections.abc.Callable[[tuple[int, ...]], float] | None, threads: int) -> "
                  "numpy.typing.NDArray[numpy.float64]"),
          "Score each row by each metric: an array of shape (metrics, rows).\n\n"
          "`monotone`, `inverted` and `simple` score the operators of trees; `simple` is the name\n"
          "of a flat metric, a function, or None for 0.");
    m.def("check_permutation", &check_permutation, "ranks"_a,
          "Raise an error unless these are the ranks of a permutation.");
    m.def("check_permutations", &check_permutations, "rows"_a, "group_starts"_a.none(),
          "Raise an error if a row is no permutation, or its groups do not fit it.");
    m.def("order_errors", &order_errors_of, "rows"_a, "threads"_a,
          "Count the errors of order in each row.");
    m.def(
        "misplacements", &misplacements, "rows"_a,
        "Return for each word the number of words in place that stand on its wrong side.\n\n"
        "It is 0 for a word in place, that is, in the longest increasing subsequence, negative if\n"
        "the word stands too far left.");
    m.def("mending_moves", &mending_moves_of, "rows"_a, "most"_a, "threads"_a,
          "Return up to `most` block moves that best correct the order of each row.");
    m.def("counts", &counts, "ranks"_a, "Return the counts behind the metrics of one permutation.");
    m.def("flattened_tree", &flattened_tree, "ranks"_a,
          "Return the nodes of the flattened permutation tree.");
    m.def(
        "parse_permutations", &parse_permutations, "text"_a, "name"_a, "first_line"_a, "base"_a,
        "base_line"_a, "orders"_a, "skip_bad"_a = false,
        "Read a permutation from each line; `base` and `base_line` are those of the text before.\n\n"
        "With `skip_bad`, each line stands alone; a bad one gets no words and a problem.");
    m.def("permutations_text", &permutations_text, "rows"_a, "Write each row as a line.");
    m.def(
        "relative_permutations", &relative_permutations, "systems"_a, "group_starts"_a,
        "Return the ranks of each order relative to a reference.\n\n"
        "`group_starts` holds the start of each word's group in the reference, in the same rows.");
}

}  // namespace wordorder
