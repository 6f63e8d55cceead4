// Sentences of few words, matched by their contexts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"
#include "hypothesis/context_matching.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

// The matcher lives through many inputs, so that leftovers in its buffers meet the next one.
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
        require(ContextMatcher(nullptr).match(hypothesis_, reference_) == partners,
                "no pair leaves anything behind for the next");
        const Words own = matcher_.match(hypothesis_, hypothesis_);
        for (std::int32_t i = 0; i < std::ssize(own); ++i) {
            require(own[i] == i || own[i] == ContextMatcher::NO_MATCH, "a word is its own partner");
        }
        ++tally["contexts"];
    }

private:
    using Words = std::vector<std::int32_t>;

    // Equal numbers are equal words, whatever the numbers.
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

    Dice dice_;
    Words hypothesis_, reference_;
    ContextMatcher matcher_{nullptr};
};

}  // namespace wordorder::fuzzing
