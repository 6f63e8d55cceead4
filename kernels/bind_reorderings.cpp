// What Python sees of reorderings.
#include "bindings.hpp"

#include "anticipation.hpp"
#include "reordering_table.hpp"
#include "retention.hpp"
#include "simple_operators.hpp"

namespace wordorder {
namespace {

nb::tuple anticipation_counts(const AlignmentArrays& arrays, const Input<std::int32_t>& ks,
                              bool to_scale) {
    std::vector<std::int64_t> counts, linked;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        AnticipationCounter counter;
        counts.resize(rows.size() * ks.size());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            linked.push_back(
                counter.count(rows[row], as_span(ks), to_scale, counts.data() + row * ks.size()));
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

}  // namespace

void bind_reorderings(nb::module_& m) {
    m.def("anticipation_counts", &anticipation_counts, "alignments"_a, "ks"_a.noconvert(),
          "to_scale"_a);
    m.def("simple_operators", &simple_operators, "alignments"_a);
    m.def("reorderings", &reorderings, "alignments"_a, "heads"_a.none(), "nodes"_a.none(),
          "left_branching"_a, "left_siblings"_a);
    m.def("retention", &retention, "reference"_a, "translation"_a, "blocks"_a, "moved"_a,
          "phrases"_a.none());
}

}  // namespace wordorder
