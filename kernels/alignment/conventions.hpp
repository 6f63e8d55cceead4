// From an alignment to a permutation by one of three conventions, each of which appends a rank for
// every word of the permutation. Without links the order is undefined and nothing is appended.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "alignment/components.hpp"
#include "alignment/links.hpp"

namespace wordorder {

// The linked source words in the order of their first targets; equal targets in source order.
class Heads {
public:
    void collect(const Links& links) {
        first_targets_.clear();
        words_.clear();
        for (std::size_t k = 0; k < links.size(); ++k) {
            if (k > 0 && links.sources[k] == links.sources[k - 1]) continue;
            first_targets_.push_back(links.targets[k]);
            words_.push_back(links.sources[k]);
        }
        ranked_.rank(first_targets_);
    }

    // The place of each linked word among the linked ones.
    Indices ranks() const { return ranked_.ranks(); }

    // Prepares `head`.
    void order() {
        order_.resize(words_.size());
        for (std::size_t i = 0; i < words_.size(); ++i) {
            order_[ranks()[i]] = static_cast<std::int32_t>(i);
        }
    }

    // A linked source word and its linked neighbours in the sentence; -1 and the length of the
    // sentence stand for the ends.
    struct Head { std::int32_t target, word, previous, next; };

    std::size_t size() const { return words_.size(); }
    Head head(std::size_t place, std::int32_t length) const {
        const std::size_t number = order_[place];
        return {first_targets_[number], words_[number], number == 0 ? -1 : words_[number - 1],
                number + 1 == words_.size() ? length : words_[number + 1]};
    }
    std::int32_t first_word() const { return words_.front(); }
    std::int32_t last_word() const { return words_.back(); }

private:
    RankedWords ranked_;
    std::vector<std::int32_t> first_targets_, words_, order_;
};

// An unlinked word directly follows the word before it.
class LrscoreConvention {
public:
    void append(const Links& links, std::vector<std::int32_t>& ranks) {
        if (links.size() == 0) return;
        heads_.collect(links);
        heads_.order();
        const std::size_t begin = ranks.size();
        ranks.resize(begin + links.source_length);
        std::int32_t place = 0;
        const auto put = [&](std::int32_t from, std::int32_t to) {
            for (std::int32_t word = from; word < to; ++word) ranks[begin + word] = place++;
        };
        put(0, heads_.first_word());
        for (std::size_t k = 0; k < heads_.size(); ++k) {
            const Heads::Head head = heads_.head(k, links.source_length);
            put(head.word, head.next);
        }
    }

private:
    Heads heads_;
};

// An unlinked word directly precedes the next linked word, or comes last.
class ReferenceConvention {
public:
    // Also appends the place at which each word's group starts. The words of a group may stand in
    // any order; a word without a group starts at its own place.
    void append(const Links& links, std::vector<std::int32_t>& ranks,
                std::vector<std::int32_t>& group_starts) {
        if (links.size() == 0) return;
        heads_.collect(links);
        heads_.order();
        const std::size_t begin = ranks.size();
        ranks.resize(begin + links.source_length);
        group_starts.resize(begin + links.source_length);
        std::int32_t place = 0, group_start = 0, group_target = -1;
        const auto put = [&](std::int32_t word, bool in_group) {
            group_starts[begin + word] = in_group ? group_start : place;
            ranks[begin + word] = place++;
        };
        for (std::size_t k = 0; k < heads_.size(); ++k) {
            const Heads::Head head = heads_.head(k, links.source_length);
            const bool goes_on = head.target == group_target;
            for (std::int32_t word = head.previous + 1; word < head.word; ++word) {
                put(word, goes_on);
            }
            if (!goes_on) group_start = place;
            group_target = head.target;
            put(head.word, true);
        }
        for (std::int32_t word = heads_.last_word() + 1; word < links.source_length; ++word) {
            put(word, false);
        }
    }

private:
    Heads heads_;
};

// The source is a hypothesis, the target its reference. Every component is a match and puts its
// reference words, in order, where its first hypothesis word stands.
class MatchedConvention {
public:
    void append(const Links& links, std::vector<std::int32_t>& ranks) {
        components_.build(links);
        const std::size_t matched = components_.targets().size();
        next_.assign(components_.size() + 1, 0);
        for (std::size_t rank = 0; rank < matched; ++rank) ++next_[components_.of_target(rank) + 1];
        std::partial_sum(next_.begin(), next_.end(), next_.begin());
        const std::size_t begin = ranks.size();
        ranks.resize(begin + matched);
        for (std::size_t rank = 0; rank < matched; ++rank) {
            ranks[begin + next_[components_.of_target(rank)]++] = static_cast<std::int32_t>(rank);
        }
    }

private:
    Components components_;
    std::vector<std::int32_t> next_;  // where the next word of each component goes
};

}  // namespace wordorder
