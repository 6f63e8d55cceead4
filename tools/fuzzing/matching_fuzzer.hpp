// Sentence pairs matched, and every claim about them checked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "hypothesis/matching.hpp"
#include "matching_data.hpp"
#include "matching_model.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class MatchingFuzzer {
public:
    explicit MatchingFuzzer(Dice& dice) : input_(dice), model_(dice) {}

    void run() {
        current_input = [this] { return input_.description() + model_.description(); };
        input_.make();
        model_.make(input_.data);
        const bool hostile = input_.is_hostile() || model_.is_hostile(input_.data);
        try {
            const MatchedRows rows = match_rows(
                input_.hypotheses.rows(), input_.references.rows(), input_.data, model_.get(),
                [] {}, 1);
            require(!hostile, "hostile data is rejected");
            check_rows(rows);
            ++tally[model_.get() == nullptr ? "matching/matched" : "matching/matched by a model"];
        } catch (const InputError& error) {
            require(hostile, error.what());
            ++tally["matching/rejected"];
        }
    }

private:
    using Matches = std::vector<Match>;

    void check_rows(const MatchedRows& found) {
        const Rows hypotheses = input_.hypotheses.rows();
        const Rows references = input_.references.rows();
        RowMatcher matcher(input_.data, model_.get(), nullptr);
        RowMatcher backwards(input_.data, model_.get(), nullptr);
        MatchedRows again, turned;
        for (std::size_t row = hypotheses.size(); row-- > 0;) {
            matcher.append(hypotheses[row], references[row], again);
            backwards.append(references[row], hypotheses[row], turned);
        }
        require(found.offsets.size() == hypotheses.size() + 1, "a row for every pair");
        Pace pace(nullptr);
        MatchData searched = input_.data;  // with a model, the search is without vectors
        if (model_.get() != nullptr) searched.weights[Stage::vectors] = 0;
        MatchCandidates candidates(searched, pace);
        for (std::size_t row = 0; row < hypotheses.size(); ++row) {
            const std::size_t other = hypotheses.size() - 1 - row;
            require(same_rows(found, row, again, other), "no row leaves anything behind");
            check_row(hypotheses[row], references[row], found, row, candidates);
            // A word has candidates by vectors if the reference has none of another stage.
            const bool both =
                found.exact[row] && turned.exact[other] && input_.data.weights[Stage::vectors] == 0;
            // Chunks may differ: the fewest are sought among words with candidates, but those of
            // whole sentences are reported.
            require(!both || found.covered[row] == turned.covered[other], "sides can be exchanged");
        }
    }

    static bool same_rows(const MatchedRows& a, std::size_t row, const MatchedRows& b,
                          std::size_t other) {
        const auto part = [](const auto& numbers, const MatchedRows& rows, std::size_t k) {
            return std::vector(numbers.begin() + rows.offsets[k],
                               numbers.begin() + rows.offsets[k + 1]);
        };
        return part(a.sources, a, row) == part(b.sources, b, other) &&
               part(a.targets, a, row) == part(b.targets, b, other) &&
               part(a.stages, a, row) == part(b.stages, b, other) &&
               a.exact[row] == b.exact[other] && a.covered[row] == b.covered[other] &&
               a.chunks[row] == b.chunks[other];
    }

    void check_row(Indices hypothesis, Indices reference, const MatchedRows& rows, std::size_t row,
                   MatchCandidates& candidates) const {
        const Matches& matches = candidates.find(hypothesis, reference);
        check_candidates(matches, hypothesis.size(), reference.size());
        const Matches chosen = matches_from(hypothesis, reference, rows, row);
        std::int64_t covered = 0;
        for (const Match& match : chosen) {
            const auto is_same = [&](const Match& other) { return same_match(match, other); };
            require(match.stage == Stage::vectors || std::ranges::any_of(matches, is_same),
                    "what is matched is a candidate, or similar");
            covered +=
                input_.data.weights[match.stage] * (match.hypothesis_words + match.reference_words);
        }
        require(rows.covered[row] == covered, "what is covered");
        std::int64_t chunks = 0;
        for (std::size_t k = 0; k < chosen.size(); ++k) {
            chunks += k == 0 || !chosen[k].joins(chosen[k - 1]);
        }
        require(rows.chunks[row] == chunks, "how many chunks there are");
        require(candidates.complete() || !rows.exact[row], "what was not looked at may be better");
        const bool few = std::max(hypothesis.size(), reference.size()) <= 6;
        require(!few || rows.exact[row], "few words are solved");
    }

    static bool same_match(const Match& a, const Match& b) {
        return a.hypothesis == b.hypothesis && a.reference == b.reference &&
               a.hypothesis_words == b.hypothesis_words && a.reference_words == b.reference_words &&
               a.stage == b.stage;
    }

    void check_candidates(const Matches& matches, std::int64_t words,
                          std::int64_t reference_words) const {
        for (const Match& match : matches) {
            require(0 <= match.hypothesis && match.hypothesis_end() <= words &&
                        0 <= match.reference && match.reference_end() <= reference_words,
                    "candidates lie in the sentences");
            require(static_cast<std::size_t>(match.stage) < STAGES, "one of the stages");
            const std::int64_t weight = input_.data.weights[match.stage];
            require(weight > 0, "of those in use");
            require(match.worth == weight * (match.hypothesis_words + match.reference_words),
                    "every word is worth the same");
        }
    }

    // A match has all links between two stretches of words. No word is used twice, so neighbours
    // with the same links belong to one match.
    Matches matches_from(Indices hypothesis, Indices reference, const MatchedRows& rows,
                         std::size_t row) const {
        Matches matches;
        std::vector<char> used(reference.size());
        std::int64_t k = rows.offsets[row];
        const std::int64_t end = rows.offsets[row + 1];
        for (std::int32_t i = 0; i < std::ssize(hypothesis); ++i) {
            if (k == end || rows.sources[k] != i) continue;
            Match match{i, rows.targets[k], 1, 0, 0, Stage{rows.stages[k]}};
            for (; k < end && rows.sources[k] == i; ++k, ++match.reference_words) {
                require(rows.targets[k] == match.reference_end() &&
                            Stage{rows.stages[k]} == match.stage,
                        "a phrase is linked with a stretch of words");
            }
            const bool goes_on = !matches.empty() && matches.back().hypothesis_end() == i &&
                                 matches.back().reference == match.reference &&
                                 matches.back().reference_end() == match.reference_end();
            goes_on ? void(++matches.back().hypothesis_words) : matches.push_back(match);
        }
        require(k == end, "links are sorted and lie in the sentences");
        for (const Match& match : matches) {
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                require(0 <= j && j < std::ssize(reference), "links lie in the sentences");
                require(!std::exchange(used[j], true), "no word is used twice");
            }
        }
        return matches;
    }

    MatchingData input_;
    MatchingModel model_;
};

}  // namespace wordorder::fuzzing
