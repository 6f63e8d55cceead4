// One alignment: the simple nodes in the tree of its permutation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "alignment_oracles.hpp"
#include "dice.hpp"
#include "permutation_oracles.hpp"
#include "reordering_shapes.hpp"
#include "report.hpp"
#include "simple_operators.hpp"

namespace wordorder::fuzzing {

class SimpleOperatorFuzzer {
public:
    explicit SimpleOperatorFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        const Alignment alignment = shapes_.make(dice_.pick(ReorderingShapes::SHAPES));
        current_input = [&] { return written(alignment); };
        const Links links = alignment.links();
        const std::multiset<Permutation> found = operators_of(links);
        ++tally[found.empty() ? "simple operators/none" : "simple operators/some"];
        if (links.size() == 0) {
            require(found.empty(), "no links, no operators");
        } else if (links.size() <= 160 && links.source_length <= 160) {
            const Words order = slow_lrscore_order(set_of(links), links.source_length);
            require(found == slow_operators(ranks_of(order)), "operators of the simple nodes");
        }
    }

private:
    // What stands before them must stay.
    std::multiset<Permutation> operators_of(const Links& links) {
        Words operators{BEFORE};
        std::vector<std::int64_t> ends{1};
        operators_.append(links, operators, ends);
        require(operators[0] == BEFORE && ends[0] == 1, "appending keeps what is there");
        require(ends.back() == std::ssize(operators), "the last operator ends the list");
        std::multiset<Permutation> found;
        for (std::size_t i = 1; i < ends.size(); ++i) {
            const Permutation one(operators.begin() + ends[i - 1], operators.begin() + ends[i]);
            require(sorts_to_identity(one), "an operator is a permutation");
            require(one.size() > 300 || (one.size() >= 4 && is_simple(one)), "it is simple");
            found.insert(one);
        }
        return found;
    }

    struct Block { std::int32_t left, right; };

    // The nodes of the tree are the blocks that overlap with no other one; their children are the
    // largest such blocks inside.
    static std::multiset<Permutation> slow_operators(const Permutation& ranks) {
        std::vector<Block> all, nodes;
        each_block(ranks, [&](auto left, auto right) { all.push_back({left, right}); });
        const auto overlap = [](const Block& a, const Block& b) {
            return a.left < b.left && b.left <= a.right && a.right < b.right;
        };
        for (const Block& block : all) {
            const bool alone = std::ranges::none_of(all, [&](const Block& other) {
                return overlap(block, other) || overlap(other, block);
            });
            if (alone) nodes.push_back(block);
        }
        std::multiset<Permutation> operators;
        for (const Block& node : nodes) {
            const Permutation order = order_of_children(node, nodes, ranks);
            if (order.size() >= 4 && is_simple(order)) operators.insert(order);
        }
        return operators;
    }

    static Permutation order_of_children(const Block& node, const std::vector<Block>& nodes,
                                         const Permutation& ranks) {
        Permutation firsts;  // a rank of each child; all of a child lie together
        for (std::int32_t at = node.left; at <= node.right;) {
            Block child{at, at};
            for (const Block& other : nodes) {
                const bool inside = other.left == at && other.right <= node.right &&
                                    other.right - other.left < node.right - node.left;
                if (inside && other.right > child.right) child = other;
            }
            firsts.push_back(ranks[at]);
            at = child.right + 1;
        }
        Permutation order;
        for (const std::int32_t first : firsts) {
            const auto is_lower = [&](std::int32_t other) { return other < first; };
            order.push_back(std::ranges::count_if(firsts, is_lower));
        }
        return order;
    }

    static constexpr std::int32_t BEFORE = -7;

    Dice& dice_;
    ReorderingShapes shapes_;
    SimpleOperators operators_;
};

}  // namespace wordorder::fuzzing
