// A solution of long runs: takes the longest run of matches that are neighbours on both sides, then
// the longest of the remaining ones, and so on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/checkpoint.hpp"
#include "match/problem.hpp"

namespace wordorder {

class MatchRuns {
public:
    explicit MatchRuns(Pace& pace) : pace_(&pace) {}

    void find(const MatchProblem& problem, std::vector<std::int32_t>& matches) {
        problem_ = &problem;
        measure();
        hypothesis_used_.assign(problem.words(), false);
        reference_used_.assign(problem.reference_words(), false);
        matches.clear();
        group_by_length();
        for (std::int32_t length = longest_; length > 0; --length) {
            for (const std::int32_t m : by_length_[length]) {
                const std::int32_t open = open_length(m, length);
                if (open == length) {
                    take(m, length, matches);
                } else if (open > 0) {
                    by_length_[open].push_back(m);
                }
            }
        }
        std::ranges::sort(matches);
    }

private:
    // The length of the longest run from each match on, and the next match of that run.
    void measure() {
        lengths_.assign(problem_->size(), 1);
        following_.assign(problem_->size(), MatchProblem::NONE);
        longest_of_group_.resize(problem_->size());
        for (std::int32_t m = problem_->size() - 1; m >= 0; --m) {
            const std::int32_t group = problem_->joining(m);
            if (group != MatchProblem::NONE) {
                following_[m] = longest_of_group_[group];
                lengths_[m] = 1 + lengths_[following_[m]];
            }
            note_in_group(m);
        }
    }

    // Keeps the first of the longest runs of a group. Its last match comes first.
    void note_in_group(std::int32_t m) {
        const std::int32_t group = problem_->group(m);
        const bool is_last = m + 1 == problem_->size() || problem_->group(m + 1) != group;
        std::int32_t& longest = longest_of_group_[group];
        if (is_last || lengths_[m] >= lengths_[longest]) longest = m;
    }

    void group_by_length() {
        longest_ = lengths_.empty() ? 0 : *std::ranges::max_element(lengths_);
        if (std::ssize(by_length_) <= longest_) by_length_.resize(longest_ + 1);
        for (std::int32_t length = 1; length <= longest_; ++length) by_length_[length].clear();
        for (std::int32_t m = 0; m < problem_->size(); ++m) by_length_[lengths_[m]].push_back(m);
    }

    std::int32_t open_length(std::int32_t m, std::int32_t length) const {
        std::int32_t open = 0;
        while (open < length && is_open(problem_->match(m))) {
            ++open;
            m = following_[m];
        }
        pace_->step(open + 1);
        return open;
    }

    bool is_open(const Match& match) const {
        for (std::int32_t i = match.hypothesis; i < match.hypothesis_end(); ++i) {
            if (hypothesis_used_[i]) return false;
        }
        for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
            if (reference_used_[j]) return false;
        }
        return true;
    }

    void take(std::int32_t m, std::int32_t length, std::vector<std::int32_t>& matches) {
        for (; length > 0; --length, m = following_[m]) {
            const Match& match = problem_->match(m);
            std::fill_n(hypothesis_used_.begin() + match.hypothesis, match.hypothesis_words, true);
            std::fill_n(reference_used_.begin() + match.reference, match.reference_words, true);
            matches.push_back(m);
        }
    }

    Pace* pace_;
    const MatchProblem* problem_ = nullptr;
    std::int32_t longest_ = 0;
    std::vector<std::int32_t> lengths_, following_, longest_of_group_;
    std::vector<std::vector<std::int32_t>> by_length_;  // the runs, by their first matches
    std::vector<char> hypothesis_used_, reference_used_;
};

}  // namespace wordorder
