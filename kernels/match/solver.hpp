// The best set of matches between a hypothesis and a reference, or a good one marked as such.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "match/assignment.hpp"
#include "match/cover.hpp"
#include "match/problem.hpp"
#include "match/relaxation.hpp"
#include "match/runs.hpp"
#include "match/search.hpp"

namespace wordorder {

class MatchSolver {
public:
    explicit MatchSolver(Pace& pace)
        : pace_(&pace), cover_(pace), assignment_(pace), runs_(pace), narrow_(pace), wide_(pace) {}

    // The numbers of the chosen matches, by their place in the hypothesis.
    const std::vector<std::int32_t>& solve(std::int32_t hypothesis_words,
                                           std::int32_t reference_words,
                                           std::span<const Match> matches) {
        problem_.set(hypothesis_words, reference_words, matches);
        relaxation_.start(problem_);
        best_.score = -1;
        bound_ = relaxation_.bound();
        if (walk()) return best_.matches;
        set_first_prices();
        if (!walk()) start_from_runs();
        for (std::int32_t round = 0; round < ROUNDS && !is_solved(); ++round) {
            improve_prices();
            walk();
        }
        search();
        return best_.matches;
    }

    // Whether no better solution exists.
    bool exact() const { return is_solved() && problem_.is_precise(); }

private:
    // Few sentences need more: a gap that is left after so many rounds mostly stays.
    static constexpr std::int32_t ROUNDS = 100;
    // So many rounds without a better bound show that the steps were too long.
    static constexpr std::int32_t PATIENCE = 8;
    // The finds of a few states bound the search with more. With few contested words there cannot
    // be many states, and none is dropped.
    static constexpr std::size_t LIMITS[] = {16, 64};
    static constexpr std::int32_t FEW_CONTESTED = 10;

    bool is_solved() const { return best_.score >= bound_; }

    // Whether the best solution is known.
    bool walk() {
        pace_->step(problem_.size() + problem_.words());
        if (relaxation_.walk(found_.matches)) bound_ = relaxation_.bound();
        consider_found();
        return is_solved();
    }

    void set_first_prices() {
        best_prices_.assign(problem_.reference_words(), 0);
        step_ = 1;
        impatience_ = 0;
        found_ = best_;
        if (problem_.is_plain()) {
            cover_.complete(problem_, found_.matches);
            set_prices(
                [this](std::int32_t j) { return cover_.is_scarce(j) ? problem_.cover(0) : 0; });
        } else {
            assignment_.find(problem_, found_.matches);
            set_prices([this](std::int32_t j) { return assignment_.price(j); });
        }
        consider_found();
    }

    void start_from_runs() {
        runs_.find(problem_, found_.matches);
        if (problem_.is_plain()) cover_.complete(problem_, found_.matches);
        consider_found();
    }

    void consider_found() {
        found_.score = score_of(problem_, found_.matches);
        if (found_.score > best_.score) std::swap(best_, found_);
    }

    // At first, contested words cost what they cover, less a chunk.
    template <class Price>
    void set_prices(const Price& price) {
        prices_.assign(problem_.reference_words(), 0);
        for (std::int32_t bit = 0; bit < problem_.contested(); ++bit) {
            const std::int32_t j = problem_.contested_word(bit);
            prices_[j] = std::max<Score>(price(j) - problem_.joined(), 0);
        }
        relaxation_.set_prices(prices_);
        note_bound();
    }

    void improve_prices() {
        const Score gap = relaxation_.bound() - best_.score;
        relaxation_.reprice(static_cast<Score>(step_ * static_cast<double>(gap)));
        note_bound();
    }

    void note_bound() {
        if (relaxation_.bound() < bound_) {
            bound_ = relaxation_.bound();
            best_prices_ = relaxation_.prices();
            impatience_ = 0;
        } else if (++impatience_ == PATIENCE) {
            relaxation_.set_prices(best_prices_);
            step_ /= 2;
            impatience_ = 0;
        }
    }

    void search() {
        if (is_solved()) return;
        relaxation_.set_prices(best_prices_);
        if (decltype(narrow_)::can_hold(problem_)) {
            search_with(narrow_);
        } else if (decltype(wide_)::can_hold(problem_)) {
            search_with(wide_);
        }
    }

    template <class Search>
    void search_with(Search& search) {
        for (const std::size_t limit : LIMITS) {
            if (!is_solved()) bound_ = search.run(problem_, relaxation_, limit, best_);
        }
        if (!is_solved() && problem_.contested() <= FEW_CONTESTED) {
            bound_ = search.run(problem_, relaxation_, SIZE_MAX, best_);
        }
    }

    Pace* pace_;
    Score bound_ = 0;  // no solution scores higher
    MatchSolution best_, found_;
    double step_ = 1;
    std::int32_t impatience_ = 0;
    std::vector<Score> prices_, best_prices_;
    MatchProblem problem_;
    MatchRelaxation relaxation_;
    MatchCover cover_;
    MatchAssignment assignment_;
    MatchRuns runs_;
    MatchSearch<ReferenceSet<1>> narrow_;
    MatchSearch<ReferenceSet<4>> wide_;
};

}  // namespace wordorder
