// Matching problems beyond those of texts: any worths, phrases of any shape, sentences far longer
// than their number of matches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "match/assignment.hpp"
#include "match/cover.hpp"
#include "match/problem.hpp"
#include "match/relaxation.hpp"
#include "match/runs.hpp"
#include "match/search.hpp"
#include "match/solver.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

using Matches = std::vector<Match>;

inline std::string written(const Matches& matches) {
    std::string text;
    for (const Match& match : matches) {
        text += std::to_string(match.hypothesis) + "+" + std::to_string(match.hypothesis_words) +
                "-" + std::to_string(match.reference) + "+" +
                std::to_string(match.reference_words) + ":" + std::to_string(match.worth) + " ";
    }
    return text;
}

// Kernels live through many inputs, so that leftovers in their buffers meet the next one.
class MatchSolverFuzzer {
public:
    explicit MatchSolverFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return std::to_string(words_) + " and " + std::to_string(reference_words_) +
                   " words; matches " + written(matches_);
        };
        make_problem();
        const Numbers chosen = solver_.solve(words_, reference_words_, matches_);
        const bool exact = solver_.exact();
        check_solution(chosen);
        MatchSolver fresh(pace_);
        require(fresh.solve(words_, reference_words_, matches_) == chosen && fresh.exact() == exact,
                "no row leaves anything behind for the next");
        require(exact || !is_tiny() || is_huge(), "few words are solved");
        problem_.set(words_, reference_words_, matches_);
        best_ = score_of(problem_, chosen);
        require(best_ >= 0, "no solution is worse than none");
        check_relaxation();
        check_parts(chosen);
        if (problem_.contested() <= 64) check_search(narrow_, exact);
        if (problem_.contested() <= 256) check_search(wide_, exact);
        ++tally[exact ? "match problems/exact" : "match problems/not exact"];
    }

private:
    using Numbers = std::vector<std::int32_t>;

    void make_problem() {
        matches_.clear();
        dice_.one_in(1'000) ? make_from_words() : make_from_chance();
        matches_.shrink_to_fit();
        if (dice_.one_in(2'000)) stretch();
    }

    // Long sentences of few words: more contested words than the search can hold.
    void make_from_words() {
        const std::int64_t kinds = dice_.between(2, 60);
        std::vector<std::int64_t> kind(dice_.between(30, 300)), other(dice_.between(30, 300));
        for (auto* words : {&kind, &other}) {
            for (std::int64_t& word : *words) word = dice_.between(1, kinds);
        }
        words_ = static_cast<std::int32_t>(kind.size());
        reference_words_ = static_cast<std::int32_t>(other.size());
        const std::vector<std::int64_t> weights = make_weights();
        for (std::int32_t i = 0; i < words_; ++i) {
            for (std::int32_t j = 0; j < reference_words_; ++j) {
                if (kind[i] != other[j]) continue;
                matches_.push_back({i, j, 1, 1, 2 * weights[kind[i] % weights.size()],
                                    static_cast<Stage>(dice_.between(0, STAGES - 1))});
            }
        }
    }

    void make_from_chance() {
        const bool long_phrases = dice_.one_in(20);
        const int most = !dice_.one_in(10) ? 6 : long_phrases || dice_.one_in(2) ? 15 : 40;
        words_ = static_cast<std::int32_t>(dice_.between(0, most));
        reference_words_ = static_cast<std::int32_t>(dice_.between(0, most));
        const int longest = long_phrases ? most : static_cast<int>(dice_.between(1, 3));
        const std::int64_t one_in = dice_.pick(std::vector{1, 2, 4, 10}) * longest * longest;
        const std::vector<std::int64_t> weights = make_weights();
        for (std::int32_t i = 0; i < words_; ++i) {
            for (std::int32_t j = 0; j < reference_words_; ++j) {
                for (std::int32_t n = 1; n <= std::min(longest, words_ - i); ++n) {
                    for (std::int32_t m = 1; m <= std::min(longest, reference_words_ - j); ++m) {
                        if (!dice_.one_in(one_in)) continue;
                        matches_.push_back({i, j, n, m, dice_.pick(weights) * (n + m),
                                            static_cast<Stage>(dice_.between(0, STAGES - 1))});
                    }
                }
            }
        }
    }

    // One weight makes a plain problem. Beyond 2^20 there is not always room for all digits.
    std::vector<std::int64_t> make_weights() {
        static const std::vector<std::int64_t> WEIGHTS = {1, 3, 1 << 19, (1 << 20) - 1, 1 << 20};
        std::vector<std::int64_t> weights;
        const std::int64_t most = dice_.one_in(20) ? std::int64_t{1} << 55 : 1 << 20;
        for (auto count = dice_.between(1, 4); count > 0; --count) {
            weights.push_back(dice_.one_in(3) ? dice_.between(1, most) : dice_.pick(WEIGHTS));
        }
        return weights;
    }

    // Adds unmatched words before all others and behind them.
    void stretch() {
        static const std::vector<std::int32_t> LENGTHS = {1'000, 1 << 16, 1 << 21};
        const std::int32_t more = dice_.pick(LENGTHS), reference_more = dice_.pick(LENGTHS);
        const bool in_front = dice_.one_in(2), reference_in_front = dice_.one_in(2);
        words_ += more;
        reference_words_ += reference_more;
        for (Match& match : matches_) {
            if (in_front) match.hypothesis += more;
            if (reference_in_front) match.reference += reference_more;
        }
    }

    void check_solution(const Numbers& chosen) const {
        std::vector<char> used(words_), reference_used(reference_words_);
        require(std::is_sorted(chosen.begin(), chosen.end()), "matches by their places");
        for (const std::int32_t number : chosen) {
            require(0 <= number && number < std::ssize(matches_), "a match");
            const Match& match = matches_[number];
            for (std::int32_t i = 0; i < match.hypothesis_words; ++i) {
                require(!std::exchange(used[match.hypothesis + i], true), "a word is used once");
            }
            for (std::int32_t j = 0; j < match.reference_words; ++j) {
                require(!std::exchange(reference_used[match.reference + j], true),
                        "a reference word is used once");
            }
        }
    }

    bool is_tiny() const { return words_ <= 6 && reference_words_ <= 6; }
    bool is_huge() const {
        return std::ranges::any_of(matches_, [](auto& match) { return match.worth > 1 << 25; });
    }

    void check_relaxation() {
        relaxation_.start(problem_);
        check_bound();
        std::vector<Score> prices(reference_words_, 0);
        for (std::int32_t bit = 0; bit < problem_.contested(); ++bit) {
            Score& price = prices[problem_.contested_word(bit)];
            price = problem_.most_cover();
            if (!dice_.one_in(4)) price = price / 1'000 * dice_.between(0, 1'000);
        }
        if (dice_.one_in(2)) relaxation_.set_prices(prices);
        for (int round = 0; round < 4; ++round) {
            check_bound();
            relaxation_.reprice(relaxation_.bound() - (dice_.one_in(2) ? best_ : 0));
        }
    }

    void check_bound() {
        require(relaxation_.bound() >= best_, "no solution is above the bound");
        const bool best = relaxation_.walk(found_);
        check_solution(found_);
        const Score score = score_of(problem_, found_);
        require(score <= relaxation_.bound(), "nor is the one found on the way");
        require(!best || score == relaxation_.bound(), "the best of the easy problem");
    }

    void check_parts(const Numbers& chosen) {
        runs_.find(problem_, found_);
        check_solution(found_);
        if (problem_.is_plain()) {
            cover_.complete(problem_, found_);
            check_solution(found_);
            require(found_.size() == chosen.size(),
                    "single words of equal worth: as many as can be");
        }
        assignment_.find(problem_, found_);
        check_solution(found_);
        require(!problem_.is_precise() || worth_of_singles(found_) >= worth_of_singles(chosen),
                "single words are assigned so that they cover the most");
    }

    std::int64_t worth_of_singles(const Numbers& numbers) const {
        std::int64_t worth = 0;
        for (const std::int32_t number : numbers) {
            const Match& match = matches_[number];
            if (match.hypothesis_words == 1 && match.reference_words == 1) worth += match.worth;
        }
        return worth;
    }

    template <class Search>
    void check_search(Search& search, bool exact) {
        const bool few = problem_.contested() <= 6;
        for (const std::size_t limit : {std::size_t{1}, std::size_t{5}, SIZE_MAX}) {
            if (limit == SIZE_MAX && !few) continue;
            MatchSolution solution{{}, dice_.one_in(2) ? -1 : 0};
            const Score bound = search.run(problem_, relaxation_, limit, solution);
            check_solution(solution.matches);
            require(solution.score <= 0 || solution.score == score_of(problem_, solution.matches),
                    "the score of a solution");
            require(std::max(bound, solution.score) >= best_, "what was dropped was not better");
            require(!exact || solution.score <= best_, "nothing is better than the best");
            require(limit != SIZE_MAX || std::max<Score>(solution.score, 0) >= best_,
                    "if no state is dropped, the best is found");
        }
    }

    Dice dice_;
    std::int32_t words_ = 0, reference_words_ = 0;
    Matches matches_;
    Score best_ = 0;
    Numbers found_;
    Pace pace_{nullptr};
    MatchProblem problem_;
    MatchSolver solver_{pace_};
    MatchRelaxation relaxation_;
    MatchCover cover_{pace_};
    MatchAssignment assignment_{pace_};
    MatchRuns runs_{pace_};
    MatchSearch<ReferenceSet<1>> narrow_{pace_};
    MatchSearch<ReferenceSet<4>> wide_{pace_};
};

}  // namespace wordorder::fuzzing
