// The best of the matches that a sentence pair allows.
#pragma once

#include <cstdint>
#include <vector>

#include "checkpoint.hpp"
#include "match_candidates.hpp"
#include "match_neighbours.hpp"
#include "match_places.hpp"
#include "match_solver.hpp"

namespace wordorder {

class MatchChoice {
public:
    MatchChoice(const MatchData& data, Pace& pace) : solver_(pace), neighbours_(data) {}

    // The chosen matches, by their place in the hypothesis. The candidates are sorted by their place
    // in the hypothesis, then in the reference.
    const std::vector<Match>& choose(Indices hypothesis, Indices reference,
                                     const std::vector<Match>& candidates) {
        places_.set(static_cast<std::int32_t>(hypothesis.size()),
                    static_cast<std::int32_t>(reference.size()), candidates);
        const std::vector<std::int32_t>& chosen =
            solver_.solve(places_.words(), places_.reference_words(), places_.matches());
        return neighbours_.with_chosen(hypothesis, reference, candidates, chosen);
    }

    // Whether no better solution exists.
    bool exact() const { return solver_.exact(); }

    // Of words matched by vectors the cosine, of all others 1.
    double similarity(const Match& match, Indices hypothesis, Indices reference) const {
        return neighbours_.similarity(match, hypothesis, reference);
    }

private:
    MatchPlaces places_;
    MatchSolver solver_;
    MatchNeighbours neighbours_;
};

}  // namespace wordorder
