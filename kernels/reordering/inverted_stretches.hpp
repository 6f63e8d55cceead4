// Stretches of source words that change places: the inverted nodes of the tree of all consistent
// stretches, in O(links).
//
// Every cut between two linked words has one node of that tree in which it separates two children.
// If the node is inverted, and only then, the cut separates stretches A and B that change places:
// any rows of whole children of that node. For 1-1 links this is the flattened tree
// (tree/tree.hpp), and the same shift-reduce pass finds it; only inverted nodes are kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "reordering/longest_stretches.hpp"

namespace wordorder {

// The targets from low to high, numbered without gaps.
struct TargetRange { std::int32_t low, high; };

class InvertedStretches {
public:
    struct Node {
        std::int32_t begin, end;  // its words: begin .. end - 1
        TargetRange targets;
    };

    void build(const Links& links) {
        hulls_.build(links);
        knows_longest_ = false;
        nodes_.clear();
        stack_.clear();
        at_cut_.assign(hulls_.words() + 1, {NONE, 0, 0});
        for (std::int32_t word = 0; word < hulls_.words(); ++word) shift(word);
    }

    static constexpr std::int32_t NONE = -1;

    const Hulls& hulls() const { return hulls_; }
    std::int32_t words() const { return hulls_.words(); }
    // The node whose children the cut before `word` separates; NONE if it is not inverted.
    std::int32_t node_at(std::int32_t cut) const { return at_cut_[cut].node; }
    const Node& node(std::int32_t id) const { return nodes_[id]; }
    std::size_t nodes() const { return nodes_.size(); }

    // The targets of a row of children, between two cuts of their node or its ends. The targets of
    // children descend from left to right.
    TargetRange targets(std::int32_t id, std::int32_t begin, std::int32_t end) const {
        const Node& whole = nodes_[id];
        return {end == whole.end ? whole.targets.low : at_cut_[end].low_on_the_left,
                begin == whole.begin ? whole.targets.high : at_cut_[begin].high_on_the_right};
    }

private:
    struct Cut {
        std::int32_t node;
        std::int32_t low_on_the_left, high_on_the_right;  // targets of the children beside it
    };

    // A stretch that no longer stretch joins so far. `node`: its inverted node, if any.
    struct Entry {
        std::int32_t begin;
        TargetRange targets;
        bool consistent;
        std::int32_t node;
    };

    void shift(std::int32_t word) {
        const TargetRange own{hulls_.low(word), hulls_.high(word)};
        const bool alone = hulls_.consistent(word, word + 1, own.low, own.high);
        Entry current{word, own, alone, NONE};
        while (!stack_.empty() && reduce(word + 1, current)) {
        }
        stack_.push_back(current);
    }

    // Joins `current`, which ends before word `end`, with its predecessors, if any fit.
    bool reduce(std::int32_t end, Entry& current) {
        const Entry top = stack_.back();
        const bool both = top.consistent && current.consistent;
        if (both && current.targets.high + 1 == top.targets.low) {
            current = inverted(top, current, end);
            stack_.pop_back();
            return true;
        }
        if (both && top.targets.high + 1 == current.targets.low) {
            current = {top.begin, spanning(top.targets, current.targets), true, NONE};
            stack_.pop_back();
            return true;
        }
        return collapse(end, current);
    }

    Entry inverted(const Entry& left, const Entry& right, std::int32_t end) {
        std::int32_t id = left.node;
        if (id == NONE) {
            id = static_cast<std::int32_t>(nodes_.size());
            nodes_.push_back({left.begin, end, left.targets});
        }
        // The last child of an inverted node is its lowest.
        at_cut_[right.begin] = {id, nodes_[id].targets.low, right.targets.high};
        nodes_[id].end = end;
        nodes_[id].targets.low = right.targets.low;
        return {left.begin, spanning(left.targets, right.targets), true, id};
    }

    // Joins `current` with the shortest row of entries that makes it consistent. In short
    // sentences, tries all until a later word has a target among theirs; with few entries, tries
    // all.
    bool collapse(std::int32_t end, Entry& current) {
        const bool in_one_word = hulls_.in_one_word();
        if (!in_one_word && stack_.size() > FEW) return collapse_many(end, current);
        TargetRange row = current.targets;
        for (std::size_t i = stack_.size(); i-- > 0;) {
            if (in_one_word && hulls_.reached_from_behind(end, row.low, row.high)) return false;
            row = spanning(stack_[i].targets, row);
            if (hulls_.consistent(stack_[i].begin, end, row.low, row.high)) {
                current = {stack_[i].begin, row, true, NONE};
                stack_.resize(i);
                return true;
            }
        }
        return false;
    }

    // Searches only where it succeeds, and takes away all it looks at.
    bool collapse_many(std::int32_t end, Entry& current) {
        if (!knows_longest_) longest_.compute(hulls_);
        knows_longest_ = true;
        TargetRange row = current.targets;
        std::int32_t begin = current.begin;
        while (longest_.start(end - 1) < begin) {
            row = spanning(stack_.back().targets, row);
            begin = stack_.back().begin;
            stack_.pop_back();
            if (hulls_.consistent(begin, end, row.low, row.high)) {
                current = {begin, row, true, NONE};
                return true;
            }
        }
        return false;
    }

    static TargetRange spanning(const TargetRange& a, const TargetRange& b) {
        return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }

    static constexpr std::size_t FEW = 12;

    Hulls hulls_;
    LongestStretches longest_;  // of this sentence, if computed
    bool knows_longest_ = false;
    std::vector<Node> nodes_;
    std::vector<Cut> at_cut_;
    std::vector<Entry> stack_;
};

}  // namespace wordorder
