// Sentences of few words, matched by their contexts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "context_matching.hpp"
#include "dice.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

// The matcher lives through many inputs, so that what one leaves behind in its buffers meets the
// next.
class ContextFuzzer {
public:
    explicit ContextFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] { return written(hypothesis_) + " with " + written(reference_); };
        const std::int64_t words = dice_.between(1, dice_.one_in(4) ? 20 : 4);
        make(hypothesis_, words);
        make(reference_, words);
        if (dice_.one_in(2)) {
            reference_.clear();
            for (const std::int32_t place : dice_.permutation(hypothesis_.size())) {
                if (!dice_.one_in(10)) reference_.push_back(hypothesis_[place]);
            }
            reference_.shrink_to_fit();
        }
        const Words partners = matcher_.match(hypothesis_, reference_);
        require(partners.size() == hypothesis_.size(), "an answer for every word");
        for (std::int32_t i = 0; i < std::ssize(hypothesis_); ++i) {
            const std::int32_t j = partners[i];
            if (j == ContextMatcher::NO_MATCH) continue;
            require(0 <= j && j < std::ssize(reference_), "a word of the reference");
            require(hypothesis_[i] == reference_[j], "the same word");
        }
        const bool few = hypothesis_.size() <= 20 && reference_.size() <= 20;
        for (std::int32_t i = 0; few && i < std::ssize(hypothesis_); ++i) {
            require(partners[i] == slow_partner(i), "matched by its context");
        }
        ++tally["contexts"];
    }

private:
    using Words = std::vector<std::int32_t>;

    // The same numbers mean the same words, whichever they are.
    void make(Words& sentence, std::int64_t words) {
        const bool large = dice_.one_in(4);
        const std::int64_t most = dice_.one_in(1'000) ? 3'000 : dice_.one_in(20) ? 100 : 12;
        sentence.resize(dice_.between(0, most));
        for (std::int32_t& word : sentence) {
            word = static_cast<std::int32_t>(dice_.between(1, words));
            if (large) word = INT32_MAX - word;
        }
        sentence.shrink_to_fit();
    }

    // The smallest n-gram that ends or begins with the word and is once in both, as RIBES defines it.
    std::int32_t slow_partner(std::int32_t i) const {
        for (std::int32_t before = 0; before < std::ssize(hypothesis_); ++before) {
            const std::int32_t width = before + 1;
            for (const std::int32_t start : {i - before, i}) {
                if (start < 0 || start + width > std::ssize(hypothesis_)) continue;
                const Words ngram(hypothesis_.begin() + start, hypothesis_.begin() + start + width);
                if (places_of(ngram, hypothesis_).size() != 1) continue;
                const Words there = places_of(ngram, reference_);
                if (there.size() == 1) return there[0] + i - start;
            }
        }
        return ContextMatcher::NO_MATCH;
    }

    static Words places_of(const Words& ngram, const Words& sentence) {
        Words places;
        for (auto from = sentence.begin();; ++from) {
            from = std::search(from, sentence.end(), ngram.begin(), ngram.end());
            if (from == sentence.end()) return places;
            places.push_back(static_cast<std::int32_t>(from - sentence.begin()));
        }
    }

    Dice& dice_;
    Words hypothesis_, reference_;
    ContextMatcher matcher_{nullptr};
};

}  // namespace wordorder::fuzzing
