// The block moves that best correct the order of a permutation, one after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rows.hpp"
#include "core/shared_work.hpp"
#include "order/passing.hpp"
#include "tree/tree.hpp"

namespace wordorder {

// Moves the block [start, stop) in front of the word at `to`, or to the end; positions are those
// before the move, which puts `pairs` more pairs in order.
struct MendingMove {
    std::int32_t start, stop, to;
    std::int64_t pairs;
};

class Mending {
public:
    // The move with the largest gain; then the shortest block, the first, the nearest place, the
    // left one. None if the order is right. O(n log n).
    std::optional<MendingMove> best_move(Ranks ranks) {
        tree_.build(ranks);
        collect_blocks();
        if (blocks_.empty()) return std::nullopt;
        weigh_blocks(ranks);
        const Block& best = *std::ranges::min_element(blocks_, is_better);
        return MendingMove{best.start, best.stop, nearest_place(ranks, best),
                           best.gain * best.size()};
    }

private:
    struct Block {
        std::int32_t start, stop, low;
        std::int64_t gain = 0;  // pairs for each of its words
        std::int64_t size() const { return stop - start; }
    };

    static bool is_better(const Block& a, const Block& b) {
        const std::int64_t gain_a = a.gain * a.size(), gain_b = b.gain * b.size();
        if (gain_a != gain_b) return gain_a > gain_b;
        if (a.size() != b.size()) return a.size() < b.size();
        return a.start < b.start;
    }

    // O(n) blocks that include the best one. A block is a node, or a run of children of a monotone
    // or inverted node. Moving part of a monotone node first breaks the order inside it; moving the
    // whole node gains more. Part of an inverted node that moves right gains more together with
    // everything to its left in the node, so it is a prefix; if it moves left, a suffix. Every
    // child of a simple node is tried. So there is no block if the order is right, and one with a
    // gain otherwise.
    void collect_blocks() {
        blocks_.clear();
        for (const std::int32_t id : tree_.bottom_up()) {
            const InnerNode& node = tree_.inner(id);
            if (node.kind == Kind::simple) {
                for_each_child(node,
                               [&](std::int32_t child) { blocks_.push_back(as_block(child)); });
            } else if (node.kind == Kind::inverted) {
                const std::int32_t stop = node.begin + node.high - node.low + 1;
                for_each_child(node, [&](std::int32_t child) {
                    const std::int32_t cut = as_block(child).start;
                    if (cut == node.begin) return;
                    blocks_.push_back({node.begin, cut, node.low + stop - cut});
                    blocks_.push_back({cut, stop, node.low});
                });
            }
        }
    }

    template <class Do>
    void for_each_child(const InnerNode& node, const Do& act) const {
        for (std::int32_t child = node.first_child;; child = tree_.next_sibling(child)) {
            act(child);
            if (child == node.last_child) return;
        }
    }

    Block as_block(std::int32_t id) const {
        if (tree_.is_leaf(id)) return {id, id + 1, tree_.low(id)};
        const InnerNode& node = tree_.inner(id);
        return {node.begin, node.begin + node.high - node.low + 1, node.low};
    }

    // The largest gain of each block per word, on either side.
    void weigh_blocks(Ranks ranks) {
        std::ranges::sort(blocks_, {}, &Block::low);
        places_.resize(ranks.size());
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            places_[ranks[i]] = static_cast<std::int32_t>(i);
        }
        passing_.reset(ranks.size());
        std::int32_t lower = 0;  // words of lower rank that are known as such
        for (Block& block : blocks_) {
            while (lower < block.low) passing_.raise(places_[lower++]);
            block.gain = std::max(passing_.rightward(block.stop), passing_.leftward(block.start));
        }
    }

    static std::int32_t nearest_place(Ranks ranks, const Block& block) {
        const auto n = static_cast<std::int32_t>(ranks.size());
        std::int64_t right = 0, left = 0;
        for (std::int32_t passed = 1;; ++passed) {
            const std::int32_t before = block.start - passed, behind = block.stop + passed;
            if (before >= 0) {
                left += ranks[before] > block.low ? 1 : -1;
                if (left == block.gain) return before;
            }
            if (behind <= n) {
                right += ranks[behind - 1] < block.low ? 1 : -1;
                if (right == block.gain) return behind;
            }
        }
    }

    Tree tree_;
    Passing passing_;
    std::vector<Block> blocks_;
    std::vector<std::int32_t> places_;
};

// The block and the words it passes change places.
inline void make_move(std::vector<std::int32_t>& ranks, const MendingMove& move) {
    const auto first = ranks.begin();
    if (move.to > move.stop) {
        std::rotate(first + move.start, first + move.stop, first + move.to);
    } else {
        std::rotate(first + move.to, first + move.start, first + move.stop);
    }
}

// At most `most` moves for each row; rows must be permutations.
inline std::vector<std::vector<MendingMove>> mending_moves(const Rows& rows, std::size_t most,
                                                           std::size_t threads,
                                                           const Checkpoint& checkpoint) {
    constexpr std::size_t CHUNK = 64;
    std::vector<std::vector<MendingMove>> moves(rows.size());
    SharedWork work((rows.size() + CHUNK - 1) / CHUNK, threads, checkpoint);
    work.run([&](SharedWork::Worker& worker) {
        Mending mending;
        std::vector<std::int32_t> ranks;
        std::size_t chunk;
        while (worker.take(chunk)) {
            const std::size_t end = std::min((chunk + 1) * CHUNK, rows.size());
            for (std::size_t row = chunk * CHUNK; row < end; ++row) {
                ranks.assign(rows[row].begin(), rows[row].end());
                while (moves[row].size() < most) {
                    worker.check();
                    const std::optional<MendingMove> move = mending.best_move(ranks);
                    if (!move) break;
                    moves[row].push_back(*move);
                    make_move(ranks, *move);
                }
            }
        }
    });
    return moves;
}

}  // namespace wordorder
