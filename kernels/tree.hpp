// The flattened tree of a permutation: its substitution decomposition (S3.1), in O(n).
//
// A shift-reduce pass over the positions. The stack holds the nodes of the prefix that no block
// seen so far joins. A new position first tries to join the top of the stack (one linear step);
// failing that, the shortest run of stack entries that makes a block with it becomes a simple
// node. No recursion: a tree may be as deep as the sentence is long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "blocks.hpp"
#include "validate.hpp"

namespace wordorder {

enum class Kind : std::uint8_t { leaf, monotone, inverted, simple };

// Node ids: position i is leaf i; inner node j has the id n + j.
struct InnerNode {
    std::int32_t begin, low, high;  // first position, lowest and highest rank
    std::int32_t first_child, last_child;
    std::int32_t arity;
    Kind kind;
};

class Tree {
public:
    void build(Ranks ranks) {
        ranks_ = ranks;
        n_ = static_cast<std::int32_t>(ranks.size());
        inner_.resize(std::max(n_ - 1, 0));
        next_.resize(std::max(2 * n_ - 1, 0));
        bottom_up_.resize(std::max(n_ - 1, 0));
        stack_.resize(n_);
        inner_count_ = done_count_ = 0;
        if (ranks.size() <= WORD_BITS) {
            shift_reduce(ranks, UnseenInOneWord(n_));
        } else {
            longest_.compute(ranks);
            shift_reduce(ranks, ReachesLongestBlock{longest_});
        }
        if (inner_count_ > 0) bottom_up_[done_count_++] = stack_[0].id;
    }

    std::int32_t leaves() const { return n_; }
    std::int32_t inner_count() const { return inner_count_; }
    bool is_leaf(std::int32_t id) const { return id < n_; }
    const InnerNode& inner(std::int32_t id) const { return inner_[id - n_]; }
    std::int32_t low(std::int32_t id) const { return is_leaf(id) ? ranks_[id] : inner(id).low; }
    std::int32_t next_sibling(std::int32_t id) const { return next_[id]; }

    // Ids of the inner nodes, every node after its children; the root is last.
    std::span<const std::int32_t> bottom_up() const {
        return {bottom_up_.data(), static_cast<std::size_t>(done_count_)};
    }

private:
    struct Entry {
        std::int32_t begin, low, high, id;
    };

    // Two ways to know when no block can grow further to the left. Short sentences: stop when a
    // value between low and high has not been seen yet, which one word of bits tells.
    class UnseenInOneWord {
    public:
        explicit UnseenInOneWord(std::int32_t n)
            : unseen_(n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1) {}
        void shift(std::int32_t rank) { unseen_ &= ~(std::uint64_t{1} << rank); }
        bool can_grow(std::int32_t, const Entry& block) const {
            const std::uint64_t up_to_high = ~std::uint64_t{0} >> (63 - block.high);
            return (unseen_ & up_to_high) >> block.low == 0;
        }

    private:
        std::uint64_t unseen_;
    };

    // Long ones: the longest block that ends here has been found beforehand, so that a search
    // starts only where it succeeds, and everything it looks at is reduced.
    struct ReachesLongestBlock {
        const LongestBlocks& longest;
        void shift(std::int32_t) {}
        bool can_grow(std::int32_t position, const Entry& block) const {
            return longest.start(position) < block.begin;
        }
    };

    template <class Growth>
    void shift_reduce(Ranks ranks, Growth growth) {
        std::int32_t depth = 0;
        for (std::int32_t position = 0; position < n_; ++position) {
            growth.shift(ranks[position]);
            Entry current{position, ranks[position], ranks[position], position};
            while (depth > 0) {
                const Entry& top = stack_[depth - 1];
                if (top.high + 1 == current.low) {
                    current = join(top, current, Kind::monotone);
                    --depth;
                } else if (current.high + 1 == top.low) {
                    current = join(top, current, Kind::inverted);
                    --depth;
                } else {
                    const std::int32_t bottom = shortest_block(position, current, depth, growth);
                    if (bottom < 0) break;
                    current = collapse(bottom, depth, current);
                    depth = bottom;
                }
            }
            stack_[depth++] = current;
        }
    }

    // The highest stack entry from which everything up to `current` is a block, or -1.
    template <class Growth>
    std::int32_t shortest_block(std::int32_t position, Entry block, std::int32_t depth,
                                const Growth& growth) const {
        while (depth > 0 && growth.can_grow(position, block)) {
            const Entry& entry = stack_[--depth];
            block.begin = entry.begin;
            block.low = std::min(block.low, entry.low);
            block.high = std::max(block.high, entry.high);
            if (block.high - block.low == position - block.begin) return depth;
        }
        return -1;
    }

    Entry join(const Entry& left, const Entry& right, Kind kind) {
        const Entry both{left.begin, std::min(left.low, right.low),
                         std::max(left.high, right.high), left.id};
        if (is_leaf(left.id) || inner(left.id).kind != kind) {
            Entry parent = open(kind, both);
            adopt(parent.id, left.id);
            adopt(parent.id, right.id);
            return parent;
        }
        InnerNode& node = inner_[left.id - n_];
        node.low = both.low;
        node.high = both.high;
        adopt(left.id, right.id);
        return both;
    }

    Entry collapse(std::int32_t bottom, std::int32_t depth, const Entry& current) {
        Entry block = current;
        block.begin = stack_[bottom].begin;
        for (std::int32_t i = bottom; i < depth; ++i) {
            block.low = std::min(block.low, stack_[i].low);
            block.high = std::max(block.high, stack_[i].high);
        }
        block = open(Kind::simple, block);
        for (std::int32_t i = bottom; i < depth; ++i) adopt(block.id, stack_[i].id);
        adopt(block.id, current.id);
        return block;
    }

    Entry open(Kind kind, Entry span) {
        span.id = n_ + inner_count_;
        inner_[inner_count_++] = {span.begin, span.low, span.high, -1, -1, 0, kind};
        return span;
    }

    // A node is complete once it is adopted: only the top of the stack can still grow. So the
    // order of adoption is an order in which children come before parents.
    void adopt(std::int32_t parent, std::int32_t child) {
        InnerNode& node = inner_[parent - n_];
        if (node.arity++ == 0) {
            node.first_child = child;
        } else {
            next_[node.last_child] = child;
        }
        node.last_child = child;
        next_[child] = -1;
        if (!is_leaf(child)) bottom_up_[done_count_++] = child;
    }

    Ranks ranks_;
    std::int32_t n_ = 0, inner_count_ = 0, done_count_ = 0;
    std::vector<InnerNode> inner_;
    std::vector<std::int32_t> next_, bottom_up_;
    std::vector<Entry> stack_;
    LongestBlocks longest_;
};

}  // namespace wordorder
