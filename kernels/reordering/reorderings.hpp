// Reorderings: pairs of adjacent stretches of source words that change places in the target, at
// most one for each cut between two linked words, made of whole siblings where there is a syntax
// tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/pair_key.hpp"
#include "reordering/inverted_stretches.hpp"
#include "reordering/sibling_rows.hpp"

namespace wordorder {

enum class Branching { left, right };

// A = words begin .. cut - 1, B = words cut .. end - 1, all of one inverted node.
struct Choice {
    std::int32_t begin, cut, end, node;
    bool syntactic;
};

class ReorderingFinder {
public:
    ReorderingFinder(Branching branching, Branching siblings)
        : branching_(branching), siblings_(siblings) {}

    // Without syntax; from left to right.
    const std::vector<Choice>& find(const Links& links) {
        stretches_.build(links);
        choose_by_nodes();
        return gathered();
    }

    // With a tree over the source.
    const std::vector<Choice>& find(const Links& links, const UnitTree& tree) {
        stretches_.build(links);
        choose_by_nodes();
        rows_.build(tree, stretches_.hulls().sources());
        choose_by_siblings();
        return gathered();
    }

    const InvertedStretches& stretches() const { return stretches_; }
    const SiblingRows& rows() const { return rows_; }

private:
    static constexpr std::int32_t NONE = -1;

    // Cuts from left to right that separate children of one inverted node and siblings of one row.
    struct Group {
        std::span<const std::int32_t> cuts;
        std::int32_t begin, end;  // ends of the outer children; NONE if not together
    };

    // Branching to the left makes B as small and A as large as possible; to the right is the mirror
    // image. The smaller one ends at the next cut of the node in that direction, or with the node.
    void choose_by_nodes() {
        const std::int32_t words = stretches_.words();
        choices_.assign(words + 1, {0, 0, 0, NONE, false});
        nearest_.assign(stretches_.nodes(), NONE);
        const bool left = branching_ == Branching::left;
        for (std::int32_t i = 1; i < words; ++i) {
            const std::int32_t cut = left ? words - i : i, id = stretches_.node_at(cut);
            if (id == NONE) continue;
            const InvertedStretches::Node& node = stretches_.node(id);
            const std::int32_t nearest = nearest_[id];
            const std::int32_t begin = left || nearest == NONE ? node.begin : nearest;
            const std::int32_t end = !left || nearest == NONE ? node.end : nearest;
            choices_[cut] = {begin, cut, end, id, false};
            nearest_[id] = cut;
        }
    }

    // Rows of children of an inverted node may change places, so A and B may be any units of a
    // sibling row that are also such rows. They begin and end at cuts of both: those of the group,
    // and its outer ends if these are ends of both.
    void choose_by_siblings() {
        gather_cuts();
        for_each_group([&](std::span<const std::int32_t> cuts) {
            const std::int32_t row_id = rows_.at(cuts[0]).row, id = stretches_.node_at(cuts[0]);
            const SiblingRows::Row& row = rows_.row(row_id);
            const InvertedStretches::Node& node = stretches_.node(id);
            const auto shared = [&](std::int32_t place, std::int32_t in_row, std::int32_t in_node) {
                const bool ends_row = place == in_row || rows_.at(place).row == row_id;
                const bool ends_node = place == in_node || stretches_.node_at(place) == id;
                return ends_row && ends_node ? place : NONE;
            };
            choose(Group{cuts, shared(std::max(row.begin, node.begin), row.begin, node.begin),
                         shared(std::min(row.end, node.end), row.end, node.end)});
        });
    }

    void choose(const Group& group) {
        const std::size_t count = group.cuts.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::int32_t cut = group.cuts[i];
            std::int32_t begin = group.begin, end = group.end;
            if (siblings_ == Branching::left) {
                if (begin == NONE && i > 0) begin = group.cuts[0];
                if (i + 1 < count) end = group.cuts[i + 1];
            } else {
                if (i > 0) begin = group.cuts[i - 1];
                if (end == NONE && i + 1 < count) end = group.cuts[count - 1];
            }
            if (begin == NONE || end == NONE) continue;
            choices_[cut] = {begin, cut, end, stretches_.node_at(cut), true};
        }
    }

    // The cuts of inverted nodes between siblings, sorted by row, node and place.
    void gather_cuts() {
        keyed_.clear();
        for (std::int32_t cut = 1; cut < stretches_.words(); ++cut) {
            const std::int32_t row = rows_.at(cut).row, node = stretches_.node_at(cut);
            if (row != NONE && node != NONE) keyed_.emplace_back(pair_key(row, node), cut);
        }
        if (!std::ranges::is_sorted(keyed_)) std::ranges::sort(keyed_);
        cuts_.clear();
        for (const auto& [key, cut] : keyed_) cuts_.push_back(cut);
    }

    template <class Use>
    void for_each_group(Use use) {
        for (std::size_t begin = 0, end = 0; begin < keyed_.size(); begin = end) {
            while (end < keyed_.size() && keyed_[end].first == keyed_[begin].first) ++end;
            use(std::span<const std::int32_t>(cuts_).subspan(begin, end - begin));
        }
    }

    const std::vector<Choice>& gathered() {
        found_.clear();
        for (const Choice& choice : choices_) {
            if (choice.node != NONE) found_.push_back(choice);
        }
        return found_;
    }

    Branching branching_, siblings_;
    InvertedStretches stretches_;
    SiblingRows rows_;
    std::vector<std::pair<std::uint64_t, std::int32_t>> keyed_;
    std::vector<std::int32_t> cuts_;
    std::vector<std::int32_t> nearest_;  // the last cut seen of each node
    std::vector<Choice> choices_, found_;
};

// The reorderings of many sentence pairs as columns.
struct ReorderingTable {
    // First and last word of A and B in the source, then in the target.
    static constexpr std::size_t SPANS = 8;
    static constexpr std::int64_t LONGEST_RUN = 50;
    // Stands for the omitted middle of a long run.
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
            hulls.source(choice.begin),
            hulls.source(choice.cut - 1),
            hulls.source(choice.cut),
            hulls.source(choice.end - 1),
            hulls.target(a.low),
            hulls.target(a.high),
            hulls.target(b.low),
            hulls.target(b.high),
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

    // A very long run keeps only its ends: n nested ones would take n² memory.
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
