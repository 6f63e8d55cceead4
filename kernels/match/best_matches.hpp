// The best matches of a sentence pair among all candidates.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "match/candidates.hpp"
#include "match/neighbours.hpp"
#include "match/problem.hpp"
#include "match/solver.hpp"

namespace wordorder {

// Matches by their places among words with candidates.
//
// A word without candidates says nothing about the order of the others, so it is not counted: its
// neighbours are neighbours of each other, and it displaces no word.
class MatchPlaces {
public:
    void set(std::int32_t hypothesis_words, std::int32_t reference_words,
             std::span<const Match> matches) {
        hypothesis_.assign(hypothesis_words + 1, 0);
        reference_.assign(reference_words + 1, 0);
        for (const Match& match : matches) {
            for (std::int32_t i = match.hypothesis; i < match.hypothesis_end(); ++i) {
                hypothesis_[i] = 1;
            }
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                reference_[j] = 1;
            }
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
    // In the given order.
    std::span<const Match> matches() const { return matches_; }

private:
    // Replaces each mark by the number of marks before it; returns the number of all.
    static std::int32_t number(std::vector<std::int32_t>& words) {
        std::int32_t before = 0;
        for (std::int32_t& word : words) before += std::exchange(word, before);
        return before;
    }

    std::int32_t words_ = 0, reference_words_ = 0;
    std::vector<std::int32_t> hypothesis_, reference_;
    std::vector<Match> matches_;
};

class BestMatches {
public:
    BestMatches(const MatchData& data, Pace& pace) : solver_(pace), neighbours_(data) {}

    // The best of `matches` and the neighbours they bring, by their place in the hypothesis.
    const std::vector<Match>& choose(Indices hypothesis, Indices reference,
                                     const std::vector<Match>& matches) {
        settled_ = is_settled(reference.size(), matches);
        if (settled_) {
            all_.resize(matches.size());
            std::iota(all_.begin(), all_.end(), 0);
            return neighbours_.with_chosen(hypothesis, reference, matches, all_);
        }
        places_.set(static_cast<std::int32_t>(hypothesis.size()),
                    static_cast<std::int32_t>(reference.size()), matches);
        return neighbours_.with_chosen(
            hypothesis, reference, matches,
            solver_.solve(places_.words(), places_.reference_words(), places_.matches()));
    }

    // Whether no better solution exists.
    bool exact() const { return settled_ || solver_.exact(); }

private:
    // Whether no two matches want the same word: then all are taken.
    bool is_settled(std::size_t reference_words, std::span<const Match> matches) {
        taken_.assign(reference_words, false);
        std::int32_t end = 0;
        for (const Match& match : matches) {
            if (match.hypothesis < end) return false;
            end = match.hypothesis_end();
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                if (taken_[j]) return false;
                taken_[j] = true;
            }
        }
        return true;
    }

    bool settled_ = true;
    MatchPlaces places_;
    MatchSolver solver_;
    MatchNeighbours neighbours_;
    std::vector<std::int32_t> all_;
    std::vector<bool> taken_;
};

}  // namespace wordorder
