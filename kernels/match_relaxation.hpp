// The matching problem made easy: reference words may be used again, but contested ones at a price.
//
// What the easy problem can gain, together with all prices, is never less than what the real one
// can: who pays for a word gets its price back once. So it bounds what can be hoped for, from any
// place on. If its solution happens to use no word twice and leaves out none that has a price, it is
// the best solution of the real problem, too. Else prices rise where a word was used more than once
// and fall where it was not used (Lagrangian relaxation; Held and Karp 1971, step of Polyak 1969).
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
    // What the easy problem gains from a place on, when no match ends right before it; or behind a
    // match. Prices are paid, but not given back.
    Score best_from(std::int32_t place) const { return best_from_[place]; }
    Score best_behind(std::int32_t match) const { return best_behind_[match]; }
    // What a match adds, without its price, if it starts a chunk.
    Score net_gain(std::int32_t match) const { return net_gain_[match]; }
    Score price(std::int32_t reference) const { return prices_[reference]; }
    Score all_prices() const { return all_prices_; }

    const std::vector<Score>& prices() const { return prices_; }
    void set_prices(const std::vector<Score>& prices) {
        prices_ = prices;
        evaluate();
    }

    // A solution of the easy problem; where several are equally good, words not used before are
    // preferred. Returns whether it is one of the real problem, which makes it the best.
    bool solve(std::vector<std::int32_t>& chosen) {
        chosen.clear();
        uses_.assign(problem_->reference_words(), 0);
        std::int32_t place = 0, last = MatchProblem::NONE;
        while (place < problem_->words()) {
            const std::int32_t m = next(place, last);
            last = m;
            if (m == MatchProblem::NONE) {
                ++place;
                continue;
            }
            chosen.push_back(m);
            const Match& match = problem_->match(m);
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) ++uses_[j];
            place = match.hypothesis_end();
        }
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            const std::int32_t j = problem_->contested_word(bit);
            if (uses_[j] > 1 || (uses_[j] == 0 && prices_[j] > 0)) return false;
        }
        return true;
    }

    // Moves the prices against what solve() did, the further, the larger the gap between the bound
    // and the best known solution.
    void reprice(Score gap) {
        Score squares = 0;
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            const std::int32_t j = problem_->contested_word(bit);
            if (uses_[j] == 0 && prices_[j] == 0) continue;
            squares += Score{uses_[j] - 1} * (uses_[j] - 1);
        }
        if (squares == 0) return;
        const Score step = std::max<Score>(gap / squares, 1);
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            const std::int32_t j = problem_->contested_word(bit);
            prices_[j] = std::max<Score>(prices_[j] + step * (uses_[j] - 1), 0);
        }
        evaluate();
    }

private:
    void evaluate() {
        all_prices_ = 0;
        for (std::int32_t bit = 0; bit < problem_->contested(); ++bit) {
            all_prices_ += prices_[problem_->contested_word(bit)];
        }
        net_gain_.resize(problem_->size());
        best_behind_.resize(problem_->size());
        best_from_.resize(problem_->words() + 1);
        best_from_[problem_->words()] = 0;
        for (std::int32_t place = problem_->words() - 1; place >= 0; --place) {
            Score best = best_from_[place + 1];
            for (std::int32_t m = problem_->first(place); m < problem_->first(place + 1); ++m) {
                net_gain_[m] = problem_->gain(m) - price_of(problem_->match(m));
                best_behind_[m] = bound_behind(m);
                best = std::max(best, net_gain_[m] + best_behind_[m]);
            }
            best_from_[place] = best;
        }
    }

    Score price_of(const Match& match) const {
        Score price = 0;
        for (std::int32_t j = match.reference; j < match.reference_end(); ++j) price += prices_[j];
        return price;
    }

    Score bound_behind(std::int32_t match) const {
        Score best = best_from_[problem_->match(match).hypothesis_end()];
        problem_->for_each_joining(match, [&](std::int32_t m) {
            best = std::max(best, problem_->joined() + net_gain_[m] + best_behind_[m]);
        });
        return best;
    }

    // NONE to leave out the word.
    std::int32_t next(std::int32_t place, std::int32_t last) const {
        const bool behind = last != MatchProblem::NONE;
        const Score best = behind ? best_behind_[last] : best_from_[place];
        std::int32_t chosen = MatchProblem::NONE;
        bool found = false;
        const auto consider = [&](std::int32_t m, Score joined) {
            if (net_gain_[m] + joined + best_behind_[m] != best) return;
            if (!found || (chosen != MatchProblem::NONE && !is_unused(chosen) && is_unused(m))) chosen = m;
            found = true;
        };
        if (behind) {
            problem_->for_each_joining(last, [&](std::int32_t m) { consider(m, problem_->joined()); });
        }
        for (std::int32_t m = problem_->first(place); m < problem_->first(place + 1); ++m) consider(m, 0);
        if (found && !is_unused(chosen) && best == best_from_[place + 1]) return MatchProblem::NONE;
        return chosen;
    }

    bool is_unused(std::int32_t m) const {
        const Match& match = problem_->match(m);
        for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
            if (uses_[j] > 0) return false;
        }
        return true;
    }

    const MatchProblem* problem_ = nullptr;
    Score all_prices_ = 0;
    std::vector<Score> prices_, net_gain_, best_from_, best_behind_;
    std::vector<std::int32_t> uses_;
};

}  // namespace wordorder
