// The linked source words of a sentence with the hulls of their targets, and, for every word, where
// the longest consistent stretch that ends there begins, in O(links).
//
// A stretch of linked words is consistent if no target between its first and last target is linked
// to a word outside it. Two consistent stretches that overlap make four others: their union, their
// intersection and both differences. That is what blocks of a permutation do, so what blocks.hpp
// says holds here too, with one difference: a single word need not be consistent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "links.hpp"

namespace wordorder {

// Linked words of both sides are numbered without gaps; below, a word or target is such a number.
class Hulls {
public:
    void build(const Links& links) {
        sources_.number_ascending(links.sources);
        targets_.number(links.targets);
        const std::size_t words = sources_.size(), targets = targets_.size();
        low_.assign(words, static_cast<std::int32_t>(targets));
        high_.assign(words, -1);
        links_before_word_.assign(words + 1, 0);
        links_before_target_.assign(targets + 1, 0);
        first_.assign(targets, static_cast<std::int32_t>(words));
        last_.assign(targets, -1);
        for (std::size_t k = 0; k < links.size(); ++k) {
            const std::int32_t word = sources_.of_link(k), target = targets_.of_link(k);
            low_[word] = std::min(low_[word], target);
            high_[word] = std::max(high_[word], target);
            first_[target] = std::min(first_[target], word);
            last_[target] = std::max(last_[target], word);
            ++links_before_word_[word + 1];
            ++links_before_target_[target + 1];
        }
        for (auto* counts : {&links_before_word_, &links_before_target_}) {
            for (std::size_t i = 1; i < counts->size(); ++i) (*counts)[i] += (*counts)[i - 1];
        }
    }

    std::int32_t words() const { return static_cast<std::int32_t>(sources_.size()); }
    std::int32_t targets() const { return static_cast<std::int32_t>(targets_.size()); }
    std::int32_t source(std::int32_t word) const { return sources_.word(word); }
    std::int32_t target(std::int32_t target) const { return targets_.word(target); }
    Indices sources() const { return sources_.words(); }
    std::int32_t low(std::int32_t word) const { return low_[word]; }
    std::int32_t high(std::int32_t word) const { return high_[word]; }
    std::int32_t first_word(std::int32_t target) const { return first_[target]; }
    std::int32_t last_word(std::int32_t target) const { return last_[target]; }

    // Whether the words begin..end - 1, whose targets lie between low and high, own all links there.
    bool consistent(std::int32_t begin, std::int32_t end, std::int32_t low,
                    std::int32_t high) const {
        return links_before_word_[end] - links_before_word_[begin] ==
               links_before_target_[high + 1] - links_before_target_[low];
    }

private:
    LinkedWords sources_, targets_;
    std::vector<std::int32_t> low_, high_, first_, last_;
    std::vector<std::int32_t> links_before_word_, links_before_target_;
};

class LongestStretches {
public:
    void compute(const Hulls& hulls) {
        const std::int32_t words = hulls.words();
        for (auto* array : {&left_reach_, &right_reach_, &starts_}) array->resize(words);
        for (auto* array : {&below_, &above_}) array->resize(hulls.targets());
        reach_to_the_right(hulls);
        reach_to_the_left(hulls);
        longest_ending_at_each_word(words);
    }

    // Where the longest consistent stretch that ends with this word begins; the word itself if
    // there is none.
    std::int32_t start(std::int32_t word) const { return starts_[word]; }

private:
    // Around each target, the nearest ones below and above that `stops` it; -1 and their number if
    // there are none. above_ is correct for all targets, below_ only for the lowest of a word,
    // which is the only one used.
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

    bool inside(const Hulls& hulls, std::int32_t word, const Gap& gap) const {
        return gap.below < hulls.low(word) && hulls.high(word) < gap.above;
    }

    // right_reach[l]: the last r for which no target between those of l..r is linked to a word
    // before l; l - 1 if that fails for l alone.
    void reach_to_the_right(const Hulls& hulls) {
        const auto first_word = [&](std::int32_t target) { return hulls.first_word(target); };
        surround(hulls.targets(), first_word, [](auto word, auto own) { return word < own; });
        for (std::int32_t left = hulls.words() - 1; left >= 0; --left) {
            const std::int32_t low = hulls.low(left), high = hulls.high(left);
            std::int32_t reach = left - 1;
            if (hulls.first_word(low) == left && above_[low] > high) {
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
        const auto last_word = [&](std::int32_t target) { return hulls.last_word(target); };
        surround(hulls.targets(), last_word, [](auto word, auto own) { return word > own; });
        for (std::int32_t right = 0; right < hulls.words(); ++right) {
            const std::int32_t low = hulls.low(right), high = hulls.high(right);
            std::int32_t reach = right + 1;
            if (hulls.last_word(low) == right && above_[low] > high) {
                const Gap gap{below_[low], above_[high]};
                reach = right;
                while (reach > 0 && inside(hulls, reach - 1, gap)) {
                    reach = std::min(reach - 1, left_reach_[reach - 1]);
                }
            }
            left_reach_[right] = reach;
        }
    }

    // As in blocks.hpp; only words that are not stopped at once are left ends.
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

    std::vector<std::int32_t> below_, above_, left_reach_, right_reach_, starts_, stack_;
};

}  // namespace wordorder
