// What is known about words, and slow and simple matches to compare with.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "links.hpp"
#include "match_candidates.hpp"
#include "match_problem.hpp"

namespace wordorder::fuzzing {

using Phrase = std::vector<std::int32_t>;
using Matches = std::vector<Match>;

inline Phrase phrase_of(Indices sentence, std::size_t start, std::size_t words) {
    const Indices part = sentence.subspan(start, words);
    return {part.begin(), part.end()};
}

struct Knowledge {
    std::array<std::int64_t, STAGES> weights{};
    std::vector<std::int32_t> stems;
    std::vector<std::vector<std::int32_t>> classes;
    std::set<std::pair<Phrase, Phrase>> pairs;
    std::size_t longest = 1;  // words of a phrase

    // The stage with the largest weight, the first of several; STAGES if none holds.
    std::int32_t stage(const Phrase& one, const Phrase& other) const {
        std::int32_t best = STAGES;
        for (std::int32_t stage = 0; stage < STAGES; ++stage) {
            if (weights[stage] == 0 || !holds(stage, one, other)) continue;
            if (best == STAGES || weights[stage] > weights[best]) best = stage;
        }
        return best;
    }

    bool holds(std::int32_t stage, const Phrase& one, const Phrase& other) const {
        if (stage == PARAPHRASE) {
            return one != other && (pairs.contains({one, other}) || pairs.contains({other, one}));
        }
        if (one.size() != 1 || other.size() != 1) return false;
        if (stage == EXACT) return one == other;
        if (stage == STEM) return stems[one[0]] == stems[other[0]];
        const std::vector<std::int32_t>& theirs = classes[other[0]];
        return std::ranges::any_of(classes[one[0]], [&](std::int32_t number) {
            return std::ranges::find(theirs, number) != theirs.end();
        });
    }
};

// Sorted by all that tells them apart.
inline Matches slow_candidates(const Knowledge& known, Indices hypothesis, Indices reference) {
    Matches found;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        for (std::size_t j = 0; j < reference.size(); ++j) {
            for (std::size_t n = 1; n <= known.longest && i + n <= hypothesis.size(); ++n) {
                for (std::size_t m = 1; m <= known.longest && j + m <= reference.size(); ++m) {
                    const std::int32_t stage =
                        known.stage(phrase_of(hypothesis, i, n), phrase_of(reference, j, m));
                    if (stage == STAGES) continue;
                    found.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j),
                                     static_cast<std::int32_t>(n), static_cast<std::int32_t>(m),
                                     known.weights[stage] * static_cast<std::int64_t>(n + m),
                                     stage});
                }
            }
        }
    }
    return found;
}

inline bool same_match(const Match& a, const Match& b) {
    return a.hypothesis == b.hypothesis && a.reference == b.reference &&
           a.hypothesis_words == b.hypothesis_words && a.reference_words == b.reference_words &&
           a.worth == b.worth && a.stage == b.stage;
}

// What solutions are compared by: covered, - chunks, - displacement. The largest is the best.
using Value = std::array<std::int64_t, 3>;

inline Value value_of(const Matches& solution) {
    Value value{};
    for (const Match& match : solution) {
        const bool goes_on = std::ranges::any_of(solution, [&](const Match& other) {
            return other.hypothesis + other.hypothesis_words == match.hypothesis &&
                   other.reference + other.reference_words == match.reference;
        });
        value[0] += match.worth;
        value[1] -= !goes_on;
        value[2] -= std::abs(match.hypothesis - match.reference);
    }
    return value;
}

// Of all solutions of a few words; no question is answered twice.
class BestValue {
public:
    explicit BestValue(const Matches& matches) : matches_(matches) {}

    Value find(std::int32_t place, std::int32_t words, std::uint64_t used = 0,
               std::int32_t behind = -1) {
        if (place == words) return {};
        const auto [known, is_new] = known_.insert({{place, used, behind}, {}});
        if (!is_new) return known->second;
        Value best = find(place + 1, words, used);
        for (const Match& match : matches_) {
            const std::uint64_t wanted = ((std::uint64_t{1} << match.reference_words) - 1)
                                         << match.reference;
            if (match.hypothesis != place || (wanted & used) != 0) continue;
            Value value = find(place + match.hypothesis_words, words, used | wanted,
                               match.reference + match.reference_words);
            value[0] += match.worth;
            value[1] -= match.reference != behind;
            value[2] -= std::abs(match.hypothesis - match.reference);
            best = std::max(best, value);
        }
        return known->second = best;
    }

private:
    const Matches& matches_;
    std::map<std::tuple<std::int32_t, std::uint64_t, std::int32_t>, Value> known_;
};

inline bool is_plain(const Matches& matches) {
    return std::ranges::all_of(matches, [&](const Match& match) {
        return match.hypothesis_words == 1 && match.reference_words == 1 &&
               match.worth == matches[0].worth;
    });
}

// How many words can be matched at once, if all matches are of single words.
inline std::int64_t largest_matching(const Matches& matches, std::int32_t words,
                                     std::int32_t reference_words) {
    std::vector<std::vector<std::int32_t>> wishes(words);
    for (const Match& match : matches) wishes[match.hypothesis].push_back(match.reference);
    std::vector<std::int32_t> owner(reference_words, -1);
    std::vector<char> asked;
    const std::function<bool(std::int32_t)> place = [&](std::int32_t word) {
        for (const std::int32_t wish : wishes[word]) {
            if (std::exchange(asked[wish], true)) continue;
            if (owner[wish] >= 0 && !place(owner[wish])) continue;
            owner[wish] = word;
            return true;
        }
        return false;
    };
    std::int64_t placed = 0;
    for (std::int32_t word = 0; word < words; ++word) {
        asked.assign(reference_words, false);
        placed += place(word);
    }
    return placed;
}

}  // namespace wordorder::fuzzing
