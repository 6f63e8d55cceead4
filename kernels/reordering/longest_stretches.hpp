// The linked source words of a sentence with the hulls of their targets, and for every word the
// start of the longest consistent stretch that ends there, in O(links).
//
// A stretch of linked words is consistent if no target between its first and last target is linked
// to a word outside it. Two overlapping consistent stretches make four others: their union, their
// intersection and both differences. Blocks of a permutation do the same, so tree/blocks.hpp
// applies here, with one difference: a single word need not be consistent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "alignment/links.hpp"

namespace wordorder {

// Linked words of both sides are numbered without gaps; below, words and targets are such numbers.
class Hulls {
public:
    void build(const Links& links) {
        sources_.number_ascending(links.sources);
        targets_.number(links.targets);
        links_ = links.size();
        low_.resize(sources_.size());
        high_.resize(sources_.size());
        // The links of a word are sorted by target.
        for (std::size_t k = links.size(); k-- > 0;) {
            low_[sources_.of_link(k)] = targets_.of_link(k);
        }
        for (std::size_t k = 0; k < links.size(); ++k) {
            high_[sources_.of_link(k)] = targets_.of_link(k);
        }
        in_one_word_ = std::max(sources_.size(), targets_.size()) <= WORD_BITS;
        in_one_word_ ? collect_targets() : count_links();
    }

    std::int32_t words() const { return static_cast<std::int32_t>(sources_.size()); }
    std::int32_t targets() const { return static_cast<std::int32_t>(targets_.size()); }
    std::int32_t source(std::int32_t word) const { return sources_.word(word); }
    std::int32_t target(std::int32_t target) const { return targets_.word(target); }
    Indices sources() const { return sources_.words(); }
    std::int32_t low(std::int32_t word) const { return low_[word]; }
    std::int32_t high(std::int32_t word) const { return high_[word]; }

    // Whether the words begin..end - 1, whose targets lie between low and high, own all links
    // there.
    bool consistent(std::int32_t begin, std::int32_t end, std::int32_t low,
                    std::int32_t high) const {
        if (in_one_word_) return ((before_[begin] | behind_[end]) & between(low, high)) == 0;
        return links_before_word_[end] - links_before_word_[begin] ==
               links_before_target_[high + 1] - links_before_target_[low];
    }

    // Whether all targets fit one word of bits.
    bool in_one_word() const { return in_one_word_; }
    // If so: whether a word from `end` on has a target between low and high.
    bool reached_from_behind(std::int32_t end, std::int32_t low, std::int32_t high) const {
        return (behind_[end] & between(low, high)) != 0;
    }

    // The first and the last word of each target.
    void find_ends(std::vector<std::int32_t>& first, std::vector<std::int32_t>& last) const {
        first.resize(targets_.size());
        last.resize(targets_.size());
        for (std::size_t k = links_; k-- > 0;) first[targets_.of_link(k)] = sources_.of_link(k);
        for (std::size_t k = 0; k < links_; ++k) last[targets_.of_link(k)] = sources_.of_link(k);
    }

private:
    static std::uint64_t between(std::int32_t low, std::int32_t high) {
        return (~std::uint64_t{0} << low) & (~std::uint64_t{0} >> (63 - high));
    }

    // The targets of all words before and from each word on.
    void collect_targets() {
        const std::size_t words = sources_.size();
        before_.assign(words + 1, 0);
        behind_.assign(words + 1, 0);
        for (std::size_t k = 0; k < links_; ++k) {
            behind_[sources_.of_link(k)] |= std::uint64_t{1} << targets_.of_link(k);
        }
        for (std::size_t i = 0; i < words; ++i) before_[i + 1] = before_[i] | behind_[i];
        for (std::size_t i = words; i-- > 0;) behind_[i] |= behind_[i + 1];
    }

    void count_links() {
        links_before_word_.assign(sources_.size() + 1, 0);
        links_before_target_.assign(targets_.size() + 1, 0);
        for (std::size_t k = 0; k < links_; ++k) {
            ++links_before_word_[sources_.of_link(k) + 1];
            ++links_before_target_[targets_.of_link(k) + 1];
        }
        for (auto* counts : {&links_before_word_, &links_before_target_}) {
            for (std::size_t i = 1; i < counts->size(); ++i) (*counts)[i] += (*counts)[i - 1];
        }
    }

    LinkedWords sources_, targets_;
    std::size_t links_ = 0;
    std::vector<std::int32_t> low_, high_;
    bool in_one_word_ = true;
    std::vector<std::uint64_t> before_, behind_;                         // if they fit one word
    std::vector<std::int32_t> links_before_word_, links_before_target_;  // otherwise
};

class LongestStretches {
public:
    void compute(const Hulls& hulls) {
        const std::int32_t words = hulls.words();
        for (auto* array : {&left_reach_, &right_reach_, &starts_}) array->resize(words);
        for (auto* array : {&below_, &above_}) array->resize(hulls.targets());
        hulls.find_ends(first_word_, last_word_);
        reach_to_the_right(hulls);
        reach_to_the_left(hulls);
        longest_ending_at_each_word(words);
    }

    // The start of the longest consistent stretch that ends with this word; the word itself if
    // there is none.
    std::int32_t start(std::int32_t word) const { return starts_[word]; }

private:
    // Around each target, the nearest ones below and above for which `stops` holds; -1 and their
    // number if there are none. above_ is correct for all targets, below_ only for the lowest of
    // each word, the only one used.
    template <class WordOf, class Stops>
    void surround(std::int32_t targets, WordOf word_of, Stops stops) {
        stack_.clear();
        for (std::int32_t target = 0; target < targets; ++target) {
            while (!stack_.empty() && stops(word_of(target), word_of(stack_.back()))) {
                above_[stack_.back()] = target;
                stack_.pop_back();
            }
            below_[target] = stack_.empty() ? -1 : stack_.back();
            stack_.push_back(target);
        }
        for (const std::int32_t target : stack_) above_[target] = targets;
    }

    // The targets around those of `word` that it may reach without meeting one that stops it.
    struct Gap { std::int32_t below, above; };

    static bool inside(const Hulls& hulls, std::int32_t word, const Gap& gap) {
        return gap.below < hulls.low(word) && hulls.high(word) < gap.above;
    }

    // right_reach[l]: the last r for which no target between those of l..r is linked to a word
    // before l; l - 1 if that fails for l alone.
    void reach_to_the_right(const Hulls& hulls) {
        const auto first_word = [&](std::int32_t target) { return first_word_[target]; };
        surround(hulls.targets(), first_word, [](auto word, auto own) { return word < own; });
        for (std::int32_t left = hulls.words() - 1; left >= 0; --left) {
            const std::int32_t low = hulls.low(left), high = hulls.high(left);
            std::int32_t reach = left - 1;
            if (first_word_[low] == left && above_[low] > high) {
                const Gap gap{below_[low], above_[high]};
                reach = left;
                while (reach + 1 < hulls.words() && inside(hulls, reach + 1, gap)) {
                    reach = std::max(reach + 1, right_reach_[reach + 1]);
                }
            }
            right_reach_[left] = reach;
        }
    }

    void reach_to_the_left(const Hulls& hulls) {
        const auto last_word = [&](std::int32_t target) { return last_word_[target]; };
        surround(hulls.targets(), last_word, [](auto word, auto own) { return word > own; });
        for (std::int32_t right = 0; right < hulls.words(); ++right) {
            const std::int32_t low = hulls.low(right), high = hulls.high(right);
            std::int32_t reach = right + 1;
            if (last_word_[low] == right && above_[low] > high) {
                const Gap gap{below_[low], above_[high]};
                reach = right;
                while (reach > 0 && inside(hulls, reach - 1, gap)) {
                    reach = std::min(reach - 1, left_reach_[reach - 1]);
                }
            }
            left_reach_[right] = reach;
        }
    }

    // As in tree/blocks.hpp; left ends are only words that are not stopped at once.
    void longest_ending_at_each_word(std::int32_t words) {
        stack_.clear();
        for (std::int32_t right = 0; right < words; ++right) {
            while (!stack_.empty() && right_reach_[stack_.back()] < right) stack_.pop_back();
            if (right_reach_[right] >= right) stack_.push_back(right);
            starts_[right] = right;
            bool found = false;
            while (!stack_.empty() && stack_.back() >= left_reach_[right]) {
                starts_[right] = stack_.back();
                stack_.pop_back();
                found = true;
            }
            if (found) stack_.push_back(starts_[right]);
        }
    }

    std::vector<std::int32_t> first_word_, last_word_;  // by target
    std::vector<std::int32_t> below_, above_, left_reach_, right_reach_, starts_, stack_;
};

}  // namespace wordorder
