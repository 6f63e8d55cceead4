// Python bindings: reorderings.
#include "bind/bindings.hpp"

#include "reordering/anticipation.hpp"
#include "reordering/reorderings.hpp"
#include "reordering/retention.hpp"
#include "reordering/simple_operators.hpp"

namespace wordorder {
namespace {

struct Anticipation { Array<std::int64_t> counts, scaled, linked; };

struct SimpleNodes {
    Ragged operators;
    Array<std::int32_t> of_nodes;
    Array<std::int64_t> counts;
};

struct ReorderingColumns {
    Array<std::int32_t> spans;
    Array<std::int64_t> offsets;
    Array<std::uint8_t> syntactic;
    Array<std::int32_t> parents;
    Ragged units;
};

// The nodes of constituency trees, in pre-order, with parents and first and last words.
class NodeRows {
public:
    NodeRows(ArrayArg<std::int32_t> parents, ArrayArg<std::int32_t> first,
             ArrayArg<std::int32_t> last, OffsetsArg offsets)
        : parents_(parents, offsets), first_(first, offsets), last_(last, offsets) {}

    std::size_t size() const { return parents_.size(); }

    void build(std::size_t row, std::int32_t words, UnitTree& tree) const {
        tree.build_constituents(parents_[row], first_[row], last_[row], words);
    }

private:
    Ragged parents_, first_, last_;
};

Anticipation anticipation_counts(const LinkRows& links, ArrayArg<std::int32_t> given) {
    const Array<std::int32_t> ks = given.checked("ks");
    const std::size_t size = links.size() * ks.size();
    std::vector<std::int64_t> counts(size), scaled(size), linked;
    AnticipationCounter counter;
    for_each_row(links.size(), [&](std::size_t row) {
        const std::size_t first = row * ks.size();
        linked.push_back(
            counter.count(links[row], ks.span(), counts.data() + first, scaled.data() + first));
    });
    const auto table = [&](std::vector<std::int64_t>& made) {
        return Array<std::int64_t>::table(std::move(made), links.size(), ks.size());
    };
    return {table(counts), table(scaled), Array(std::move(linked))};
}

SimpleNodes simple_operators(const LinkRows& links) {
    OperatorNumbers numbered;
    std::vector<std::int32_t> operators;  // of a row
    std::vector<std::int64_t> ends, counts;
    SimpleOperators found;
    for_each_row(links.size(), [&](std::size_t row) {
        operators.clear();
        ends.assign(1, 0);
        found.append(links[row], operators, ends);
        for (std::size_t i = 1; i < ends.size(); ++i) {
            numbered.add(Indices(operators).subspan(ends[i - 1], ends[i] - ends[i - 1]));
        }
        counts.push_back(std::ssize(ends) - 1);
    });
    return {Ragged(std::move(numbered.ranks), std::move(numbered.offsets)),
            Array(std::move(numbered.of_nodes)), Array(std::move(counts))};
}

// The spans of all reorderings, column by column.
std::vector<std::int32_t> columns_of(const ReorderingTable& table) {
    std::vector<std::int32_t> columns;
    columns.reserve(ReorderingTable::SPANS * table.spans.size());
    for (std::size_t column = 0; column < ReorderingTable::SPANS; ++column) {
        for (const auto& spans : table.spans) columns.push_back(spans[column]);
    }
    return columns;
}

// Builds the units of a row's tree; false without trees.
bool build(const Ragged* heads, const NodeRows* nodes, std::size_t row, const Links& links,
           UnitTree& tree) {
    if (heads == nullptr && nodes == nullptr) return false;
    if (row >= (heads ? heads->size() : nodes->size())) {
        throw InputError("there are fewer trees than alignments");
    }
    if (heads) {
        tree.build_dependencies((*heads)[row]);
    } else {
        nodes->build(row, links.source_length, tree);
    }
    if (tree.words() != links.source_length) {
        throw InputError("the tree has " + std::to_string(tree.words()) +
                         " words, but the sentence has " + std::to_string(links.source_length));
    }
    return true;
}

ReorderingColumns reorderings(const LinkRows& links, const Ragged* heads, const NodeRows* nodes,
                              Branching branching, Branching sibling_branching) {
    ReorderingTable table;
    ReorderingFinder finder(branching, sibling_branching);
    UnitTree tree;
    for_each_row(links.size(), [&](std::size_t row) {
        bool has_tree = false;
        try {
            has_tree = build(heads, nodes, row, links[row], tree);
        } catch (const InputError& error) {
            throw error.behind("row " + std::to_string(row) + ": ");
        }
        if (has_tree) {
            table.append(finder.find(links[row], tree), finder, &tree);
        } else {
            table.append(finder.find(links[row]), finder, nullptr);
        }
    });
    const std::size_t found = table.syntactic.size();
    return {Array<std::int32_t>::table(unlocked([&] { return columns_of(table); }),
                                       ReorderingTable::SPANS, found),
            Array(std::move(table.offsets)), Array(std::move(table.syntactic)),
            Array(std::move(table.parents)),
            Ragged(std::move(table.units), std::move(table.unit_offsets))};
}

Array<std::int8_t> retention(const LinkRows& reference, const LinkRows& translation,
                             const Ragged& blocks, const Ragged& moved, const Ragged* phrases) {
    refuse_other_size(reference.size(), translation.size(), "alignments");
    for (const Ragged* rows : {&blocks, &moved, phrases}) {
        if (rows) refuse_other_size(reference.size(), rows->size(), "rows");
    }
    std::vector<std::int8_t> fates;
    RetentionJudge judge;
    for_each_row(reference.size(), [&](std::size_t row) {
        const Ranks found = blocks[row];
        if (found.empty()) return;
        judge.read(reference[row], translation[row], moved[row],
                   phrases ? (*phrases)[row] : Ranks{});
        for (std::size_t i = 0; i + 3 < found.size(); i += 4) {
            const Blocks pair{found[i], found[i + 1], found[i + 2], found[i + 3]};
            fates.push_back(static_cast<std::int8_t>(judge.judge(pair)));
        }
    });
    return Array(std::move(fates));
}

void bind_results(nb::module_& m) {
    nb::class_<Anticipation>(m, "Anticipation", "Counts of target words that come early.")
        .def_ro("counts", &Anticipation::counts, "k-anticipated words: (rows, ks).")
        .def_ro("scaled", &Anticipation::scaled,
                "Likewise, with the target scaled to the length of the source.")
        .def_ro("linked", &Anticipation::linked, "The linked target words of each row.");
    nb::class_<SimpleNodes>(m, "SimpleNodes", "The simple nodes of permutation trees.")
        .def_ro("operators", &SimpleNodes::operators,
                "The distinct operators: ranks of children, from 0.")
        .def_ro("of_nodes", &SimpleNodes::of_nodes, "The operator of each node.")
        .def_ro("counts", &SimpleNodes::counts, "The number of nodes of each sentence pair.");
    nb::class_<ReorderingColumns>(m, "ReorderingColumns", "The reorderings of sentence pairs.")
        .def_ro("spans", &ReorderingColumns::spans,
                "First and last word of A and of B in the source, then in the target: (8, all).")
        .def_ro("offsets", &ReorderingColumns::offsets, "The start and end of each sentence pair.")
        .def_ro("syntactic", &ReorderingColumns::syntactic,
                "For each reordering, 1 if it moves whole siblings.")
        .def_ro("parents", &ReorderingColumns::parents,
                "The parent of the siblings, -1 without syntax; empty without trees.")
        .def_ro("units", &ReorderingColumns::units,
                "The siblings of A, of B, of the next A, and so on; no rows without trees.\n\n"
                "A long run has only its ends, with -2 between them.");
}

}  // namespace

void bind_reorderings(nb::module_& m) {
    nb::enum_<Branching>(m, "Branching", "The side whose block is as small as possible.")
        .value("left", Branching::left)
        .value("right", Branching::right);
    nb::class_<NodeRows>(m, "NodeRows", "The nodes of constituency trees, in pre-order.")
        .def(nb::init<ArrayArg<std::int32_t>, ArrayArg<std::int32_t>, ArrayArg<std::int32_t>,
                      OffsetsArg>(),
             "parents"_a, "first"_a, "last"_a, "offsets"_a,
             "Check and keep the arrays: parents (-1 for the root), first and last words.")
        .def("__len__", &NodeRows::size, "The number of trees.");
    bind_results(m);
    m.def("anticipation_counts", &anticipation_counts, "links"_a, "ks"_a,
          "Count the k-anticipated target words of each row, for each k.");
    m.def("simple_operators", &simple_operators, "links"_a,
          "Find the simple nodes in the tree of each `lrscore` permutation.");
    m.def("reorderings", &reorderings, "links"_a, "heads"_a.none(), "nodes"_a.none(), "branching"_a,
          "sibling_branching"_a,
          "Extract the reorderings of each row.\n\n"
          "`heads` has the head of each word (-1 for a root), `nodes` constituents; at most one\n"
          "of the two is given.");
    m.def(
        "retention", &retention, "reference"_a, "translation"_a, "blocks"_a, "moved"_a,
        "phrases"_a.none(),
        "Judge each reordering of the reference: numbers of `Fate` (reordering/retention.hpp).\n\n"
        "`blocks` holds four source words for each reordering, `moved` and `phrases` two.");
}

}  // namespace wordorder
