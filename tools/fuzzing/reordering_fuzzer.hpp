// One alignment, with or without a syntax tree over its source: its reorderings.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "dice.hpp"
#include "reordering/reorderings.hpp"
#include "reordering_mirrors.hpp"
#include "reordering_shapes.hpp"
#include "report.hpp"
#include "syntax_shapes.hpp"
#include "tree/tree.hpp"
#include "tree_checks.hpp"

namespace wordorder::fuzzing {

// The finders live through many inputs, so that leftovers in their buffers meet the next one.
class ReorderingFuzzer {
public:
    explicit ReorderingFuzzer(Dice& dice) : dice_(dice), shapes_(dice), syntax_(dice) {}

    void run() {
        const std::string shape = dice_.pick(ReorderingShapes::SHAPES);
        alignment_ = shapes_.make(shape);
        links_ = alignment_.links();
        branching_ = any_branching();
        siblings_ = any_branching();
        make_tree();
        current_input = [this] { return written_input(); };
        const std::vector<Reordering> found = find();
        ++tally["reorderings/" + shape + ", " + syntax_kind_];
        check_places(found);
        check_mirror(found);
        if (syntax_kind_ != "no tree") tally_syntactic(found);
        if (syntax_kind_ == "no tree") {
            check_transposed(found);
            check_one_to_one(found);
        }
    }

private:
    Branching any_branching() { return dice_.one_in(2) ? Branching::left : Branching::right; }

    // The readers of trees accept no sentences of more than 4,000 words.
    void make_tree() {
        syntax_kind_ = links_.source_length > 4'000 ? "no tree" : dice_.pick(KINDS);
        heads_.clear();
        nodes_ = {};
        if (syntax_kind_ == "dependencies") heads_ = syntax_.heads(links_.source_length);
        if (syntax_kind_ == "constituents") nodes_ = syntax_.constituents(links_.source_length);
    }

    std::string written_input() const {
        const auto side = [](Branching one) { return one == Branching::left ? "left" : "right"; };
        return written(alignment_) + "; " + side(branching_) + ", siblings " + side(siblings_) +
               "; " + syntax_kind_ + " heads " + written(heads_) + " nodes " + written(nodes_);
    }

    // ---- What the kernel finds

    ReorderingFinder& finder(Branching branching, Branching siblings) {
        return finders_[2 * (branching == Branching::left) + (siblings == Branching::left)];
    }

    const UnitTree* built(const Words& heads, const Constituents& nodes) {
        if (syntax_kind_ == "no tree") return nullptr;
        if (syntax_kind_ == "dependencies") {
            tree_.build_dependencies(heads);
        } else {
            tree_.build_constituents(nodes.parents, nodes.first, nodes.last, links_.source_length);
        }
        return &tree_;
    }

    static void append(ReorderingTable& table, const Links& links, const UnitTree* tree,
                       ReorderingFinder& finder) {
        table.append(tree ? finder.find(links, *tree) : finder.find(links), finder, tree);
    }

    // The longest take a tenth of a second, also with sanitizers; if every word looked at all
    // others, ten.
    std::vector<Reordering> find() {
        const std::clock_t start = std::clock();
        ReorderingTable table;
        append(table, links_, built(heads_, nodes_), finder(branching_, siblings_));
        require(std::clock() - start < 3 * CLOCKS_PER_SEC, "time grows with the links");
        return row_of(table, 0);
    }

    std::vector<Reordering> row_of(const ReorderingTable& table, std::size_t row) const {
        const std::size_t all = table.offsets.back();
        const bool has_units = syntax_kind_ != "no tree";
        require(table.syntactic.size() == all, "as many marks as reorderings");
        require(table.spans.size() == all, "spans of all");
        require(table.parents.size() == (has_units ? all : 0), "parents where there is a tree");
        require(table.unit_offsets.size() == (has_units ? 2 * all : 0) + 1, "two rows of units");
        std::vector<Reordering> found;
        for (auto i = table.offsets[row]; i < table.offsets[row + 1]; ++i) {
            Reordering& one = found.emplace_back();
            one.spans = table.spans[i];
            one.syntactic = table.syntactic[i];
            if (!has_units) continue;
            const auto units = table.units.begin();
            const auto ends = table.unit_offsets.begin() + 2 * i;
            one.parent = table.parents[i];
            one.a_units.assign(units + ends[0], units + ends[1]);
            one.b_units.assign(units + ends[1], units + ends[2]);
        }
        return found;
    }

    // ---- Checks

    // At most one for each boundary, from left to right; A before B, and behind it in the target.
    static void check_places(const std::vector<Reordering>& found) {
        std::int32_t last_boundary = -1;
        for (const Reordering& one : found) {
            const auto& s = one.spans;
            require(s[0] <= s[1] && s[1] < s[2] && s[2] <= s[3], "A stands before B");
            require(s[6] <= s[7] && s[7] < s[4] && s[4] <= s[5], "its targets behind those of B");
            require(last_boundary < s[2], "one reordering at a boundary, from left to right");
            last_boundary = s[2];
            const bool has_units = !one.a_units.empty() && !one.b_units.empty();
            require(one.syntactic == has_units && one.syntactic == (one.parent != -1),
                    "units where there are siblings, and nowhere else");
        }
    }

    // In the mirror image, A and B exchange names, and left and right are swapped. The table has a
    // row before this one.
    void check_mirror(const std::vector<Reordering>& found) {
        const Alignment image = mirrored(links_);
        const Constituents nodes = mirrored(nodes_, links_.source_length);
        Words numbers = mirrored_numbers(nodes_);
        if (syntax_kind_ == "dependencies") {
            for (auto word = links_.source_length; word > 0; --word) numbers.push_back(word - 1);
        }
        ReorderingTable table;
        append(table, links_, built(heads_, nodes_), finder(branching_, siblings_));
        append(table, image.links(), built(mirrored(heads_), nodes),
               finder(mirrored(branching_), mirrored(siblings_)));
        require(row_of(table, 0) == found, "the same reorderings once more");
        require(row_of(table, 1) == mirrored(found, links_, numbers), "those of the mirror image");
    }

    // From the target's side, the same children of the same nodes change places.
    void check_transposed(const std::vector<Reordering>& found) {
        const Alignment other(swapped(set_of(links_)), links_.target_length, links_.source_length);
        require(finder(branching_, siblings_).find(other.links()).size() == found.size(),
                "as many reorderings seen from the target");
    }

    // For 1-1 links: the children of the inverted nodes of the flattened tree, cut before each
    // child but the first.
    void check_one_to_one(const std::vector<Reordering>& found) {
        const std::set<std::int32_t> sources(links_.sources.begin(), links_.sources.end());
        const std::set<std::int32_t> targets(links_.targets.begin(), links_.targets.end());
        if (sources.size() != links_.size() || targets.size() != links_.size()) return;
        const Words words(sources.begin(), sources.end()), places(targets.begin(), targets.end());
        Permutation ranks;
        for (const std::int32_t target : links_.targets) {
            ranks.push_back(std::ranges::lower_bound(places, target) - places.begin());
        }
        permutation_tree_.build(ranks);
        std::vector<Reordering> expected;
        for (const std::int32_t id : permutation_tree_.bottom_up()) {
            if (permutation_tree_.inner(id).kind == Kind::inverted) {
                append_cuts(permutation_tree_.inner(id), words, places, expected);
            }
        }
        std::ranges::sort(expected, {}, [](const Reordering& one) { return one.spans[2]; });
        require(found == expected, "inverted nodes of the flattened tree");
    }

    void append_cuts(const InnerNode& parent, const Words& words, const Words& places,
                     std::vector<Reordering>& expected) const {
        std::vector<Node> children;
        std::int32_t child = parent.first_child;
        for (auto i = parent.arity; i > 0; --i, child = permutation_tree_.next_sibling(child)) {
            children.push_back(node_of(permutation_tree_, child));
        }
        const bool left = branching_ == Branching::left;
        for (std::size_t i = 1; i < children.size(); ++i) {
            const Node &a = children[left ? 0 : i - 1], &before = children[i - 1];
            const Node &b = children[i], &last = left ? b : children.back();
            expected.push_back(
                {{words[a.start], words[b.start - 1], words[b.start], words[-last.minus_end - 1],
                  places[before.low], places[a.high], places[last.low], places[b.high]}});
        }
    }

    static void tally_syntactic(const std::vector<Reordering>& found) {
        for (const Reordering& one : found) {
            const bool several = one.a_units.size() + one.b_units.size() > 2;
            ++tally[!one.syntactic ? "found/not by siblings"
                    : several      ? "found/several siblings"
                                   : "found/two siblings"];
        }
    }

    inline static const std::vector<std::string> KINDS = {"no tree", "dependencies",
                                                          "constituents"};

    Dice dice_;
    ReorderingShapes shapes_;
    SyntaxShapes syntax_;
    Alignment alignment_;
    Links links_;
    Branching branching_{}, siblings_{};
    std::string syntax_kind_;
    Words heads_;
    Constituents nodes_;
    UnitTree tree_;
    Tree permutation_tree_;
    std::array<ReorderingFinder, 4> finders_{ReorderingFinder(Branching::right, Branching::right),
                                             ReorderingFinder(Branching::right, Branching::left),
                                             ReorderingFinder(Branching::left, Branching::right),
                                             ReorderingFinder(Branching::left, Branching::left)};
};

}  // namespace wordorder::fuzzing
