// The matching problem made easy: reference words may be used again, but contested ones at a price.
//
// What the easy problem can gain, together with all prices, is never less than what the real one
// can: who pays for a word gets its price back once. So it bounds what can be hoped for, from any
// place on. If a best solution of the easy problem uses no word twice and leaves out none that has a
// price, it is a best one of the real problem, too. Else prices rise where a word is wanted more than
// once and fall where it is not (Lagrangian relaxation; Held and Karp 1971, step of Polyak 1969).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "match_problem.hpp"

namespace wordorder {

class MatchRelaxation {
public:
    void start(const MatchProblem& problem) {
        problem_ = &problem;
        prices_.assign(problem.reference_words(), 0);
        evaluate();
    }

    // No solution scores higher.
    Score bound() const { return best_from_[0] + all_prices_; }
    // What the easy problem gains from a place on, when no match ends right before it; or from a match
    // on, if it starts a chunk. Prices are paid, but not given back.
    Score best_from(std::int32_t place) const { return best_from_[place]; }
    Score best_with(std::int32_t match) const { return best_with_[match]; }
    Score price(std::int32_t reference) const { return prices_[reference]; }
    Score all_prices() const { return all_prices_; }

    const std::vector<Score>& prices() const { return prices_; }
    void set_prices(const std::vector<Score>& prices) {
        prices_ = prices;
        evaluate();
    }

    // A solution of the real problem, which takes at each place what looks best of what is left.
    // Returns whether this was always the best of all: then no solution is better.
    bool walk(std::vector<std::int32_t>& chosen) {
        chosen.resize(problem_->words());  // the most there can be
        std::size_t count = 0;
        wanted_.assign(problem_->reference_words(), 0);
        taken_.assign(problem_->reference_words(), false);
        bool always_best = true;
        std::int32_t place = 0, end = MatchProblem::NONE;
        while (place < problem_->words()) {
            const Choice choice = choose(place, end);
            always_best &= choice.open == choice.wanted;
            for_each_word(choice.wanted, [&](std::int32_t j) { ++wanted_[j]; });
            for_each_word(choice.open, [&](std::int32_t j) { taken_[j] = true; });
            if (choice.open == MatchProblem::NONE) {
                ++place;
                end = MatchProblem::NONE;
                continue;
            }
            chosen[count++] = choice.open;
            place = problem_->match(choice.open).hypothesis_end();
            end = problem_->match(choice.open).reference_end();
        }
        chosen.resize(count);
        return always_best && all_prices_are_paid();
    }

    // Moves the prices by what walk() wanted, the further, the larger the gap between the bound and
    // the best known solution.
    void reprice(Score gap) {
        Score squares = 0;
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            const std::int32_t j = problem_->contested_word(bit);
            if (wanted_[j] == 0 && prices_[j] == 0) continue;
            squares += Score{wanted_[j] - 1} * (wanted_[j] - 1);
        }
        if (squares == 0) return;
        const Score step = std::max<Score>(gap / squares, 1);
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            const std::int32_t j = problem_->contested_word(bit);
            // No match wants a word at the price of what it covers.
            const Score price = prices_[j] + step * (wanted_[j] - 1);
            prices_[j] = std::clamp<Score>(price, 0, problem_->most_cover());
        }
        evaluate();
    }

private:
    void evaluate() {
        all_prices_ = 0;
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            all_prices_ += prices_[problem_->contested_word(bit)];
        }
        best_with_.resize(problem_->size());
        best_of_group_.resize(problem_->size());
        best_from_.resize(problem_->words() + 1);
        best_from_[problem_->words()] = 0;
        for (std::int32_t place = problem_->words() - 1; place >= 0; --place) {
            Score best = best_from_[place + 1];
            for (std::int32_t m = problem_->first(place); m < problem_->first(place + 1); ++m) {
                const Score hope = problem_->gain(m) - price_of(problem_->match(m)) + best_behind(m);
                best_with_[m] = hope;
                const std::int32_t group = problem_->group(m);
                best_of_group_[group] = group == m ? hope : std::max(best_of_group_[group], hope);
                best = std::max(best, hope);
            }
            best_from_[place] = best;
        }
    }

    Score price_of(const Match& match) const {
        Score price = prices_[match.reference];  // most matches are of one word
        for (std::int32_t j = match.reference + 1; j < match.reference_end(); ++j) price += prices_[j];
        return price;
    }

    Score best_behind(std::int32_t match) const {
        const Score best = best_from_[problem_->match(match).hypothesis_end()];
        const std::int32_t group = problem_->joining(match);
        if (group == MatchProblem::NONE) return best;
        return std::max(best, problem_->joined() + best_of_group_[group]);
    }

    struct Choice {
        std::int32_t wanted;  // what looks best
        std::int32_t open;    // the same among matches of words that are not taken
    };

    // NONE leaves out the word. `end` is where a match ended right before it.
    Choice choose(std::int32_t place, std::int32_t end) const {
        Choice choice{MatchProblem::NONE, MatchProblem::NONE};
        Score most = best_from_[place + 1], most_open = most;
        for (std::int32_t m = problem_->first(place); m < problem_->first(place + 1); ++m) {
            const Match& match = problem_->match(m);
            const Score joined = match.reference == end ? problem_->joined() : 0;
            const Score hope = best_with_[m] + joined;
            if (hope > most) {
                most = hope;
                choice.wanted = m;
            }
            const bool first = choice.open == MatchProblem::NONE;
            if ((hope > most_open || (first && hope == most_open)) && is_open(match)) {
                most_open = hope;
                choice.open = m;
            }
        }
        if (most == most_open) choice.wanted = choice.open;
        return choice;
    }

    bool is_open(const Match& match) const {
        for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
            if (taken_[j]) return false;
        }
        return true;
    }

    bool all_prices_are_paid() const {
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            const std::int32_t j = problem_->contested_word(bit);
            if (wanted_[j] == 0 && prices_[j] > 0) return false;
        }
        return true;
    }

    template <class Take>
    void for_each_word(std::int32_t m, const Take& take) const {
        if (m == MatchProblem::NONE) return;
        const Match& match = problem_->match(m);
        for (std::int32_t j = match.reference; j < match.reference_end(); ++j) take(j);
    }

    const MatchProblem* problem_ = nullptr;
    Score all_prices_ = 0;
    std::vector<Score> prices_, best_from_, best_with_, best_of_group_;
    std::vector<std::int32_t> wanted_;  // how often walk() wanted each reference word
    std::vector<char> taken_;
};

}  // namespace wordorder
