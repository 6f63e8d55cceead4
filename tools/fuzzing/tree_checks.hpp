// Invariants of every tree and of its walk.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "dice.hpp"
#include "permutation_checks.hpp"
#include "report.hpp"
#include "tree/preorder.hpp"

namespace wordorder::fuzzing {

struct Node {
    std::int32_t start, minus_end, low, high;  // minus: so that parents sort before children
    Kind kind;
    auto operator<=>(const Node&) const = default;
};

inline Node node_of(const Tree& tree, std::int32_t id) {
    if (tree.is_leaf(id)) return {id, -id - 1, tree.low(id), tree.low(id), Kind::leaf};
    const InnerNode& node = tree.inner(id);
    return {node.begin, -(node.begin + node.high - node.low + 1), node.low, node.high, node.kind};
}

inline std::vector<Node> nodes_in_preorder(const Tree& tree) {
    std::vector<Node> nodes;
    for (std::int32_t leaf = 0; leaf < tree.leaves(); ++leaf) nodes.push_back(node_of(tree, leaf));
    for (const std::int32_t id : tree.bottom_up()) nodes.push_back(node_of(tree, id));
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

inline void check_simple(const std::vector<Node>& children) {
    require(children.size() >= 4, "a simple node has 4 children or more");
    if (children.size() > 300) return;  // the check takes quadratic time
    Permutation ranks;
    for (const Node& child : children) {
        ranks.push_back(std::count_if(children.begin(), children.end(),
                                      [&](const Node& other) { return other.low < child.low; }));
    }
    require(is_simple(ranks), "a simple node has no blocks of children");
}

inline void check_linear(Kind kind, const std::vector<Node>& children) {
    require(children.size() >= 2, "a linear node has 2 children or more");
    for (std::size_t i = 0; i < children.size(); ++i) {
        require(children[i].kind != kind, "no linear node under one of its kind");
        if (i == 0) continue;
        const Node& lower = children[kind == Kind::monotone ? i - 1 : i];
        const Node& upper = children[kind == Kind::monotone ? i : i - 1];
        require(lower.high + 1 == upper.low, "children of a linear node follow each other");
    }
}

// Leaves are blocks; a node over adjoining blocks with as many ranks as words is one, too.
inline void check_node(const Node& parent, const std::vector<Node>& children) {
    std::int32_t at = parent.start, low = INT32_MAX, high = -1;
    for (const Node& child : children) {
        require(child.start == at, "children partition their parent");
        at = -child.minus_end;
        low = std::min(low, child.low);
        high = std::max(high, child.high);
    }
    require(at == -parent.minus_end && low == parent.low && high == parent.high, "node is a block");
    parent.kind == Kind::simple ? check_simple(children) : check_linear(parent.kind, children);
}

// Together the checks leave one tree: the substitution decomposition is unique.
inline void check_tree(const Tree& tree) {
    const std::int32_t n = tree.leaves();
    std::vector<bool> waiting(2 * n + 1, false);  // for their parents
    std::fill_n(waiting.begin(), n, true);
    for (const std::int32_t id : tree.bottom_up()) {
        require(n <= id && id < 2 * n - 1 && !waiting[id], "bottom_up has inner nodes, each once");
        const InnerNode& node = tree.inner(id);
        std::vector<Node> children;
        std::int32_t child = node.first_child, inner = 0;
        while (true) {
            require(0 <= child && child < 2 * n - 1 && waiting[child], "children come first");
            waiting[child] = false;
            inner += !tree.is_leaf(child);
            children.push_back(node_of(tree, child));
            if (child == node.last_child) break;
            child = tree.next_sibling(child);
        }
        require(node.arity == std::ssize(children), "the arity is the number of children");
        require(node.inner_children == inner, "as many inner children as counted");
        check_node(node_of(tree, id), children);
        waiting[id] = true;
    }
    require(std::count(waiting.begin(), waiting.end(), true) == (n > 0), "there is one root");
}

inline void check_preorder(const Tree& tree) {
    const Preorder walk = PreorderWalk().walk(tree);
    const std::vector<Node> nodes = nodes_in_preorder(tree);
    require(walk.kind.size() == nodes.size(), "the walk meets every node");
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node node{walk.start[i], -walk.end[i], walk.low[i],
                        walk.low[i] + walk.end[i] - walk.start[i] - 1,
                        static_cast<Kind>(walk.kind[i])};
        require(node == nodes[i], "the walk meets the nodes in pre-order");
        const Node behind{walk.end[i], INT32_MIN, 0, 0, Kind::leaf};
        const auto skip = std::lower_bound(nodes.begin(), nodes.end(), behind) - nodes.begin();
        require(walk.skip[i] == skip, "skip leads behind the subtree");
    }
}

}  // namespace wordorder::fuzzing
