// Solutions of the matching problem, from left to right with the bounds of its relaxation.
//
// The past matters only by the contested reference words used and the end of the last match, so
// partial solutions that agree in these are one state, of which only the best goes on. States that
// cannot beat a known solution go no further. If a place has more states than a limit, only the
// most promising go on.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "match/problem.hpp"
#include "match/relaxation.hpp"

namespace wordorder {

// Sets of contested reference words.
template <std::int32_t MACHINE_WORDS>
class ReferenceSet {
public:
    static constexpr std::int32_t MOST = 64 * MACHINE_WORDS;

    bool has(std::int32_t bit) const { return words_[bit / 64] >> bit % 64 & 1; }
    void add(std::int32_t bit) { words_[bit / 64] |= std::uint64_t{1} << bit % 64; }
    void remove(std::int32_t bit) { words_[bit / 64] &= ~(std::uint64_t{1} << bit % 64); }
    std::uint64_t hash() const {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : words_) hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        return hash;
    }
    friend bool operator==(const ReferenceSet&, const ReferenceSet&) = default;

private:
    std::array<std::uint64_t, MACHINE_WORDS> words_{};
};

template <class Set>
class MatchSearch {
public:
    explicit MatchSearch(Pace& pace) : pace_(&pace) {}

    static bool can_hold(const MatchProblem& problem) { return problem.contested() <= Set::MOST; }

    // Keeps at most `limit` states of each place. Returns a bound on the score of a better
    // solution: if it is not above that of `best`, there is none.
    Score run(const MatchProblem& problem, const MatchRelaxation& relaxation, std::size_t limit,
              MatchSolution& best) {
        problem_ = &problem;
        relaxation_ = &relaxation;
        known_ = best.score;
        missed_ = known_;
        steps_.clear();
        std::int32_t longest = 1;
        for (std::int32_t m = 0; m < problem.size(); ++m) {
            longest = std::max(longest, problem.match(m).hypothesis_words);
        }
        layers_.resize(longest + 1);
        for (std::vector<State>& layer : layers_) layer.clear();
        layer(0).push_back({Set{}, NOWHERE, 0, 0, relaxation.all_prices(), relaxation.bound(), -1});
        for (std::int32_t place = 0; place < problem.words(); ++place) {
            merge(place, limit);
            for (const State& state : layer(place)) expand(place, state);
            layer(place).clear();
        }
        keep_best(layer(problem.words()), best);
        return missed_;
    }

private:
    static constexpr std::int32_t NOWHERE = -1;

    struct State {
        Set used;
        std::int32_t reference_end;  // the end of a match right before this place; else NOWHERE
        std::int32_t forgotten;      // contested words below are no longer wanted, nor in `used`
        Score score;                 // reached so far
        Score refunds;               // prices of the words that can still be used
        Score hope;                  // the best it can lead to
        std::int32_t step;           // the last match taken, in steps_
    };

    struct Step { std::int32_t previous, match; };

    std::vector<State>& layer(std::int32_t place) { return layers_[place % std::ssize(layers_)]; }

    // Of equal states the best stays, the first of several.
    void merge(std::int32_t place, std::size_t limit) {
        std::vector<State>& states = layer(place);
        for (State& state : states) forget(place, state);
        if (states.size() < 2) return;
        merged_.clear();
        slots_.assign(std::bit_ceil(2 * states.size() + 1), NOWHERE);
        for (const State& state : states) {
            if (state.hope <= known_) continue;
            const std::size_t slot = find_slot(state);
            if (slots_[slot] == NOWHERE) {
                slots_[slot] = static_cast<std::int32_t>(merged_.size());
                merged_.push_back(state);
            } else if (state.score > merged_[slots_[slot]].score) {
                merged_[slots_[slot]] = state;
            }
        }
        if (merged_.size() > limit) drop_all_but(limit);
        states.swap(merged_);
    }

    // Forgets words that no later match wants; their prices are never paid back.
    void forget(std::int32_t place, State& state) const {
        for (; state.forgotten < problem_->no_longer_wanted(place); ++state.forgotten) {
            if (state.used.has(state.forgotten)) {
                state.used.remove(state.forgotten);
                continue;
            }
            const Score price = relaxation_->price(problem_->contested_word(state.forgotten));
            state.refunds -= price;
            state.hope -= price;
        }
    }

    void drop_all_but(std::size_t limit) {
        const auto better = [](const State& a, const State& b) {
            return a.hope != b.hope ? a.hope > b.hope : a.step < b.step;  // no step comes twice
        };
        std::nth_element(merged_.begin(), merged_.begin() + limit, merged_.end(), better);
        missed_ = std::max(missed_, merged_[limit].hope);
        merged_.resize(limit);
        std::sort(merged_.begin(), merged_.end(), better);
    }

    std::size_t find_slot(const State& state) const {
        const std::uint64_t hash =
            (state.used.hash() ^ static_cast<std::uint32_t>(state.reference_end)) *
            0xD6E8FEB86659FD93U;
        std::size_t slot = hash >> 32 & (slots_.size() - 1);
        while (slots_[slot] != NOWHERE) {
            const State& other = merged_[slots_[slot]];
            if (other.reference_end == state.reference_end && other.used == state.used) break;
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slot;
    }

    void expand(std::int32_t place, const State& state) {
        pace_->step(problem_->first(place + 1) - problem_->first(place) + 1);
        for (std::int32_t m = problem_->first(place); m < problem_->first(place + 1); ++m) {
            take(m, state);
        }
        const Score hope = state.score + state.refunds + relaxation_->best_from(place + 1);
        if (hope <= known_) return;
        layer(place + 1).push_back(state);
        layer(place + 1).back().reference_end = NOWHERE;
        layer(place + 1).back().hope = hope;
    }

    void take(std::int32_t number, const State& state) {
        const Match& match = problem_->match(number);
        const Score joined = state.reference_end == match.reference ? problem_->joined() : 0;
        const Score hope = state.score + state.refunds + relaxation_->best_with(number) + joined;
        if (hope <= known_ || !is_open(match, state.used)) return;
        std::vector<State>& next = layer(match.hypothesis_end());
        next.push_back(state);
        State& reached = next.back();
        for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
            if (problem_->bit(j) == MatchProblem::NONE) continue;
            reached.used.add(problem_->bit(j));
            reached.refunds -= relaxation_->price(j);
        }
        reached.reference_end = match.reference_end();
        reached.score += problem_->gain(number) + joined;
        reached.hope = hope;
        reached.step = static_cast<std::int32_t>(steps_.size());
        steps_.push_back({state.step, number});
    }

    bool is_open(const Match& match, const Set& used) const {
        for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
            if (problem_->bit(j) != MatchProblem::NONE && used.has(problem_->bit(j))) return false;
        }
        return true;
    }

    void keep_best(const std::vector<State>& states, MatchSolution& best) const {
        const State* chosen = nullptr;
        for (const State& state : states) {
            if (state.score <= best.score) continue;
            best.score = state.score;
            chosen = &state;
        }
        if (chosen == nullptr) return;
        best.matches.clear();
        for (std::int32_t step = chosen->step; step >= 0; step = steps_[step].previous) {
            best.matches.push_back(steps_[step].match);
        }
        std::ranges::reverse(best.matches);
    }

    Pace* pace_;
    const MatchProblem* problem_ = nullptr;
    const MatchRelaxation* relaxation_ = nullptr;
    Score known_ = 0, missed_ = 0;
    std::vector<std::vector<State>> layers_;
    std::vector<State> merged_;
    std::vector<std::int32_t> slots_;
    std::vector<Step> steps_;
};

}  // namespace wordorder
