// Matches by their places among the words that could be matched at all.
//
// A word that could be matched with nothing says nothing about the order of the others, so it is not
// counted: words to its left and right are neighbours, and it displaces no word.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "match_problem.hpp"

namespace wordorder {

class MatchPlaces {
public:
    void set(std::int32_t hypothesis_words, std::int32_t reference_words,
             std::span<const Match> matches) {
        hypothesis_.assign(hypothesis_words + 1, 0);
        reference_.assign(reference_words + 1, 0);
        for (const Match& match : matches) {
            for (std::int32_t i = match.hypothesis; i < match.hypothesis_end(); ++i) hypothesis_[i] = 1;
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) reference_[j] = 1;
        }
        words_ = number(hypothesis_);
        reference_words_ = number(reference_);
        matches_.assign(matches.begin(), matches.end());
        for (Match& match : matches_) {
            match.hypothesis = hypothesis_[match.hypothesis];
            match.reference = reference_[match.reference];
        }
    }

    std::int32_t words() const { return words_; }
    std::int32_t reference_words() const { return reference_words_; }
    // In the order in which they were given.
    std::span<const Match> matches() const { return matches_; }

private:
    // Makes the number of words that could be matched before each one; returns that of all.
    static std::int32_t number(std::vector<std::int32_t>& words) {
        std::int32_t before = 0;
        for (std::int32_t& word : words) before += std::exchange(word, before);
        return before;
    }

    std::int32_t words_ = 0, reference_words_ = 0;
    std::vector<std::int32_t> hypothesis_, reference_;
    std::vector<Match> matches_;
};

}  // namespace wordorder
