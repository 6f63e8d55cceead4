// Simple nodes in the tree of an alignment's `lrscore` permutation: the orders of their children.
//
// A word without links follows the word before it and makes a monotone block with it, so the
// permutation of the linked words has the same simple nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "alignment/conventions.hpp"
#include "core/pair_key.hpp"
#include "core/pair_map.hpp"
#include "tree/tree.hpp"

namespace wordorder {

class SimpleOperators {
public:
    // Appends the ranks, from 0, of the children of every simple node; `ends` gets the end of each.
    void append(const Links& links, std::vector<std::int32_t>& operators,
                std::vector<std::int64_t>& ends) {
        heads_.collect(links);
        tree_.build(heads_.ranks());
        for (const std::int32_t id : tree_.bottom_up()) {
            const InnerNode& node = tree_.inner(id);
            if (node.kind != Kind::simple) continue;
            rank_children(node, operators);
            ends.push_back(std::ssize(operators));
        }
    }

private:
    void rank_children(const InnerNode& node, std::vector<std::int32_t>& operators) {
        lows_.clear();
        std::int32_t child = node.first_child;
        for (std::int32_t i = 0; i < node.arity; ++i, child = tree_.next_sibling(child)) {
            lows_.push_back(pair_key(tree_.low(child), i));
        }
        sort_keys(lows_);
        const std::size_t begin = operators.size();
        operators.resize(begin + lows_.size());
        for (std::size_t rank = 0; rank < lows_.size(); ++rank) {
            operators[begin + second_of(lows_[rank])] = static_cast<std::int32_t>(rank);
        }
    }

    Heads heads_;
    Tree tree_;
    std::vector<std::uint64_t> lows_;
};

// Numbers for distinct operators, by first occurrence. Sentences repeat a few of them many times.
class OperatorNumbers {
public:
    std::vector<std::int32_t> ranks;  // of the children of each operator
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> of_nodes;  // the operator of each node

    void add(Indices own) {
        const auto next = static_cast<std::int32_t>(offsets.size() - 1);
        const auto [number, is_new] =
            own.size() <= MOST_RANKS ? known_.insert(packed(own), next) : std::pair(next, true);
        of_nodes.push_back(number);
        if (!is_new) return;
        ranks.insert(ranks.end(), own.begin(), own.end());
        offsets.push_back(std::ssize(ranks));
    }

private:
    // Operators up to this length fit a key. Longer ones hardly repeat: each counts as its own.
    static constexpr std::size_t MOST_RANKS = 16;

    // The largest rank tells the length, so keys are unique.
    static std::uint64_t packed(Indices own) {
        std::uint64_t key = 0;
        for (const std::int32_t rank : own) key = key << 4 | static_cast<std::uint64_t>(rank);
        return key;
    }

    PairMap known_;
};

}  // namespace wordorder
