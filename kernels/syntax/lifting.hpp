// Projective trees from any dependency trees: while there are non-projective arcs, the shortest,
// and of equal ones the leftmost, is lifted to the head of its head (Nivre and Nilsson 2005).
//
// An arc is projective if the words between its ends are below its head, that is, if its dependent
// lies in the *reach* of the head: the longest stretch around it of words below it. A lift takes
// words away from one head only, so reaches never grow and an arc stays non-projective until it is
// lifted itself.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/errors.hpp"

namespace wordorder {

class Lifting {
public:
    // Non-projective trees take memory quadratic in their words, so longer ones are refused.
    explicit Lifting(std::int64_t most_words) : most_words_(most_words) {}

    // Heads count from 0, with -1 for the root. Returns the number of words with a new head.
    std::int64_t lift(std::span<std::int32_t> heads) {
        heads_ = heads;
        order_from_root();
        find_spans();
        if (is_projective()) return 0;
        if (words() > most_words_) {
            throw InputError("a non-projective tree may have at most " +
                             std::to_string(most_words_) + " words; this one has " +
                             std::to_string(words()));
        }
        before_.assign(heads.begin(), heads.end());
        list_words_below();
        find_reaches();
        lift_all();
        return std::inner_product(heads.begin(), heads.end(), before_.begin(), std::int64_t{0},
                                  std::plus<>(), std::not_equal_to<>());
    }

private:
    static constexpr std::int32_t NONE = -1;
    static constexpr std::int32_t BITS = 64;

    std::int32_t words() const { return static_cast<std::int32_t>(heads_.size()); }

    // Heads before their dependents; refuses anything but one tree.
    void order_from_root() {
        first_dependent_.assign(words(), NONE);
        next_dependent_.assign(words(), NONE);
        order_.clear();
        for (std::int32_t word = 0; word < words(); ++word) {
            const std::int32_t head = heads_[word];
            if (head < NONE || head >= words()) throw InputError("a head is outside its sentence");
            if (head == NONE) {
                order_.push_back(word);
            } else {
                next_dependent_[word] = first_dependent_[head];
                first_dependent_[head] = word;
            }
        }
        if (order_.size() > 1) throw InputError("there are several roots; expected one");
        for (std::size_t done = 0; done < order_.size(); ++done) {
            for (std::int32_t word = first_dependent_[order_[done]]; word != NONE;
                 word = next_dependent_[word]) {
                order_.push_back(word);
            }
        }
        if (order_.size() != heads_.size()) throw InputError("not all heads lead to a root");
    }

    void find_spans() {
        first_.resize(words());
        last_.resize(words());
        size_.assign(words(), 1);
        for (std::int32_t word = 0; word < words(); ++word) first_[word] = last_[word] = word;
        for (const std::int32_t word : std::views::reverse(order_)) {
            const std::int32_t head = heads_[word];
            if (head == NONE) continue;
            first_[head] = std::min(first_[head], first_[word]);
            last_[head] = std::max(last_[head], last_[word]);
            size_[head] += size_[word];
        }
    }

    bool is_projective() const {
        for (std::int32_t word = 0; word < words(); ++word) {
            if (last_[word] - first_[word] + 1 != size_[word]) return false;
        }
        return true;
    }

    // A row of bits for each word: itself and the words below it.
    void list_words_below() {
        row_ = (words() + BITS - 1) / BITS;
        below_.assign(row_ * heads_.size(), 0);
        for (const std::int32_t word : std::views::reverse(order_)) {
            std::uint64_t* const own = below(word);
            own[word / BITS] |= std::uint64_t{1} << word % BITS;
            if (heads_[word] == NONE) continue;
            std::uint64_t* const of_head = below(heads_[word]);
            for (std::size_t i = 0; i < row_; ++i) of_head[i] |= own[i];
        }
    }

    void find_reaches() {
        reach_begin_.assign(words(), 0);
        reach_end_.assign(words(), words());
        for (std::int32_t head = 0; head < words(); ++head) {
            const std::uint64_t* const own = below(head);
            cut_reach(head, [own](std::size_t i) { return ~own[i]; }, [](std::int32_t) {});
        }
    }

    void lift_all() {
        waiting_ = {};
        for (std::int32_t word = 0; word < words(); ++word) queue_if_beyond_reach(word);
        while (!waiting_.empty()) {
            const std::int32_t word = std::get<2>(waiting_.top());
            waiting_.pop();
            const std::int32_t head = heads_[word];
            heads_[word] = heads_[head];
            const std::uint64_t* const gone = below(word);
            std::uint64_t* const left = below(head);
            for (std::size_t i = 0; i < row_; ++i) left[i] &= ~gone[i];
            cut_reach(
                head, [gone](std::size_t i) { return gone[i]; },
                [&](std::int32_t other) {
                    if (heads_[other] == head) queue(other);
                });
            queue_if_beyond_reach(word);
        }
    }

    // Ends the reach of a head at the nearest of some words on either side, given as bits, and
    // hands over the words cut off. A word is cut off a reach once, so all cuts together are
    // quadratic.
    template <class Bits, class Take>
    void cut_reach(std::int32_t head, const Bits& bits, const Take& take) {
        const std::int32_t begin = last_before(head, reach_begin_[head], bits) + 1;
        const std::int32_t end = first_behind(head, reach_end_[head], bits);
        for (; reach_begin_[head] < begin; ++reach_begin_[head]) take(reach_begin_[head]);
        for (; end < reach_end_[head]; --reach_end_[head]) take(reach_end_[head] - 1);
    }

    // The last of the words from `begin` up to before `word`; begin - 1 if there is none.
    template <class Bits>
    static std::int32_t last_before(std::int32_t word, std::int32_t begin, const Bits& bits) {
        std::uint64_t mask = (std::uint64_t{1} << word % BITS) - 1;
        for (std::int32_t i = word / BITS; i >= begin / BITS; --i, mask = ~std::uint64_t{0}) {
            const std::uint64_t found = bits(i) & mask;
            if (found == 0) continue;
            return std::max(BITS * i + BITS - 1 - std::countl_zero(found), begin - 1);
        }
        return begin - 1;
    }

    // The first of the words behind `word` and before `end`; `end` if there is none.
    template <class Bits>
    static std::int32_t first_behind(std::int32_t word, std::int32_t end, const Bits& bits) {
        std::uint64_t mask = ~std::uint64_t{0} << word % BITS << 1;
        for (std::int32_t i = word / BITS; BITS * i < end; ++i, mask = ~std::uint64_t{0}) {
            const std::uint64_t found = bits(i) & mask;
            if (found != 0) return std::min(BITS * i + std::countr_zero(found), end);
        }
        return end;
    }

    void queue_if_beyond_reach(std::int32_t word) {
        const std::int32_t head = heads_[word];
        if (head != NONE && (word < reach_begin_[head] || reach_end_[head] <= word)) queue(word);
    }

    void queue(std::int32_t word) {
        const auto [left, right] = std::minmax(word, heads_[word]);
        waiting_.emplace(right - left, left, word);
    }

    std::uint64_t* below(std::int32_t word) { return below_.data() + row_ * word; }

    std::int64_t most_words_;

    // The current tree.
    std::span<std::int32_t> heads_;
    std::vector<std::int32_t> before_, first_dependent_, next_dependent_, order_;
    std::vector<std::int32_t> first_, last_, size_, reach_begin_, reach_end_;
    std::vector<std::uint64_t> below_;
    std::size_t row_ = 0;  // length of a row of bits

    // Length, left end and dependent of each non-projective arc.
    using Arc = std::tuple<std::int32_t, std::int32_t, std::int32_t>;
    std::priority_queue<Arc, std::vector<Arc>, std::greater<>> waiting_;
};

}  // namespace wordorder
