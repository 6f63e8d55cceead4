// What Python sees of the kernels. Arguments arrive checked for type by the Python side; the
// kernels check what only they can check cheaply (every row a permutation, offsets in range).
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <tuple>

#include "agreement.hpp"
#include "alignment_text.hpp"
#include "anticipation.hpp"
#include "batch.hpp"
#include "best_partners.hpp"
#include "conllu.hpp"
#include "context_matching.hpp"
#include "conventions.hpp"
#include "crossings.hpp"
#include "ibm1.hpp"
#include "matching.hpp"
#include "ngrams.hpp"
#include "permutation_text.hpp"
#include "preorder.hpp"
#include "relative.hpp"
#include "reordering_table.hpp"
#include "retention.hpp"
#include "simple_operators.hpp"
#include "symmetrization.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace wordorder {
namespace {

template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> as_span(const Input<T>& array) {
    return {array.data(), array.size()};
}

// Hands a vector over to NumPy without copying it.
template <class T>
nb::object as_array(std::vector<T>&& vector, std::size_t rows = 0) {
    auto* const kept = new std::vector<T>(std::move(vector));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    if (rows == 0) return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), {kept->size()}, owner));
    return nb::cast(
        nb::ndarray<nb::numpy, T>(kept->data(), {rows, kept->size() / rows}, owner));
}

const Metric& metric_named(std::string_view name) {
    for (const Metric& metric : METRICS) {
        if (metric.name == name) return metric;
    }
    throw std::invalid_argument("no such metric: " + std::string(name));
}

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

// Lets Ctrl-C end a computation; has an effect on Python's main thread only.
void stop_on_signal() {
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
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
        request.metrics.push_back(&metric_named(name) - METRICS.data());
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
                flat_metric(metric_named(nb::cast<std::string_view>(simple)));
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

// ---- Alignments. A batch is a tuple: sources, targets, offsets, source and target lengths.

using AlignmentArrays = std::tuple<Input<std::int32_t>, Input<std::int32_t>, Input<std::int64_t>,
                                   Input<std::int32_t>, Input<std::int32_t>>;

AlignmentRows as_rows(const AlignmentArrays& arrays) {
    const auto& [sources, targets, offsets, source_lengths, target_lengths] = arrays;
    return {as_span(sources), as_span(targets), as_span(offsets), as_span(source_lengths),
            as_span(target_lengths)};
}

// The marks of the links; all are sure where there are none.
using Marks = std::optional<Input<std::uint8_t>>;

std::span<const std::uint8_t> as_marks(const Marks& marks, const AlignmentArrays& arrays) {
    if (!marks) return {};
    if (marks->size() != std::get<0>(arrays).size()) {
        throw InputError("there are " + std::to_string(std::get<0>(arrays).size()) +
                         " links, but " + std::to_string(marks->size()) + " marks");
    }
    return as_span(*marks);
}

void refuse_other_size(const AlignmentRows& a, const AlignmentRows& b) {
    if (a.size() != b.size()) {
        throw InputError("batches of " + std::to_string(a.size()) + " and " +
                         std::to_string(b.size()) + " alignments do not go together");
    }
}

void check_alignments(const AlignmentArrays& arrays, const Marks& sure) {
    nb::gil_scoped_release released;
    as_rows(arrays);
    as_marks(sure, arrays);
}

nb::object count_words_of_lines(const nb::bytes& text) {
    std::vector<std::int32_t> counts;
    {
        nb::gil_scoped_release released;
        counts = count_words({text.c_str(), text.size()});
    }
    return as_array(std::move(counts));
}

nb::tuple parse_alignments(const nb::bytes& text, std::string_view name, std::int64_t first_line,
                           std::int64_t base, bool lengths_in_front,
                           const std::optional<Input<std::int32_t>>& source_lengths,
                           const std::optional<Input<std::int32_t>>& target_lengths) {
    const auto lengths = [](const auto& given) {
        return given ? std::optional(as_span(*given)) : std::nullopt;
    };
    AlignmentText parser({std::string(name), first_line, base, lengths_in_front,
                          lengths(source_lengths), lengths(target_lengths)});
    {
        nb::gil_scoped_release released;
        parser.parse({text.c_str(), text.size()});
    }
    return nb::make_tuple(
        nb::make_tuple(as_array(std::move(parser.sources)), as_array(std::move(parser.targets)),
                       as_array(std::move(parser.offsets)),
                       as_array(std::move(parser.source_lengths)),
                       as_array(std::move(parser.target_lengths))),
        as_array(std::move(parser.sure)));
}

nb::bytes alignments_text(const AlignmentArrays& arrays, const Marks& sure, std::int64_t base) {
    std::string text;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        const std::span<const std::uint8_t> marks = as_marks(sure, arrays);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const Links links = rows[row];
            const std::size_t begin = std::get<2>(arrays).data()[row];
            append_row(text, links, marks.empty() ? marks : marks.subspan(begin, links.size()), base);
        }
    }
    return nb::bytes(text.data(), text.size());
}

// Ranks, offsets and, for the reference convention only, where the group of each word starts.
nb::tuple permutations(const AlignmentArrays& arrays, std::string_view convention) {
    std::vector<std::int32_t> ranks, group_starts;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        LrscoreConvention lrscore;
        ReferenceConvention reference;
        MatchedConvention matched;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (convention == "lrscore") lrscore.append(rows[row], ranks);
            if (convention == "reference") reference.append(rows[row], ranks, group_starts);
            if (convention == "matched") matched.append(rows[row], ranks);
            offsets.push_back(std::ssize(ranks));
        }
    }
    return nb::make_tuple(as_array(std::move(ranks)), as_array(std::move(offsets)),
                          as_array(std::move(group_starts)));
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

nb::tuple crossing_counts(const AlignmentArrays& arrays) {
    std::vector<std::int64_t> crossing, pairs;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        CrossingCounter counter;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const CrossingCounts counts = counter.count(rows[row]);
            crossing.push_back(counts.crossing);
            pairs.push_back(counts.pairs);
        }
    }
    return nb::make_tuple(as_array(std::move(crossing)), as_array(std::move(pairs)));
}

// Of the first row: the linked words of each side, and the component of each.
nb::tuple components(const AlignmentArrays& arrays) {
    const AlignmentRows rows = as_rows(arrays);
    if (rows.size() != 1) throw InputError("components are those of one alignment");
    Components found;
    found.build(rows[0]);
    std::vector<std::int32_t> of_source, of_target;
    for (std::size_t i = 0; i < found.sources().size(); ++i) of_source.push_back(found.of_source(i));
    for (std::size_t j = 0; j < found.targets().size(); ++j) of_target.push_back(found.of_target(j));
    const auto copied = [](Indices words) { return std::vector(words.begin(), words.end()); };
    return nb::make_tuple(
        as_array(copied(found.sources().words())), as_array(std::move(of_source)),
        as_array(copied(found.targets().words())), as_array(std::move(of_target)));
}

nb::tuple blocked_words(const AlignmentArrays& arrays) {
    std::vector<std::int32_t> words;
    std::vector<std::int64_t> offsets{0}, linked;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        BlockedWords blocked;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::vector<std::int32_t>& found = blocked.find(rows[row]);
            words.insert(words.end(), found.begin(), found.end());
            offsets.push_back(std::ssize(words));
            linked.push_back(static_cast<std::int64_t>(blocked.linked()));
        }
    }
    return nb::make_tuple(as_array(std::move(words)), as_array(std::move(offsets)),
                          as_array(std::move(linked)));
}

// For each link whether its component is non-contiguous.
nb::object blocking_links(const AlignmentArrays& arrays) {
    std::vector<std::uint8_t> marks;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        BlockedWords blocked;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const Links links = rows[row];
            blocked.find(links);
            for (std::size_t k = 0; k < links.size(); ++k) marks.push_back(blocked.blocking(k));
        }
    }
    return as_array(std::move(marks));
}

Symmetrization symmetrization_named(std::string_view name) {
    if (name == "intersection") return Symmetrization::intersection;
    if (name == "union") return Symmetrization::union_;
    if (name == "grow-diag-final-and") return Symmetrization::grow_diag_final_and;
    throw std::invalid_argument("no such symmetrisation: " + std::string(name));
}

nb::tuple symmetrize(const AlignmentArrays& forward, const AlignmentArrays& reverse,
                     std::string_view method) {
    const Symmetrization how = symmetrization_named(method);
    std::vector<std::int32_t> sources, targets;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release released;
        const AlignmentRows forward_rows = as_rows(forward), reverse_rows = as_rows(reverse);
        refuse_other_size(forward_rows, reverse_rows);
        Symmetrizer symmetrizer;
        std::vector<std::uint64_t> chosen;
        for (std::size_t row = 0; row < forward_rows.size(); ++row) {
            symmetrizer.run(forward_rows[row], reverse_rows[row], how, chosen);
            for (const std::uint64_t link : chosen) {
                sources.push_back(first_of(link));
                targets.push_back(second_of(link));
            }
            offsets.push_back(std::ssize(sources));
        }
    }
    return nb::make_tuple(as_array(std::move(sources)), as_array(std::move(targets)),
                          as_array(std::move(offsets)));
}

// For each pair of rows: links predicted, sure gold links, predicted and sure, predicted and gold.
nb::object agreement_counts(const AlignmentArrays& predicted, const AlignmentArrays& gold,
                            const Marks& gold_sure) {
    std::vector<std::int64_t> counts;
    {
        nb::gil_scoped_release released;
        const AlignmentRows predicted_rows = as_rows(predicted), gold_rows = as_rows(gold);
        refuse_other_size(predicted_rows, gold_rows);
        const std::span<const std::uint8_t> marks = as_marks(gold_sure, gold);
        for (std::size_t row = 0; row < gold_rows.size(); ++row) {
            const Links links = gold_rows[row];
            const std::size_t begin = std::get<2>(gold).data()[row];
            const Agreement found =
                agreement(predicted_rows[row], links,
                          marks.empty() ? marks : marks.subspan(begin, links.size()));
            counts.insert(counts.end(), {found.predicted, found.sure, found.predicted_sure,
                                         found.predicted_gold});
        }
    }
    return as_array(std::move(counts));
}

// ---- Trees

// Heads, relations, tags and their offsets; where each sentence starts, as byte and as line; and
// the problems, each a row, a line and a message.
nb::tuple parse_conllu(Interner& names, const nb::bytes& text, std::int64_t first_line,
                       const std::array<std::int64_t, 4>& limits) {
    const auto [words, bytes, different_names, name_bytes] = limits;
    ConlluText parser(names, first_line, {words, bytes, different_names, name_bytes});
    {
        nb::gil_scoped_release released;
        parser.parse({text.c_str(), text.size()});
    }
    nb::list problems;
    for (const auto& [row, line, what] : parser.problems) {
        problems.append(nb::make_tuple(row, line, nb::str(what.data(), what.size())));
    }
    return nb::make_tuple(as_array(std::move(parser.heads)), as_array(std::move(parser.deprels)),
                          as_array(std::move(parser.upos)), as_array(std::move(parser.offsets)),
                          as_array(std::move(parser.starts)), as_array(std::move(parser.lines)),
                          problems);
}

// ---- Reorderings.

nb::tuple anticipation_counts(const AlignmentArrays& arrays, const Input<std::int32_t>& ks) {
    std::vector<std::int64_t> counts, linked;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        AnticipationCounter counter;
        counts.resize(rows.size() * ks.size());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            linked.push_back(counter.count(rows[row], as_span(ks), counts.data() + row * ks.size()));
        }
    }
    return nb::make_tuple(as_array(std::move(counts)), as_array(std::move(linked)));
}

// The orders of the children of all simple nodes, and how many each sentence pair has.
nb::tuple simple_operators(const AlignmentArrays& arrays) {
    std::vector<std::int32_t> operators;
    std::vector<std::int64_t> ends{0}, counts;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        SimpleOperators found;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::size_t before = ends.size();
            found.append(rows[row], operators, ends);
            counts.push_back(static_cast<std::int64_t>(ends.size() - before));
        }
    }
    return nb::make_tuple(as_array(std::move(operators)), as_array(std::move(ends)),
                          as_array(std::move(counts)));
}

// Heads and offsets of the words.
using HeadArrays = std::tuple<Input<std::int32_t>, Input<std::int64_t>>;
// Parents, first and last words, and offsets of the nodes.
using NodeArrays = std::tuple<Input<std::int32_t>, Input<std::int32_t>, Input<std::int32_t>,
                              Input<std::int64_t>>;

// What turns row i of the trees into units; nothing without trees.
using TreeBuilder = std::function<void(std::size_t, const Links&, UnitTree&)>;

TreeBuilder builder_of(const std::optional<HeadArrays>& heads,
                       const std::optional<NodeArrays>& nodes) {
    if (heads) {
        return [rows = Rows<std::int64_t>(as_span(std::get<0>(*heads)),
                                          as_span(std::get<1>(*heads)))](
                   std::size_t row, const Links&, UnitTree& tree) {
            if (row >= rows.size()) throw InputError("there are fewer trees than alignments");
            tree.build_dependencies(rows[row]);
        };
    }
    if (!nodes) return nullptr;
    const auto part = [&](const Input<std::int32_t>& values) {
        return Rows<std::int64_t>(as_span(values), as_span(std::get<3>(*nodes)));
    };
    return [parents = part(std::get<0>(*nodes)), first = part(std::get<1>(*nodes)),
            last = part(std::get<2>(*nodes))](std::size_t row, const Links& links, UnitTree& tree) {
        if (row >= parents.size()) throw InputError("there are fewer trees than alignments");
        tree.build_constituents(parents[row], first[row], last[row], links.source_length);
    };
}

nb::tuple as_columns(ReorderingTable&& table) {
    nb::list spans;
    for (std::vector<std::int32_t>& column : table.spans) spans.append(as_array(std::move(column)));
    return nb::make_tuple(nb::tuple(spans), as_array(std::move(table.offsets)),
                          as_array(std::move(table.syntactic)), as_array(std::move(table.parents)),
                          as_array(std::move(table.units)),
                          as_array(std::move(table.unit_offsets)));
}

nb::tuple reorderings(const AlignmentArrays& arrays, const std::optional<HeadArrays>& heads,
                      const std::optional<NodeArrays>& nodes, bool left_branching,
                      bool left_siblings) {
    ReorderingTable table;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        const TreeBuilder build = builder_of(heads, nodes);
        const auto named = [](bool left) { return left ? Branching::left : Branching::right; };
        ReorderingFinder finder(named(left_branching), named(left_siblings));
        UnitTree tree;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const Links links = rows[row];
            if (!build) {
                table.append(finder.find(links), finder, nullptr);
                continue;
            }
            try {
                build(row, links, tree);
            } catch (const InputError& error) {
                throw InputError("row " + std::to_string(row) + ": " + error.what());
            }
            if (tree.words() != links.source_length) {
                throw InputError("row " + std::to_string(row) + ": the tree has " +
                                 std::to_string(tree.words()) + " words, the sentence " +
                                 std::to_string(links.source_length));
            }
            table.append(finder.find(links, tree), finder, &tree);
        }
    }
    return as_columns(std::move(table));
}

// Pairs of numbers for each row, one behind the other: the offsets are even.
using PairArrays = std::tuple<Input<std::int32_t>, Input<std::int64_t>>;

nb::object retention(const AlignmentArrays& reference, const AlignmentArrays& translation,
                     const PairArrays& blocks, const PairArrays& moved,
                     const std::optional<PairArrays>& phrases) {
    std::vector<std::int8_t> fates;
    {
        nb::gil_scoped_release released;
        const AlignmentRows references = as_rows(reference), translations = as_rows(translation);
        refuse_other_size(references, translations);
        const auto rows_of = [&](const PairArrays& pairs) {
            const Rows<std::int64_t> rows(as_span(std::get<0>(pairs)), as_span(std::get<1>(pairs)));
            if (rows.size() != references.size()) throw InputError("not as many rows of pairs");
            return rows;
        };
        const Rows<std::int64_t> block_rows = rows_of(blocks), moved_rows = rows_of(moved);
        const auto phrase_rows = phrases ? std::optional(rows_of(*phrases)) : std::nullopt;
        RetentionJudge judge;
        for (std::size_t row = 0; row < references.size(); ++row) {
            const Ranks found = block_rows[row];
            if (found.empty()) continue;
            judge.read(references[row], translations[row], moved_rows[row],
                       phrase_rows ? (*phrase_rows)[row] : Ranks{});
            for (std::size_t i = 0; i + 3 < found.size(); i += 4) {
                const Blocks pair{found[i], found[i + 1], found[i + 2], found[i + 3]};
                fates.push_back(static_cast<std::int8_t>(judge.judge(pair)));
            }
        }
    }
    return as_array(std::move(fates));
}

// ---- Matching of a hypothesis with its reference

nb::tuple intern(Interner& interner, const nb::bytes& text) {
    std::vector<std::int32_t> ids;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release released;
        interner.intern({text.c_str(), text.size()}, ids, offsets);
    }
    return nb::make_tuple(as_array(std::move(ids)), as_array(std::move(offsets)));
}

nb::list words_from(const Interner& interner, std::size_t first) {
    nb::list words;
    for (std::size_t number = first; number < interner.size(); ++number) {
        const std::string_view word = interner.word(number);
        words.append(nb::str(word.data(), word.size()));
    }
    return words;
}

using RaggedIds = std::tuple<Input<std::int32_t>, Input<std::int64_t>>;

Rows<std::int64_t> as_id_rows(const RaggedIds& ids) {
    return {as_span(std::get<0>(ids)), as_span(std::get<1>(ids))};
}

// Hypotheses and references as rows of word numbers below `words`; links and their stages back.
nb::tuple match_words(const RaggedIds& hypotheses, const RaggedIds& references, std::int32_t words,
                      const std::optional<Input<std::int32_t>>& stems,
                      const std::optional<RaggedIds>& synonyms,
                      const ParaphraseTable* paraphrases, const std::vector<std::int64_t>& weights) {
    MatchData data;
    data.words = words;
    if (stems) data.stems = as_span(*stems);
    if (synonyms) {
        data.synonym_values = as_span(std::get<0>(*synonyms));
        data.synonym_offsets = as_span(std::get<1>(*synonyms));
    }
    data.paraphrases = paraphrases;
    if (weights.size() != STAGES) throw InputError("there must be a weight for each of the stages");
    std::copy(weights.begin(), weights.end(), data.weights.begin());
    MatchedRows matched;
    {
        nb::gil_scoped_release released;
        matched = match_rows(as_id_rows(hypotheses), as_id_rows(references), data,
                             stop_on_signal);
    }
    return nb::make_tuple(as_array(std::move(matched.sources)), as_array(std::move(matched.targets)),
                          as_array(std::move(matched.offsets)), as_array(std::move(matched.stages)),
                          as_array(std::move(matched.exact)), as_array(std::move(matched.covered)),
                          as_array(std::move(matched.chunks)));
}

nb::tuple match_contexts(const RaggedIds& hypotheses, const RaggedIds& references) {
    std::vector<std::int32_t> sources, targets;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release released;
        const Rows<std::int64_t> hypothesis = as_id_rows(hypotheses), reference = as_id_rows(references);
        if (hypothesis.size() != reference.size()) throw InputError("rows do not go together");
        check_words(hypothesis, std::int64_t{1} << 31);
        check_words(reference, std::int64_t{1} << 31);
        ContextMatcher matcher;
        for (std::size_t row = 0; row < hypothesis.size(); ++row) {
            const std::vector<std::int32_t>& partners = matcher.match(hypothesis[row], reference[row]);
            for (std::size_t i = 0; i < partners.size(); ++i) {
                if (partners[i] == ContextMatcher::NO_MATCH) continue;
                sources.push_back(static_cast<std::int32_t>(i));
                targets.push_back(partners[i]);
            }
            offsets.push_back(std::ssize(sources));
        }
    }
    return nb::make_tuple(as_array(std::move(sources)), as_array(std::move(targets)),
                          as_array(std::move(offsets)));
}

// ---- Lexical parts of the scores

// A row of counts for each hypothesis: see NgramCounter.
nb::object bleu_statistics(const RaggedIds& hypotheses, const std::vector<RaggedIds>& references,
                           std::int64_t order) {
    std::vector<std::int64_t> statistics;
    {
        nb::gil_scoped_release released;
        const Rows<std::int64_t> hypothesis_rows = as_id_rows(hypotheses);
        check_words(hypothesis_rows, std::int64_t{1} << 31);
        std::vector<Rows<std::int64_t>> reference_rows;
        for (const RaggedIds& ids : references) {
            reference_rows.push_back(as_id_rows(ids));
            check_words(reference_rows.back(), std::int64_t{1} << 31);
        }
        statistics = ngram_statistics(hypothesis_rows, reference_rows, order, stop_on_signal);
    }
    return as_array(std::move(statistics)).attr("reshape")(-1, 2 * order + 2);
}

// ---- Aligners

// The table p(target | source), NULL's row first: offsets, target words, probabilities. `report` is
// told what EM raises, at the start and after each iteration.
nb::tuple ibm1_table(const RaggedIds& source, std::int32_t source_words, const RaggedIds& target,
                     std::int32_t target_words, std::int64_t iterations, double prior,
                     std::size_t threads, const nb::callable& report) {
    const auto tell = [&report](double value) {
        nb::gil_scoped_acquire held;
        report(value);
    };
    const Ibm1Options options{iterations, prior, threads, stop_on_signal, tell};
    std::optional<Ibm1> model;
    {
        nb::gil_scoped_release released;
        const auto side = [](const RaggedIds& arrays, std::int32_t words) {
            return Side(as_span(std::get<0>(arrays)), as_span(std::get<1>(arrays)), words);
        };
        model.emplace(side(source, source_words), side(target, target_words), options);
        model->run();
    }
    return nb::make_tuple(as_array(std::move(model->offsets)), as_array(std::move(model->targets)),
                          as_array(std::move(model->probabilities)));
}

// The place of the partner of each word in the other sentence, -1 where there is none.
nb::object best_partners_of_words(const RaggedIds& words, const RaggedIds& others,
                                  const Input<std::int32_t>& partners,
                                  const Input<float>& probabilities,
                                  const Input<std::int64_t>& offsets, std::size_t threads) {
    std::vector<std::int32_t> chosen;
    {
        nb::gil_scoped_release released;
        const PartnerTable table(as_span(partners), as_span(probabilities), as_span(offsets));
        chosen = best_partners(as_id_rows(words), as_id_rows(others), table, threads, stop_on_signal);
    }
    return as_array(std::move(chosen));
}

}  // namespace

NB_MODULE(_kernels, m) {
    const nb::object input_error = nb::module_::import_("wordorder.errors").attr("InputError");
    nb::register_exception_translator(
        [](const std::exception_ptr& error, void* type) {
            try {
                std::rethrow_exception(error);
            } catch (const InputError& e) {
                PyErr_SetString(static_cast<PyObject*>(type), e.what());
            }
        },
        nb::object(input_error).release().ptr());

    m.def("metric_names", &metric_names, "only_flat"_a = false);
    m.def("ordering_scores", &ordering_scores<std::int32_t>, "values"_a.noconvert(),
          "offsets"_a.noconvert(), "metrics"_a, "beta"_a, "monotone"_a, "inverted"_a,
          "simple"_a.none(), "threads"_a);
    m.def("ordering_scores", &ordering_scores<std::int64_t>, "values"_a.noconvert(),
          "offsets"_a.noconvert(), "metrics"_a, "beta"_a, "monotone"_a, "inverted"_a,
          "simple"_a.none(), "threads"_a);
    m.def("check_permutation", &check_permutation, "ranks"_a.noconvert());
    m.def("counts", &counts, "ranks"_a.noconvert());
    m.def("flattened_tree", &flattened_tree, "ranks"_a.noconvert());
    m.def("parse_permutations", &parse_permutations, "text"_a, "name"_a, "first_line"_a, "base"_a,
          "base_line"_a, "orders"_a);
    m.def("permutations_text", &permutations_text, "values"_a.noconvert(),
          "offsets"_a.noconvert());
    m.def("relative_permutations", &relative_permutations, "systems"_a.noconvert(),
          "group_starts"_a.noconvert(), "offsets"_a.noconvert());

    m.def("check_alignments", &check_alignments, "alignments"_a, "sure"_a.none());
    m.def("count_words", &count_words_of_lines, "text"_a);
    m.def("parse_alignments", &parse_alignments, "text"_a, "name"_a, "first_line"_a, "base"_a,
          "lengths_in_front"_a, "source_lengths"_a.none(), "target_lengths"_a.none());
    m.def("alignments_text", &alignments_text, "alignments"_a, "sure"_a.none(), "base"_a);
    m.def("permutations", &permutations, "alignments"_a, "convention"_a);
    m.def("crossing_counts", &crossing_counts, "alignments"_a);
    m.def("components", &components, "alignment"_a);
    m.def("blocked_words", &blocked_words, "alignments"_a);
    m.def("blocking_links", &blocking_links, "alignments"_a);
    m.def("symmetrize", &symmetrize, "forward"_a, "reverse"_a, "method"_a);
    m.def("agreement_counts", &agreement_counts, "predicted"_a, "gold"_a, "gold_sure"_a.none());

    m.def("parse_conllu", &parse_conllu, "names"_a, "text"_a, "first_line"_a, "limits"_a);

    m.def("anticipation_counts", &anticipation_counts, "alignments"_a, "ks"_a.noconvert());
    m.def("simple_operators", &simple_operators, "alignments"_a);
    m.def("reorderings", &reorderings, "alignments"_a, "heads"_a.none(), "nodes"_a.none(),
          "left_branching"_a, "left_siblings"_a);
    m.def("retention", &retention, "reference"_a, "translation"_a, "blocks"_a, "moved"_a,
          "phrases"_a.none());

    m.def("ibm1_table", &ibm1_table, "source"_a, "source_words"_a, "target"_a, "target_words"_a,
          "iterations"_a, "prior"_a, "threads"_a, "report"_a);
    m.def("best_partners", &best_partners_of_words, "words"_a, "others"_a, "partners"_a,
          "probabilities"_a, "offsets"_a, "threads"_a);

    nb::class_<Interner>(m, "Interner")
        .def(nb::init<>())
        .def("__len__", &Interner::size)
        .def("intern", &intern, "text"_a)
        .def("words", &words_from, "first"_a);
    nb::class_<ParaphraseTable>(m, "ParaphraseTable")
        .def(nb::init<const Interner&, std::string_view>(), "words"_a, "name"_a, nb::keep_alive<1, 2>())
        .def("__len__", &ParaphraseTable::size)
        .def("add", [](ParaphraseTable& table, const nb::bytes& text) {
            nb::gil_scoped_release released;
            table.add({text.c_str(), text.size()});
        }, "text"_a)
        .def("finish", &ParaphraseTable::finish);
    m.def("match_words", &match_words, "hypotheses"_a, "references"_a, "words"_a, "stems"_a.none(),
          "synonyms"_a.none(), "paraphrases"_a.none(), "weights"_a);
    m.def("match_contexts", &match_contexts, "hypotheses"_a, "references"_a);
    m.def("bleu_statistics", &bleu_statistics, "hypotheses"_a.noconvert(),
          "references"_a.noconvert(), "order"_a);
}

}  // namespace wordorder
