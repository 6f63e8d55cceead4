// The flattened tree of a permutation: its substitution decomposition, in O(n).
//
// A shift-reduce pass. What is shifted is a run: a maximal stretch of ranks that step by +1 or by
// −1, which is a block whose words have the same parent in the tree. (Most words of a sentence
// stand in such runs.) The stack holds the nodes of the prefix that no block seen so far joins.
// The newest node first tries to join the top of the stack (one linear step); failing that, the
// shortest row of stack entries that makes a block with it becomes a simple node. No recursion:
// a tree may be as deep as the sentence is long.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "core/validate.hpp"
#include "tree/blocks.hpp"

namespace wordorder {

enum class Kind : std::uint8_t { leaf, monotone, inverted, simple };

// Node ids: position i is leaf i; inner node j has the id n + j.
struct InnerNode {
    std::int32_t begin, low, high;  // first position, lowest and highest rank
    std::int32_t first_child, last_child;
    std::int32_t arity, inner_children;
    Kind kind;
};

class Tree {
public:
    void build(Ranks ranks) {
        ranks_ = ranks;
        n_ = static_cast<std::int32_t>(ranks.size());
        inner_.resize(std::max(n_ - 1, 0));
        next_.resize(std::max(2 * n_ - 1, 0));
        bottom_up_.resize(n_);
        stack_.resize(n_);
        std::iota(next_.begin(), next_.begin() + n_, 1);  // right within runs
        inner_count_ = done_count_ = 0;
        if (ranks.size() <= WORD_BITS) {
            shift_reduce(ranks, ShortSentence(ranks));
        } else {
            longest_.compute(ranks);
            shift_reduce(ranks, LongSentence{ranks, &longest_});
        }
        if (inner_count_ > 0) bottom_up_[done_count_++] = stack_[0].id;
    }

    std::int32_t leaves() const { return n_; }
    std::int32_t ids() const { return n_ + inner_count_; }  // some may be unused
    bool is_leaf(std::int32_t id) const { return id < n_; }
    const InnerNode& inner(std::int32_t id) const { return inner_[id - n_]; }
    std::int32_t low(std::int32_t id) const { return is_leaf(id) ? ranks_[id] : inner(id).low; }
    std::int32_t next_sibling(std::int32_t id) const { return next_[id]; }

    // Ids of the inner nodes, every node after its children; the root is last.
    std::span<const std::int32_t> bottom_up() const {
        return {bottom_up_.data(), static_cast<std::size_t>(done_count_)};
    }

private:
    struct Entry { std::int32_t begin, low, high, id; };

    // Two ways to know how far a run reaches, and that no block can grow further to the left.
    // Short sentences: words of bits tell where the next rank is one more or one less, so that the
    // length of a run needs no loop, whose end no processor predicts. Another word tells which
    // values have not been seen yet: a search stops when one lies between low and high.
    class ShortSentence {
    public:
        explicit ShortSentence(Ranks ranks) {
            for (std::size_t i = 1; i < ranks.size(); ++i) {
                const std::int32_t step = ranks[i] - ranks[i - 1];
                rises_ |= std::uint64_t{step == 1} << (i - 1);
                falls_ |= std::uint64_t{step == -1} << (i - 1);
            }
        }
        std::int32_t last_of_run(std::int32_t begin) const {
            const std::uint64_t rises = rises_ >> begin, falls = falls_ >> begin;
            return begin + std::countr_one(rises & 1 ? rises : falls);
        }
        void shift(const Entry& run) { unseen_ &= ~between(run.low, run.high); }
        bool can_grow(std::int32_t, const Entry& block) const {
            return (unseen_ & between(block.low, block.high)) == 0;
        }

    private:
        static std::uint64_t between(std::int32_t low, std::int32_t high) {
            return (~std::uint64_t{0} << low) & (~std::uint64_t{0} >> (63 - high));
        }

        std::uint64_t rises_ = 0, falls_ = 0, unseen_ = ~std::uint64_t{0};
    };

    // Long sentences: the longest block that ends here is known beforehand, so a search starts only
    // where it succeeds, and everything it looks at is reduced.
    struct LongSentence {
        Ranks ranks;
        const LongestBlocks* longest;  // the tree's
        std::int32_t last_of_run(std::int32_t begin) const {
            const auto end = static_cast<std::int32_t>(ranks.size());
            if (begin + 1 == end || std::abs(ranks[begin + 1] - ranks[begin]) != 1) return begin;
            const std::int32_t step = ranks[begin + 1] - ranks[begin];
            std::int32_t last = begin + 1;
            while (last + 1 < end && ranks[last + 1] == ranks[last] + step) ++last;
            return last;
        }
        void shift(const Entry&) {}
        bool can_grow(std::int32_t end, const Entry& block) const {
            return longest->start(end - 1) < block.begin;
        }
    };

    template <class Sentence>
    void shift_reduce(Ranks ranks, Sentence sentence) {
        std::int32_t depth = 0;
        for (std::int32_t end = 0; end < n_;) {
            Entry current = run_of(ranks, end, sentence.last_of_run(end));
            end += current.high - current.low + 1;
            sentence.shift(current);
            while (depth > 0) {
                const Entry& top = stack_[depth - 1];
                if (top.high + 1 == current.low) {
                    current = join(top, current, Kind::monotone);
                    --depth;
                } else if (current.high + 1 == top.low) {
                    current = join(top, current, Kind::inverted);
                    --depth;
                } else {
                    const std::int32_t bottom = shortest_block(end, current, depth, sentence);
                    if (bottom < 0) break;
                    current = collapse(bottom, depth, current);
                    depth = bottom;
                }
            }
            stack_[depth++] = current;
        }
    }

    // A leaf, or a linear node over the leaves of a run.
    Entry run_of(Ranks ranks, std::int32_t begin, std::int32_t last) {
        const std::int32_t first = ranks[begin];
        if (last == begin) return {begin, first, first, begin};
        const Entry run =
            open(first < ranks[last] ? Kind::monotone : Kind::inverted,
                 {begin, std::min(first, ranks[last]), std::max(first, ranks[last]), 0});
        InnerNode& node = inner_[run.id - n_];
        node.first_child = begin;
        node.last_child = last;
        node.arity = last - begin + 1;
        return run;
    }

    // The highest stack entry from which everything up to `end` is a block, or -1.
    template <class Sentence>
    std::int32_t shortest_block(std::int32_t end, Entry block, std::int32_t depth,
                                const Sentence& sentence) const {
        while (depth > 0 && sentence.can_grow(end, block)) {
            const Entry& entry = stack_[--depth];
            block = spanning(entry, block);
            if (block.high - block.low + 1 == end - block.begin) return depth;
        }
        return -1;
    }

    static Entry spanning(const Entry& left, const Entry& right) {
        return {left.begin, std::min(left.low, right.low), std::max(left.high, right.high),
                left.id};
    }

    // Two neighbours in a row of `kind`. A node of that kind absorbs the other; only a fresh run
    // can be of the same kind as the node before it.
    Entry join(const Entry& left, const Entry& right, Kind kind) {
        Entry both = spanning(left, right);
        if (is_of(left.id, kind)) {
            is_of(right.id, kind) ? splice(left.id, right.id) : append(left.id, right.id);
        } else if (is_of(right.id, kind)) {
            both.id = right.id;
            prepend(right.id, left.id);
        } else {
            both = open(kind, both);
            append(both.id, left.id);
            append(both.id, right.id);
        }
        InnerNode& node = inner_[both.id - n_];
        node.begin = both.begin;
        node.low = both.low;
        node.high = both.high;
        return both;
    }

    Entry collapse(std::int32_t bottom, std::int32_t depth, const Entry& current) {
        Entry block = current;
        for (std::int32_t i = depth - 1; i >= bottom; --i) block = spanning(stack_[i], block);
        block = open(Kind::simple, block);
        for (std::int32_t i = bottom; i < depth; ++i) append(block.id, stack_[i].id);
        append(block.id, current.id);
        return block;
    }

    Entry open(Kind kind, Entry span) {
        span.id = n_ + inner_count_;
        inner_[inner_count_++] = {span.begin, span.low, span.high, -1, -1, 0, 0, kind};
        return span;
    }

    bool is_of(std::int32_t id, Kind kind) const { return !is_leaf(id) && inner(id).kind == kind; }

    // A node is complete once it has a parent: only the top of the stack can still grow. So the
    // order in which nodes find their parents puts children before parents.
    void count_child(InnerNode& parent, std::int32_t child) {
        const bool inner = !is_leaf(child);
        ++parent.arity;
        parent.inner_children += inner;
        bottom_up_[done_count_] = child;  // a leaf will be overwritten: no branch, faster
        done_count_ += inner;
    }

    void append(std::int32_t parent, std::int32_t child) {
        InnerNode& node = inner_[parent - n_];
        (node.arity == 0 ? node.first_child : next_[node.last_child]) = child;
        node.last_child = child;
        count_child(node, child);
    }

    void prepend(std::int32_t parent, std::int32_t child) {
        InnerNode& node = inner_[parent - n_];
        next_[child] = node.first_child;
        node.first_child = child;
        count_child(node, child);
    }

    // Moves the children of a fresh run, all of them leaves, into the node before it.
    void splice(std::int32_t parent, std::int32_t run) {
        InnerNode& node = inner_[parent - n_];
        next_[node.last_child] = inner(run).first_child;
        node.last_child = inner(run).last_child;
        node.arity += inner(run).arity;
    }

    Ranks ranks_;
    std::int32_t n_ = 0, inner_count_ = 0, done_count_ = 0;
    std::vector<InnerNode> inner_;
    std::vector<std::int32_t> next_, bottom_up_;
    std::vector<Entry> stack_;
    LongestBlocks longest_;
};

}  // namespace wordorder
