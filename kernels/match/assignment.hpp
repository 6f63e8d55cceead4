// The assignment problem: single words matched for the largest sum of worths, whatever their order,
// by shortest augmenting paths (Jonker and Volgenant 1987). Phrases are left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "match/problem.hpp"

namespace wordorder {

class MatchAssignment {
public:
    explicit MatchAssignment(Pace& pace) : pace_(&pace) {}

    void find(const MatchProblem& problem, std::vector<std::int32_t>& matches) {
        problem_ = &problem;
        chosen_.assign(problem.words(), MatchProblem::NONE);
        profits_.assign(problem.words(), 0);
        partner_.assign(problem.reference_words(), MatchProblem::NONE);
        prices_.assign(problem.reference_words(), 0);
        distance_.resize(problem.reference_words());
        reached_by_.resize(problem.reference_words());
        reached_in_.assign(problem.reference_words(), MatchProblem::NONE);
        steps_left_ = STEPS * (problem.size() + 1);
        for (std::int32_t place = 0; place < problem.words() && steps_left_ > 0; ++place) {
            add(place);
        }
        matches.clear();
        for (const std::int32_t m : chosen_) {
            if (m != MatchProblem::NONE) matches.push_back(m);
        }
    }

    // How much more a solution covers with this reference word than without it.
    Score price(std::int32_t reference) const { return prices_[reference]; }

private:
    // A long sentence must not take quadratic time; words not added by then stay unmatched.
    static constexpr std::int64_t STEPS = 1000;

    // Profit and price of any two words pay at least for what they could cover, and exactly where
    // they are matched. A path leads from a new word to an unused reference word, or to a
    // hypothesis word that gives up its own; its length is the loss along it.
    void add(std::int32_t place) {
        for (std::int32_t m = problem_->first(place); m < problem_->first(place + 1); ++m) {
            if (!is_single(m)) continue;
            profits_[place] = std::max(profits_[place], problem_->cover(m) - prices_[reference(m)]);
        }
        scanned_.clear();
        open_ = {};
        End best{profits_[place], MatchProblem::NONE, place};
        scan(place, 0, place);
        while (!open_.empty() && open_.top().first < best.length) {
            const auto [length, j] = open_.top();
            open_.pop();
            if (length > distance_[j]) continue;
            scanned_.push_back(j);
            const std::int32_t owner = partner_[j];
            if (owner == MatchProblem::NONE) {
                best = {length, j, MatchProblem::NONE};
                break;
            }
            if (length + profits_[owner] < best.length) best = {length + profits_[owner], j, owner};
            scan(owner, length, place);
        }
        pay(place, best.length);
        if (best.gives_up != MatchProblem::NONE) chosen_[best.gives_up] = MatchProblem::NONE;
        if (best.reference != MatchProblem::NONE) shift_along_path(best.reference, place);
    }

    struct End {
        Score length;
        std::int32_t reference;  // the end of the path; NONE if the new word stays alone
        std::int32_t gives_up;   // the word left unmatched, or NONE
    };

    void scan(std::int32_t from, Score length, std::int32_t round) {
        pace_->step(problem_->first(from + 1) - problem_->first(from));
        for (std::int32_t m = problem_->first(from); m < problem_->first(from + 1); ++m) {
            --steps_left_;
            if (!is_single(m)) continue;
            const std::int32_t j = reference(m);
            const Score reached = length + profits_[from] + prices_[j] - problem_->cover(m);
            if (reached_in_[j] == round && reached >= distance_[j]) continue;
            reached_in_[j] = round;
            reached_by_[j] = m;
            distance_[j] = reached;
            open_.emplace(reached, j);
        }
    }

    void pay(std::int32_t place, Score length) {
        for (const std::int32_t j : scanned_) {
            if (distance_[j] >= length) continue;
            prices_[j] += length - distance_[j];
            if (partner_[j] != MatchProblem::NONE) profits_[partner_[j]] -= length - distance_[j];
        }
        profits_[place] -= length;
    }

    void shift_along_path(std::int32_t j, std::int32_t place) {
        while (true) {
            const std::int32_t m = reached_by_[j];
            const std::int32_t owner = problem_->match(m).hypothesis;
            const std::int32_t before = chosen_[owner];
            chosen_[owner] = m;
            partner_[j] = owner;
            if (owner == place) return;
            j = reference(before);
        }
    }

    bool is_single(std::int32_t m) const {
        return problem_->match(m).hypothesis_words == 1 && problem_->match(m).reference_words == 1;
    }
    std::int32_t reference(std::int32_t m) const { return problem_->match(m).reference; }

    using Reached = std::pair<Score, std::int32_t>;

    Pace* pace_;
    const MatchProblem* problem_ = nullptr;
    std::int64_t steps_left_ = 0;
    std::vector<std::int32_t> chosen_;   // the match of each hypothesis word
    std::vector<std::int32_t> partner_;  // the hypothesis word of each reference word
    std::vector<Score> profits_, prices_;
    std::vector<Score> distance_;
    std::vector<std::int32_t> reached_by_, reached_in_, scanned_;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open_;
};

}  // namespace wordorder
