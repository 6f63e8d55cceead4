// Reorderings: pairs of adjacent stretches of source words that change places in the target, at most
// one at each cut between two linked words, by whole siblings of a syntax tree where there is
// one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "inverted_stretches.hpp"
#include "sibling_rows.hpp"

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

    // The cuts from left to right that separate children of the same inverted node and siblings of
    // the same row.
    struct Group {
        std::span<const std::int32_t> cuts;
        std::int32_t begin, end;  // where the outer children begin and end; NONE if not together
    };

    // Branching to the left: B as small as possible, A as large; to the right the mirror image. The
    // smaller one ends at the next cut of the node in that direction, or with the node.
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

    // Rows of children of an inverted node may change places; so A and B may be any units of a row
    // of siblings that are such rows at the same time. Cuts of both are the places where they may
    // begin and end: those of the group, and its outer ends if they are ends of both.
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

    // The cuts of inverted nodes between siblings, by row and node and then from left to right.
    void gather_cuts() {
        keyed_.clear();
        for (std::int32_t cut = 1; cut < stretches_.words(); ++cut) {
            const std::int32_t row = rows_.at(cut).row, node = stretches_.node_at(cut);
            if (row != NONE && node != NONE) keyed_.push_back({pair_key(row, node), cut});
        }
        if (!std::is_sorted(keyed_.begin(), keyed_.end())) std::sort(keyed_.begin(), keyed_.end());
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

}  // namespace wordorder
