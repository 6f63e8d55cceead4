// The reorderings of many sentence pairs as columns.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "reorderings.hpp"

namespace wordorder {

struct ReorderingTable {
    // First and last word of A and B in the source, then in the target.
    static constexpr std::size_t SPANS = 8;
    static constexpr std::int64_t LONGEST_RUN = 50;
    // Stands for the units in the middle of a longer run.
    static constexpr std::int32_t OMITTED = UnitTree::NONE - 1;

    std::vector<std::array<std::int32_t, SPANS>> spans;
    std::vector<std::int64_t> offsets{0};  // of the rows
    std::vector<std::uint8_t> syntactic;
    std::vector<std::int32_t> parents;          // of the units; UnitTree::NONE without syntax
    std::vector<std::int32_t> units;            // of A, of B, of the next A, …; see `end_run`
    std::vector<std::int64_t> unit_offsets{0};  // two for each reordering

    void append(const std::vector<Choice>& found, const ReorderingFinder& finder,
                const UnitTree* tree) {
        for (const Choice& choice : found) {
            append_spans(choice, finder.stretches());
            syntactic.push_back(choice.syntactic);
            if (tree != nullptr) append_units(choice, finder.rows(), *tree);
        }
        offsets.push_back(std::ssize(syntactic));
    }

private:
    void append_spans(const Choice& choice, const InvertedStretches& stretches) {
        const Hulls& hulls = stretches.hulls();
        const TargetRange a = stretches.targets(choice.node, choice.begin, choice.cut);
        const TargetRange b = stretches.targets(choice.node, choice.cut, choice.end);
        spans.push_back({
            hulls.source(choice.begin), hulls.source(choice.cut - 1),
            hulls.source(choice.cut),   hulls.source(choice.end - 1),
            hulls.target(a.low),        hulls.target(a.high),
            hulls.target(b.low),        hulls.target(b.high),
        });
    }

    void append_units(const Choice& choice, const SiblingRows& rows, const UnitTree& tree) {
        std::int32_t parent = UnitTree::NONE;
        if (choice.syntactic) {
            parent = tree.parent(rows.at(choice.cut).left);
            rows.append_before(choice.cut, choice.begin, tree, units);
        }
        parents.push_back(parent);
        end_run();
        if (choice.syntactic) rows.append_behind(choice.cut, choice.end, tree, units);
        end_run();
    }

    // Of a very long run only the ends are kept: n nested ones would take n² room.
    void end_run() {
        const std::int64_t begin = unit_offsets.back();
        if (std::ssize(units) - begin > LONGEST_RUN) {
            units[begin + LONGEST_RUN / 2] = OMITTED;
            units.erase(units.begin() + begin + LONGEST_RUN / 2 + 1, units.end() - LONGEST_RUN / 2);
        }
        unit_offsets.push_back(std::ssize(units));
    }
};

}  // namespace wordorder
