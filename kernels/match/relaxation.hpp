// A relaxation of the matching problem: reference words may be used again, but contested ones at a
// price.
//
// The relaxed gain plus all prices is never less than the real gain, as whoever pays for a word
// gets its price back once; so it bounds what can be hoped for, from any place on. If a best
// relaxed solution uses no word twice and leaves out none that has a price, it is a best solution
// of the real problem, too. Otherwise prices rise where a word is wanted more than once and fall
// where it is not (Lagrangian relaxation; Held and Karp 1971, step of Polyak 1969).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "match/problem.hpp"

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
    // The relaxed gain from a place on if no match ends right before it, or from a match on if it
    // starts a chunk. Prices are paid, but not given back.
    Score best_from(std::int32_t place) const { return best_from_[place]; }
    Score best_with(std::int32_t match) const { return best_with_[match]; }
    Score price(std::int32_t reference) const { return prices_[reference]; }
    Score all_prices() const { return all_prices_; }

    const std::vector<Score>& prices() const { return prices_; }
    void set_prices(const std::vector<Score>& prices) {
        prices_ = prices;
        evaluate();
    }

    // A solution of the real problem that takes at each place the best of what is left. Returns
    // whether this was always the best of all: then no solution is better.
    bool walk(std::vector<std::int32_t>& chosen) {
        return problem_->has_phrases() ? walk_with<true>(chosen) : walk_with<false>(chosen);
    }

    // Moves the prices by the demand of walk(): the further, the larger the gap between the bound
    // and the best known solution.
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
            // No match wants a word that costs what it covers.
            const Score price = prices_[j] + step * (wanted_[j] - 1);
            prices_[j] = std::clamp<Score>(price, 0, problem_->most_cover());
        }
        evaluate();
    }

private:
    // Most problems have no phrases, which is simpler.
    template <bool PHRASES>
    bool walk_with(std::vector<std::int32_t>& chosen) {
        chosen.resize(problem_->words());  // the most there can be
        std::size_t count = 0;
        wanted_.assign(problem_->reference_words(), 0);
        taken_.assign(problem_->reference_words(), false);
        bool always_best = true;
        std::int32_t place = 0, end = MatchProblem::NONE;
        while (place < problem_->words()) {
            const auto [wanted, open] = choose<PHRASES>(place, end);
            always_best &= open == wanted;
            if (wanted != MatchProblem::NONE) {
                for_each_word<PHRASES>(wanted, [&](std::int32_t j) { ++wanted_[j]; });
            }
            if (open == MatchProblem::NONE) {
                ++place;
                end = MatchProblem::NONE;
                continue;
            }
            for_each_word<PHRASES>(open, [&](std::int32_t j) { taken_[j] = true; });
            chosen[count++] = open;
            place = problem_->match(open).hypothesis_end();
            end = problem_->match(open).reference_end();
        }
        chosen.resize(count);
        return always_best && all_prices_are_paid();
    }

    void evaluate() {
        all_prices_ = 0;
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            all_prices_ += prices_[problem_->contested_word(bit)];
        }
        best_with_.resize(problem_->size());
        if (problem_->has_phrases()) best_of_group_.resize(problem_->size());
        best_from_.resize(problem_->words() + 1);
        best_from_[problem_->words()] = 0;
        problem_->has_phrases() ? look_ahead<true>() : look_ahead<false>();
    }

    template <bool PHRASES>
    void look_ahead() {
        for (std::int32_t place = problem_->words() - 1; place >= 0; --place) {
            Score best = best_from_[place + 1];
            for (std::int32_t m = problem_->first(place); m < problem_->first(place + 1); ++m) {
                Score price = 0;
                for_each_word<PHRASES>(m, [&](std::int32_t j) { price += prices_[j]; });
                const Score hope = problem_->gain(m) - price + best_behind<PHRASES>(m, place + 1);
                best_with_[m] = hope;
                if constexpr (PHRASES) note_in_group(m, hope);
                best = std::max(best, hope);
            }
            best_from_[place] = best;
        }
    }

    void note_in_group(std::int32_t match, Score hope) {
        const std::int32_t group = problem_->group(match);
        best_of_group_[group] = group == match ? hope : std::max(best_of_group_[group], hope);
    }

    // `next` is the place behind the first word of the match.
    template <bool PHRASES>
    Score best_behind(std::int32_t match, std::int32_t next) const {
        const Score best = best_from_[PHRASES ? problem_->match(match).hypothesis_end() : next];
        const std::int32_t group = problem_->joining(match);
        if (group == MatchProblem::NONE) return best;
        // Of single words, each group is one match.
        return std::max(best, problem_->joined() + (PHRASES ? best_of_group_ : best_with_)[group]);
    }

    struct Choice {
        std::int32_t wanted;  // the best option
        std::int32_t open;    // the best among matches of free words
    };

    // NONE skips the word. `end` is the end of a match right before it, if any.
    template <bool PHRASES>
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
            if ((hope > most_open || (first && hope == most_open)) && is_open<PHRASES>(m)) {
                most_open = hope;
                choice.open = m;
            }
        }
        if (most == most_open) choice.wanted = choice.open;
        return choice;
    }

    template <bool PHRASES>
    bool is_open(std::int32_t match) const {
        bool open = true;
        for_each_word<PHRASES>(match, [&](std::int32_t j) { open &= !taken_[j]; });
        return open;
    }

    bool all_prices_are_paid() const {
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            const std::int32_t j = problem_->contested_word(bit);
            if (wanted_[j] == 0 && prices_[j] > 0) return false;
        }
        return true;
    }

    template <bool PHRASES, class Take>
    void for_each_word(std::int32_t m, const Take& take) const {
        const Match& match = problem_->match(m);
        if constexpr (PHRASES) {
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) take(j);
        } else {
            take(match.reference);
        }
    }

    const MatchProblem* problem_ = nullptr;
    Score all_prices_ = 0;
    std::vector<Score> prices_, best_from_, best_with_, best_of_group_;
    std::vector<std::int32_t> wanted_;  // how often walk() wanted each reference word
    std::vector<char> taken_;
};

}  // namespace wordorder
