// The best set of matches between a hypothesis and a reference.
//
// A match joins a stretch of hypothesis words with a stretch of reference words. A solution uses
// every word at most once. The best one covers the most words (each match with its worth), then has
// the fewest chunks (runs of matches that are neighbours on both sides, in the same order), then the
// smallest sum of |start in the hypothesis - start in the reference|.
//
// The search goes through the hypothesis from left to right. All that matters of the past is which
// contested reference words are used and where the last match ended, so partial solutions that
// agree in this are one state, and only the best of them goes on. What a state can still reach is
// bounded by the same problem with reference words that may be used again, which is easy; a state
// that cannot become better than a known solution goes no further. As long as the states of a place
// stay below a limit the solution is the best there is; beyond it only the most promising go on.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

namespace wordorder {

struct Match {
    std::int32_t hypothesis, reference;            // first word
    std::int32_t hypothesis_words, reference_words;
    std::int64_t worth;                            // more than 0
    std::int32_t stage;

    std::int32_t hypothesis_end() const { return hypothesis + hypothesis_words; }
    std::int32_t reference_end() const { return reference + reference_words; }
    std::int64_t displacement() const {
        return hypothesis > reference ? hypothesis - reference : reference - hypothesis;
    }
};

// What a solution is judged by, in this order.
struct MatchValue {
    std::int64_t covered = 0;
    std::int64_t chunks = 0;
    std::int64_t displacement = 0;

    friend bool operator==(const MatchValue&, const MatchValue&) = default;
    friend MatchValue operator+(const MatchValue& a, const MatchValue& b) {
        return {a.covered + b.covered, a.chunks + b.chunks, a.displacement + b.displacement};
    }
    bool better_than(const MatchValue& other) const {
        if (covered != other.covered) return covered > other.covered;
        if (chunks != other.chunks) return chunks < other.chunks;
        return displacement < other.displacement;
    }
};

struct MatchSolution {
    std::vector<std::int32_t> matches;  // numbers of matches, by their place in the hypothesis
    MatchValue value;
    bool exact = true;
};

// Sets of contested reference words. A sentence seldom has more than one machine word of them.
class NarrowSet {
public:
    static constexpr std::int32_t MOST = 64;

    bool has(std::int32_t bit) const { return bits_ >> bit & 1; }
    void add(std::int32_t bit) { bits_ |= std::uint64_t{1} << bit; }
    void remove(const NarrowSet& others) { bits_ &= ~others.bits_; }
    std::uint64_t hash() const { return bits_ * 0x9E3779B97F4A7C15u; }
    friend bool operator==(const NarrowSet&, const NarrowSet&) = default;

private:
    std::uint64_t bits_ = 0;
};

class WideSet {
public:
    bool has(std::int32_t bit) const {
        const std::size_t word = bit / 64;
        return word < words_.size() && words_[word] >> bit % 64 & 1;
    }
    void add(std::int32_t bit) {
        const std::size_t word = bit / 64;
        if (words_.size() <= word) words_.resize(word + 1);
        words_[word] |= std::uint64_t{1} << bit % 64;
    }
    void remove(const WideSet& others) {
        const std::size_t both = std::min(words_.size(), others.words_.size());
        for (std::size_t i = 0; i < both; ++i) words_[i] &= ~others.words_[i];
        while (!words_.empty() && words_.back() == 0) words_.pop_back();  // so that == works
    }
    std::uint64_t hash() const {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : words_) hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        return hash;
    }
    friend bool operator==(const WideSet&, const WideSet&) = default;

private:
    std::vector<std::uint64_t> words_;
};

// The matches of one sentence pair, and what can be known about them before the search.
class MatchProblem {
public:
    static constexpr std::int32_t NOT_CONTESTED = -1;

    // `matches` are sorted by their place in the hypothesis, then in the reference.
    void set(std::int32_t hypothesis_words, std::int32_t reference_words,
             const std::vector<Match>& matches) {
        matches_ = &matches;
        words_ = hypothesis_words;
        find_first_matches();
        find_free_matches(reference_words);
        number_contested_words(reference_words);
        find_needed_words(reference_words);
        if (all_covered_ != UNKNOWN) find_families(reference_words);
        bound_what_follows();
    }

    const std::vector<Match>& matches() const { return *matches_; }
    std::int32_t words() const { return words_; }
    // The matches that start at a hypothesis word: first(p) up to first(p + 1).
    std::int32_t first(std::int32_t place) const { return first_[place]; }
    bool has_matches(std::int32_t place) const { return first_[place] < first_[place + 1]; }
    std::int32_t longest() const { return longest_; }
    // A free match shares no word with any other: every best solution has it.
    bool is_free(std::int32_t match) const { return free_[match]; }
    std::int32_t contested() const { return contested_; }
    std::int32_t bit(std::int32_t reference) const { return bit_[reference]; }
    // The contested words that no match from the next place on wants.
    const std::vector<std::int32_t>& last_wanted_at(std::int32_t place) const {
        return last_wanted_[place];
    }
    // Whether every best solution matches this hypothesis word, as far as is known beforehand.
    bool is_needed(std::int32_t place) const { return needed_[place]; }
    // What a best solution covers if that is known beforehand, else UNKNOWN; and the most that can
    // be covered from a place on.
    std::int64_t all_covered() const { return all_covered_; }
    std::int64_t most_covered(std::int32_t place) const { return most_covered_[place]; }
    // No solution gains more from a place on, when no match ends right before it, or behind a match.
    // If all_covered() is known, without what is covered.
    const MatchValue& best_from(std::int32_t place) const { return best_from_[place]; }
    const MatchValue& best_behind(std::int32_t match) const { return best_behind_[match]; }
    // What a match adds. Where the number of matches is known beforehand, there are as many chunks
    // at the start, and one less with each match that joins the last: then a word that will be
    // skipped in the end is not preferred before.
    MatchValue gain(std::int32_t match, bool joins) const {
        const Match& taken = (*matches_)[match];
        const std::int64_t chunks = all_covered_ == UNKNOWN ? !joins : joins ? -1 : 0;
        return {taken.worth, chunks, taken.displacement()};
    }
    MatchValue start() const {
        if (all_covered_ == UNKNOWN || all_covered_ == 0) return {};
        return {0, all_covered_ / matches_->front().worth, 0};
    }
    // The best that can come of what was reached, if the rest is the best there is.
    MatchValue hope(const MatchValue& reached, const MatchValue& best_rest) const {
        MatchValue whole = reached + best_rest;
        if (all_covered_ != UNKNOWN) whole.covered = all_covered_;
        return whole;
    }

    // Words that hang together through matches, directly or by way of others.
    struct Family {
        std::vector<std::int32_t> places, references;
        std::int32_t matches = 0;
        bool complete() const {  // every word with every word
            return matches == std::ssize(places) * std::ssize(references);
        }
    };
    const Family& family(std::int32_t place) const { return families_[family_[place]]; }
    // How many words of its family follow this one in the hypothesis.
    std::int32_t relatives_behind(std::int32_t place) const { return relatives_behind_[place]; }

    static constexpr std::int64_t UNKNOWN = -1;

    // Makes the start one of long runs: takes the longest run of neighbours that is left, again and
    // again, and then adds what can still be matched.
    void prefer_runs(std::int32_t reference_words) {
        if (all_covered_ == UNKNOWN) return;
        measure_runs();
        partner_.assign(reference_words, -1);
        matched_.assign(words_, false);
        take_runs();
        visited_.assign(reference_words, -1);
        for (std::int32_t place = 0; place < words_; ++place) {
            if (!matched_[place]) augment(place, place);
        }
    }

    // A start: a largest matching, or nothing.
    MatchSolution some_solution() const {
        MatchSolution solution;
        if (all_covered_ == UNKNOWN) return solution;
        std::int32_t last_place = -2, last_reference = -2;
        for (std::int32_t place = 0; place < words_; ++place) {
            for (std::int32_t m = first_[place]; m < first_[place + 1]; ++m) {
                const Match& match = (*matches_)[m];
                if (partner_[match.reference] != place) continue;
                const bool joins = last_place + 1 == place && last_reference + 1 == match.reference;
                solution.value = solution.value + MatchValue{match.worth, !joins, match.displacement()};
                solution.matches.push_back(m);
                last_place = place, last_reference = match.reference;
            }
        }
        return solution;
    }

private:
    // How long the run is that starts with a match, and the match that goes on.
    void measure_runs() {
        const auto count = static_cast<std::int32_t>(matches_->size());
        runs_.resize(count);
        following_.resize(count);
        for (std::int32_t m = count - 1; m >= 0; --m) {
            following_[m] = find((*matches_)[m].hypothesis + 1, (*matches_)[m].reference + 1);
            runs_[m] = following_[m] < 0 ? 1 : 1 + runs_[following_[m]];
        }
    }

    std::int32_t find(std::int32_t place, std::int32_t reference) const {
        if (place >= words_) return -1;
        const auto end = matches_->begin() + first_[place + 1];
        const auto found = std::lower_bound(
            matches_->begin() + first_[place], end, reference,
            [](const Match& match, std::int32_t j) { return match.reference < j; });
        if (found == end || found->reference != reference) return -1;
        return static_cast<std::int32_t>(found - matches_->begin());
    }

    void take_runs() {
        using Run = std::tuple<std::int32_t, std::int64_t, std::int32_t>;  // the largest comes first
        const auto run = [this](std::int32_t m, std::int32_t length) {
            return Run{length, -(*matches_)[m].displacement(), -m};
        };
        std::priority_queue<Run> left;
        for (std::int32_t m = 0; m < std::ssize(*matches_); ++m) left.push(run(m, runs_[m]));
        while (!left.empty()) {
            const auto [length, _, minus_m] = left.top();
            left.pop();
            const std::int32_t open = open_length(-minus_m, length);
            if (0 < open && open < length) left.push(run(-minus_m, open));
            if (open == length) take_run(-minus_m, length);
        }
    }

    std::int32_t open_length(std::int32_t m, std::int32_t length) const {
        std::int32_t open = 0;
        while (open < length && !matched_[(*matches_)[m].hypothesis] &&
               partner_[(*matches_)[m].reference] < 0) {
            ++open;
            m = following_[m];
        }
        return open;
    }

    void take_run(std::int32_t m, std::int32_t length) {
        for (; length > 0; --length, m = following_[m]) {
            matched_[(*matches_)[m].hypothesis] = true;
            partner_[(*matches_)[m].reference] = (*matches_)[m].hypothesis;
        }
    }

    void find_first_matches() {
        first_.assign(words_ + 1, 0);
        longest_ = 1;
        for (const Match& match : *matches_) {
            ++first_[match.hypothesis + 1];
            longest_ = std::max(longest_, match.hypothesis_words);
        }
        for (std::int32_t place = 0; place < words_; ++place) first_[place + 1] += first_[place];
    }

    void find_free_matches(std::int32_t reference_words) {
        in_hypothesis_.assign(words_, 0);
        in_reference_.assign(reference_words, 0);
        for (const Match& match : *matches_) {
            for (std::int32_t i = match.hypothesis; i < match.hypothesis_end(); ++i) ++in_hypothesis_[i];
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) ++in_reference_[j];
        }
        free_.clear();
        for (const Match& match : *matches_) free_.push_back(is_alone(match));
    }

    bool is_alone(const Match& match) const {
        for (std::int32_t i = match.hypothesis; i < match.hypothesis_end(); ++i) {
            if (in_hypothesis_[i] > 1) return false;
        }
        for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
            if (in_reference_[j] > 1) return false;
        }
        return true;
    }

    void number_contested_words(std::int32_t reference_words) {
        bit_.assign(reference_words, NOT_CONTESTED);
        last_place_.clear();
        for (std::size_t m = 0; m < matches_->size(); ++m) {
            const Match& match = (*matches_)[m];
            if (free_[m]) continue;
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                if (bit_[j] == NOT_CONTESTED) {
                    bit_[j] = static_cast<std::int32_t>(last_place_.size());
                    last_place_.push_back(0);
                }
                last_place_[bit_[j]] = match.hypothesis;
            }
        }
        contested_ = static_cast<std::int32_t>(last_place_.size());
        for (std::vector<std::int32_t>& bits : last_wanted_) bits.clear();
        if (std::ssize(last_wanted_) < words_) last_wanted_.resize(words_);
        for (std::int32_t bit = 0; bit < contested_; ++bit) last_wanted_[last_place_[bit]].push_back(bit);
    }

    // If all matches are of single words and worth the same, the best solutions are largest
    // matchings, and what these have in common is known.
    void find_needed_words(std::int32_t reference_words) {
        all_covered_ = UNKNOWN;
        needed_.assign(words_, false);
        for (std::size_t m = 0; m < matches_->size(); ++m) {
            const Match& match = (*matches_)[m];
            if (free_[m]) needed_[match.hypothesis] = true;
            if (match.hypothesis_words > 1 || match.reference_words > 1 ||
                match.worth != matches_->front().worth) {
                return;
            }
        }
        const std::int64_t worth = matches_->empty() ? 0 : matches_->front().worth;
        match_all(reference_words, worth);
        mark_needed(reference_words);
    }

    // Adds the hypothesis words from right to left, each by an augmenting path.
    void match_all(std::int32_t reference_words, std::int64_t worth) {
        partner_.assign(reference_words, -1);
        visited_.assign(reference_words, -1);
        most_covered_.assign(words_ + 1, 0);
        left_over_.clear();
        for (std::int32_t place = words_ - 1; place >= 0; --place) {
            const bool matched = augment(place, place);
            if (!matched && has_matches(place)) left_over_.push_back(place);
            most_covered_[place] = most_covered_[place + 1] + (matched ? worth : 0);
        }
        all_covered_ = most_covered_[0];
    }

    // A word that a left-over one could take the place of, perhaps by way of others, is not needed.
    void mark_needed(std::int32_t reference_words) {
        for (std::int32_t place = 0; place < words_; ++place) {
            needed_[place] = first_[place] < first_[place + 1];
        }
        for (const std::int32_t place : left_over_) needed_[place] = false;
        visited_.assign(reference_words, -1);
        while (!left_over_.empty()) {
            const std::int32_t place = left_over_.back();
            left_over_.pop_back();
            for (std::int32_t m = first_[place]; m < first_[place + 1]; ++m) {
                const std::int32_t reference = (*matches_)[m].reference;
                if (visited_[reference] == 0) continue;
                visited_[reference] = 0;
                needed_[partner_[reference]] = false;
                left_over_.push_back(partner_[reference]);
            }
        }
    }

    void find_families(std::int32_t reference_words) {
        family_.assign(words_, -1);
        family_of_reference_.assign(reference_words, -1);
        relatives_behind_.assign(words_, 0);
        users_.assign(reference_words + 1, 0);
        for (const Match& match : *matches_) ++users_[match.reference + 1];
        for (std::int32_t j = 0; j < reference_words; ++j) users_[j + 1] += users_[j];
        places_.resize(matches_->size());
        for (const Match& match : *matches_) places_[users_[match.reference]++] = match.hypothesis;
        for (std::int32_t j = reference_words; j > 0; --j) users_[j] = users_[j - 1];
        users_[0] = 0;
        std::int32_t count = 0;
        for (std::int32_t place = 0; place < words_; ++place) {
            if (family_[place] < 0 && first_[place] < first_[place + 1]) collect_family(place, count++);
        }
    }

    void collect_family(std::int32_t place, std::int32_t number) {
        if (std::ssize(families_) <= number) families_.resize(number + 1);
        Family& family = families_[number];
        family.places.assign(1, place), family.references.clear(), family.matches = 0;
        family_[place] = number;
        for (std::size_t i = 0; i < family.places.size(); ++i) {
            const std::int32_t from = family.places[i];
            family.matches += first_[from + 1] - first_[from];
            for (std::int32_t m = first_[from]; m < first_[from + 1]; ++m) {
                const std::int32_t reference = (*matches_)[m].reference;
                if (family_of_reference_[reference] == number) continue;
                family_of_reference_[reference] = number;
                family.references.push_back(reference);
                for (std::int32_t u = users_[reference]; u < users_[reference + 1]; ++u) {
                    if (family_[places_[u]] >= 0) continue;
                    family_[places_[u]] = number;
                    family.places.push_back(places_[u]);
                }
            }
        }
        std::sort(family.places.begin(), family.places.end());
        for (std::size_t i = 0; i < family.places.size(); ++i) {
            relatives_behind_[family.places[i]] = static_cast<std::int32_t>(family.places.size() - 1 - i);
        }
    }

    // Depth first, with a stack of its own: a path may be as long as the sentence.
    bool augment(std::int32_t place, std::int32_t round) {
        path_.assign(1, {place, first_[place]});
        while (!path_.empty()) {
            auto& [from, next] = path_.back();
            if (next == first_[from + 1]) {
                path_.pop_back();
                continue;
            }
            const std::int32_t reference = (*matches_)[next++].reference;
            if (visited_[reference] == round) continue;
            visited_[reference] = round;
            if (partner_[reference] >= 0) {
                path_.push_back({partner_[reference], first_[partner_[reference]]});
                continue;
            }
            for (const auto& [word, behind] : path_) partner_[(*matches_)[behind - 1].reference] = word;
            return true;
        }
        return false;
    }

    // The same problem with reference words that may be used again: only the last match matters.
    void bound_what_follows() {
        best_from_.assign(words_ + 1, {});
        best_behind_.resize(matches_->size());
        for (std::int32_t place = words_ - 1; place >= 0; --place) {
            MatchValue& best = best_from_[place];
            best = needed_[place] ? HOPELESS : best_from_[place + 1];
            for (std::int32_t m = first_[place]; m < first_[place + 1]; ++m) {
                best_behind_[m] = bound_behind((*matches_)[m]);
                const MatchValue alone = uncertain_gain(m, false) + best_behind_[m];
                if (alone.better_than(best)) best = alone;
            }
        }
    }

    // What is covered in the end may be known beforehand; then it is not worth anything.
    MatchValue uncertain_gain(std::int32_t match, bool joins) const {
        MatchValue value = gain(match, joins);
        if (all_covered_ != UNKNOWN) value.covered = 0;
        return value;
    }

    MatchValue bound_behind(const Match& match) const {
        const std::int32_t place = match.hypothesis_end();
        MatchValue best = best_from_[place];
        if (place == words_) return best;
        const auto end = matches_->begin() + first_[place + 1];
        auto next = std::lower_bound(
            matches_->begin() + first_[place], end, match.reference_end(),
            [](const Match& other, std::int32_t reference) { return other.reference < reference; });
        for (; next != end && next->reference == match.reference_end(); ++next) {
            const auto m = static_cast<std::int32_t>(next - matches_->begin());
            const MatchValue joined = uncertain_gain(m, true) + best_behind_[m];
            if (joined.better_than(best)) best = joined;
        }
        return best;
    }

    static constexpr MatchValue HOPELESS{INT64_MIN / 4, 0, 0};

    const std::vector<Match>* matches_ = nullptr;
    std::int32_t words_ = 0, longest_ = 1, contested_ = 0;
    std::int64_t all_covered_ = UNKNOWN;
    std::vector<std::int32_t> first_, bit_, last_place_, in_hypothesis_, in_reference_;
    std::vector<bool> free_, needed_, matched_;
    std::vector<std::int32_t> runs_, following_;
    std::vector<std::vector<std::int32_t>> last_wanted_;
    std::vector<std::int64_t> most_covered_;
    std::vector<MatchValue> best_from_, best_behind_;
    std::vector<std::int32_t> partner_, visited_, left_over_;
    std::vector<Family> families_;
    std::vector<std::int32_t> family_, family_of_reference_, relatives_behind_, users_, places_;
    std::vector<std::pair<std::int32_t, std::int32_t>> path_;
};

template <class Set>
class MatchSearch {
public:
    // Keeps at most `limit` states of each place. Solutions that are not better than `known` need
    // not be found; then the result has no better value, and `known` stays.
    MatchSolution run(const MatchProblem& problem, std::size_t limit, const MatchSolution& known) {
        problem_ = &problem;
        known_ = &known;
        exact_ = true;
        steps_.clear();
        layers_.resize(problem.longest() + 1);
        for (std::vector<State>& layer : layers_) layer.clear();
        gone_ = Set{};
        layer(0).push_back({Set{}, NOWHERE, problem.start(), {}, -1});
        for (std::int32_t place = 0; place < problem.words(); ++place) {
            merge(place, limit);
            for (const State& state : layer(place)) expand(place, state);
            layer(place).clear();
            for (const std::int32_t bit : problem.last_wanted_at(place)) gone_.add(bit);
        }
        return best(layer(problem.words()));
    }

private:
    static constexpr std::int32_t NOWHERE = -1;

    struct State {
        Set used;
        std::int32_t reference_end;  // of a match that ends right before this place; else NOWHERE
        MatchValue value, hope;  // reached so far, and the best that can come of it
        std::int32_t step;       // the last match taken, in steps_
    };

    struct Step { std::int32_t previous, match; };

    std::vector<State>& layer(std::int32_t place) { return layers_[place % std::ssize(layers_)]; }

    // Of equal states the best one stays, the first of several.
    void merge(std::int32_t place, std::size_t limit) {
        std::vector<State>& states = layer(place);
        if (states.size() < 2) return;
        merged_.clear();
        slots_.assign(std::bit_ceil(2 * states.size() + 1), NOWHERE);
        for (State& state : states) {
            state.used.remove(gone_);
            const std::size_t slot = find_slot(state);
            if (slots_[slot] == NOWHERE) {
                slots_[slot] = static_cast<std::int32_t>(merged_.size());
                merged_.push_back(std::move(state));
            } else if (state.value.better_than(merged_[slots_[slot]].value)) {
                merged_[slots_[slot]] = std::move(state);
            }
        }
        if (merged_.size() > limit) {
            exact_ = false;
            std::stable_sort(merged_.begin(), merged_.end(), [](const State& a, const State& b) {
                return a.hope.better_than(b.hope);
            });
            merged_.resize(limit);
        }
        states.swap(merged_);
    }

    std::size_t find_slot(const State& state) const {
        const std::uint64_t hash =
            (state.used.hash() ^ static_cast<std::uint32_t>(state.reference_end)) *
            0xD6E8FEB86659FD93u;
        std::size_t slot = hash >> 32 & (slots_.size() - 1);
        while (slots_[slot] != NOWHERE) {
            const State& other = merged_[slots_[slot]];
            if (other.reference_end == state.reference_end && other.used == state.used) break;
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slot;
    }

    void expand(std::int32_t place, const State& state) {
        const std::int32_t end = problem_->first(place + 1);
        for (std::int32_t m = problem_->first(place); m < end; ++m) {
            if (problem_->is_free(m) || is_open(m, state.used)) take(m, state);
        }
        if (may_skip(place, state.used)) skip(place, state);
    }

    // Where every word of a family matches every other, all reference words are used in the end if
    // there are fewer of them; so enough hypothesis words must be left.
    bool may_skip(std::int32_t place, const Set& used) const {
        if (problem_->is_needed(place)) return false;
        if (problem_->all_covered() == MatchProblem::UNKNOWN || !problem_->has_matches(place)) return true;
        const MatchProblem::Family& family = problem_->family(place);
        if (!family.complete()) return true;
        std::int64_t open = 0;
        for (const std::int32_t j : family.references) open += !used.has(problem_->bit(j));
        return problem_->relatives_behind(place) >= open;
    }

    // Whether each word of the family that follows and is needed has a reference word left.
    bool leaves_enough(std::int32_t place, const Set& used) const {
        if (problem_->all_covered() == MatchProblem::UNKNOWN) return true;
        const MatchProblem::Family& family = problem_->family(place);
        if (family.complete()) return true;
        return std::all_of(family.places.begin(), family.places.end(), [&](std::int32_t other) {
            if (other <= place || !problem_->is_needed(other)) return true;
            for (std::int32_t m = problem_->first(other); m < problem_->first(other + 1); ++m) {
                if (is_open(m, used)) return true;
            }
            return false;
        });
    }

    bool is_open(std::int32_t match, const Set& used) const {
        const Match& wanted = problem_->matches()[match];
        for (std::int32_t j = wanted.reference; j < wanted.reference_end(); ++j) {
            if (used.has(problem_->bit(j))) return false;
        }
        return true;
    }

    void take(std::int32_t number, const State& state) {
        const Match& match = problem_->matches()[number];
        const MatchValue value =
            state.value + problem_->gain(number, state.reference_end == match.reference);
        const std::int32_t place = match.hypothesis_end();
        const MatchValue hope = problem_->hope(value, problem_->best_behind(number));
        if (is_hopeless(place, value, hope)) return;
        State next{state.used, match.reference_end(), value, hope,
                   static_cast<std::int32_t>(steps_.size())};
        if (!problem_->is_free(number)) {
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                next.used.add(problem_->bit(j));
            }
            if (!leaves_enough(match.hypothesis, next.used)) return;
        }
        steps_.push_back({state.step, number});
        layer(place).push_back(std::move(next));
    }

    void skip(std::int32_t place, const State& state) {
        const MatchValue hope = problem_->hope(state.value, problem_->best_from(place + 1));
        if (is_hopeless(place + 1, state.value, hope)) return;
        layer(place + 1).push_back({state.used, NOWHERE, state.value, hope, state.step});
    }

    bool is_hopeless(std::int32_t place, const MatchValue& value, const MatchValue& hope) const {
        if (problem_->all_covered() != MatchProblem::UNKNOWN &&
            value.covered + problem_->most_covered(place) < problem_->all_covered()) {
            return true;
        }
        return !hope.better_than(known_->value);
    }

    MatchSolution best(const std::vector<State>& states) const {
        MatchSolution solution = *known_;
        const State* chosen = nullptr;
        for (const State& state : states) {
            if (!state.value.better_than(solution.value)) continue;
            solution.value = state.value;
            chosen = &state;
        }
        solution.exact = exact_;
        if (chosen == nullptr) return solution;
        solution.matches.clear();
        for (std::int32_t step = chosen->step; step >= 0; step = steps_[step].previous) {
            solution.matches.push_back(steps_[step].match);
        }
        std::reverse(solution.matches.begin(), solution.matches.end());
        return solution;
    }

    const MatchProblem* problem_ = nullptr;
    const MatchSolution* known_ = nullptr;
    bool exact_ = true;
    Set gone_;
    std::vector<std::vector<State>> layers_;
    std::vector<State> merged_;
    std::vector<std::int32_t> slots_;
    std::vector<Step> steps_;
};

class MatchSolver {
public:
    MatchSolution solve(std::int32_t hypothesis_words, std::int32_t reference_words,
                        const std::vector<Match>& matches) {
        problem_.set(hypothesis_words, reference_words, matches);
        reference_words_ = reference_words;
        return problem_.contested() <= NarrowSet::MOST ? search(narrow_) : search(wide_);
    }

private:
    // A few states are enough for most sentences; what they find bounds the search with more. If
    // few words are contested there cannot be many states, and the search is exact.
    static constexpr std::size_t LIMITS[] = {1, 16, 64};
    static constexpr std::int32_t FEW_CONTESTED = 10;
    static constexpr std::size_t ALL_STATES = (std::size_t{1} << FEW_CONTESTED) * (FEW_CONTESTED + 1);

    template <class Search>
    MatchSolution search(Search& searcher) {
        MatchSolution best = problem_.some_solution();
        for (const std::size_t limit : LIMITS) {
            best = searcher.run(problem_, limit, best);
            if (best.exact || best.value == bound()) break;
            if (limit == LIMITS[0]) start_from_runs(best);
        }
        if (!best.exact && problem_.contested() <= FEW_CONTESTED) {
            best = searcher.run(problem_, ALL_STATES, best);
        }
        best.exact |= best.value == bound();
        return best;
    }

    void start_from_runs(MatchSolution& best) {
        problem_.prefer_runs(reference_words_);
        const MatchSolution start = problem_.some_solution();
        if (start.value.better_than(best.value)) best = start;
    }

    MatchValue bound() const {
        return problem_.hope(problem_.start(), problem_.best_from(0));
    }

    std::int32_t reference_words_ = 0;
    MatchProblem problem_;
    MatchSearch<NarrowSet> narrow_;
    MatchSearch<WideSet> wide_;
};

}  // namespace wordorder
