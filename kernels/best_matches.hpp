// The matches of a sentence pair, chosen from all that there could be.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "checkpoint.hpp"
#include "match_candidates.hpp"
#include "match_neighbours.hpp"
#include "match_places.hpp"
#include "match_solver.hpp"

namespace wordorder {

class BestMatches {
public:
    BestMatches(const MatchData& data, Pace& pace) : solver_(pace), neighbours_(data) {}

    // The best of these, and what their neighbours add, by their place in the hypothesis.
    const std::vector<Match>& choose(Indices hypothesis, Indices reference,
                                     const std::vector<Match>& matches) {
        settled_ = is_settled(reference.size(), matches);
        if (settled_) {
            all_.resize(matches.size());
            std::iota(all_.begin(), all_.end(), 0);
            return neighbours_.with_chosen(hypothesis, reference, matches, all_);
        }
        places_.set(static_cast<std::int32_t>(hypothesis.size()),
                    static_cast<std::int32_t>(reference.size()), matches);
        return neighbours_.with_chosen(
            hypothesis, reference, matches,
            solver_.solve(places_.words(), places_.reference_words(), places_.matches()));
    }

    // Whether no better solution exists.
    bool exact() const { return settled_ || solver_.exact(); }

private:
    // Whether no two matches want the same word: then all are taken.
    bool is_settled(std::size_t reference_words, std::span<const Match> matches) {
        taken_.assign(reference_words, false);
        std::int32_t end = 0;
        for (const Match& match : matches) {
            if (match.hypothesis < end) return false;
            end = match.hypothesis_end();
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                if (taken_[j]) return false;
                taken_[j] = true;
            }
        }
        return true;
    }

    bool settled_ = true;
    MatchPlaces places_;
    MatchSolver solver_;
    MatchNeighbours neighbours_;
    std::vector<std::int32_t> all_;
    std::vector<bool> taken_;
};

}  // namespace wordorder
