// The most words that can be covered if all matches join single words and are worth the same: a
// maximum matching of a bipartite graph (Hopcroft and Karp 1973).
#pragma once

#include <cstdint>
#include <vector>

#include "core/checkpoint.hpp"
#include "match/problem.hpp"

namespace wordorder {

class MatchCover {
public:
    explicit MatchCover(Pace& pace) : pace_(&pace) {}

    // Completes a solution to a maximum. Covered words stay covered, though perhaps by other
    // matches.
    void complete(const MatchProblem& problem, std::vector<std::int32_t>& matches) {
        problem_ = &problem;
        chosen_.assign(problem.words(), MatchProblem::NONE);
        partner_.assign(problem.reference_words(), MatchProblem::NONE);
        for (const std::int32_t m : matches) choose(m);
        while (find_levels()) {
            for (const std::int32_t place : left_over_) augment(place);
        }
        matches.clear();
        for (const std::int32_t m : chosen_) {
            if (m != MatchProblem::NONE) matches.push_back(m);
        }
    }

    // Whether a word left over could take this one if others made room for it, each by taking
    // another: then every maximum matching uses it (König 1931).
    bool is_scarce(std::int32_t reference) const { return seen_[reference]; }

private:
    void choose(std::int32_t m) {
        chosen_[problem_->match(m).hypothesis] = m;
        partner_[problem_->match(m).reference] = problem_->match(m).hypothesis;
    }

    // The number of steps from the words left over to each hypothesis word, up to the first unused
    // reference word. Returns whether there is one.
    bool find_levels() {
        level_.assign(problem_->words(), MatchProblem::NONE);
        seen_.assign(problem_->reference_words(), false);
        left_over_.clear();
        for (std::int32_t place = 0; place < problem_->words(); ++place) {
            if (chosen_[place] != MatchProblem::NONE || problem_->is_bare(place)) continue;
            level_[place] = 0;
            left_over_.push_back(place);
        }
        last_level_ = MatchProblem::NONE;
        queue_ = left_over_;
        for (std::size_t k = 0; k < queue_.size(); ++k) {
            const std::int32_t from = queue_[k];
            pace_->step(problem_->first(from + 1) - problem_->first(from));
            if (last_level_ != MatchProblem::NONE && level_[from] > last_level_) break;
            for (std::int32_t m = problem_->first(from); m < problem_->first(from + 1); ++m) {
                const std::int32_t reference = problem_->match(m).reference;
                if (seen_[reference]) continue;
                seen_[reference] = true;
                const std::int32_t owner = partner_[reference];
                if (owner == MatchProblem::NONE) {
                    last_level_ = level_[from];
                } else if (level_[owner] == MatchProblem::NONE) {
                    level_[owner] = level_[from] + 1;
                    queue_.push_back(owner);
                }
            }
        }
        next_.resize(problem_->words());
        for (const std::int32_t place : queue_) next_[place] = problem_->first(place);
        return last_level_ != MatchProblem::NONE;
    }

    // Depth first with an explicit stack: a path may be as long as the sentence. No match is tried
    // twice between two calls of find_levels().
    void augment(std::int32_t place) {
        path_.assign(1, place);
        while (!path_.empty()) {
            const std::int32_t from = path_.back();
            pace_->step();
            if (next_[from] == problem_->first(from + 1)) {
                path_.pop_back();
                continue;
            }
            const std::int32_t owner = partner_[problem_->match(next_[from]++).reference];
            if (owner == MatchProblem::NONE) {
                if (level_[from] != last_level_) continue;
                for (const std::int32_t word : path_) choose(next_[word] - 1);
                return;
            }
            if (level_[owner] == level_[from] + 1) path_.push_back(owner);
        }
    }

    Pace* pace_;
    const MatchProblem* problem_ = nullptr;
    std::int32_t last_level_ = MatchProblem::NONE;
    std::vector<std::int32_t> chosen_;   // the match of each hypothesis word
    std::vector<std::int32_t> partner_;  // the hypothesis word of each reference word
    std::vector<std::int32_t> level_, next_, left_over_, queue_, path_;
    std::vector<char> seen_;
};

}  // namespace wordorder
