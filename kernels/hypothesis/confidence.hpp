// The probability that a match of a sentence pair is right: a logistic model over a few features.
//
// A match joins stretches of words (one word each, but for phrases). Features describe the whole
// match, so its links share one value, and follow from the full set of matches:
//   before, after   whether there is a match right before (after) it on both sides; the starts
//                   (ends) of the sentences count as matched with each other
//   crossed         share of the other matches that cross it
//   displacement    |i/n - j/m| of its first words
//   jump            distance from the place that its matched neighbours suggest: the sum of
//                   log(1 + |gap in the hypothesis - gap in the reference|) to the matches next to
//                   it in the hypothesis, on either side, and to those in the reference; matches by
//                   vectors are passed over, as many were made because of their neighbours
//   frequent_jump   the jump again if all of its reference words are frequent: such a word is as
//                   good as any other in its place, and worth little elsewhere
//   repeated        log(1 + further occurrences of its words, each counted in its own sentence);
//                   of a phrase, those of its rarest word
//   dissimilar      1 - similarity
// and the stage.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "alignment/links.hpp"
#include "core/checkpoint.hpp"
#include "core/shared_work.hpp"
#include "hypothesis/matching.hpp"

namespace wordorder {

// Added to the log-odds for each unit of a feature.
struct ConfidenceWeights {
    double constant = 0, before = 0, after = 0, crossed = 0, displacement = 0, jump = 0;
    double frequent_jump = 0, repeated = 0, dissimilar = 0;
    PerStage<double> stages;
};

// Works on one sentence pair after another. `frequent` has an entry for each word of the
// vocabulary.
class LinkConfidence {
public:
    LinkConfidence(const ConfidenceWeights& weights, std::span<const std::uint8_t> frequent)
        : weights_(weights), frequent_(frequent), in_hypothesis_(frequent.size(), 0),
          in_reference_(frequent.size(), 0) {
        for (std::size_t n = 0; n < logs_.size(); ++n) {
            logs_[n] = std::log1p(static_cast<double>(n));
        }
    }

    // Writes a value for each link. Links are those of matches: sorted, every word in one match,
    // phrases linked all with all. Empty `similarities` stand for 1 everywhere.
    void find(Indices hypothesis, Indices reference, Indices sources, Indices targets,
              std::span<const std::uint8_t> stages, std::span<const double> similarities,
              std::span<double> values) {
        if (sources.empty()) return;
        const Place end{static_cast<std::int32_t>(hypothesis.size()),
                        static_cast<std::int32_t>(reference.size())};
        collect(sources, targets);
        order_by_reference(reference.size());
        count_crossings();
        measure_jumps(stages, end);
        count(hypothesis, in_hypothesis_);
        count(reference, in_reference_);
        for (std::size_t u = 0; u < units_.size(); ++u) {
            const std::size_t link = units_[u].link;
            double odds =
                weights_.stages[Stage{stages[link]}] + log_odds(u, hypothesis, reference, end);
            if (!similarities.empty()) odds += weights_.dissimilar * (1 - similarities[link]);
            units_[u].value = 1 / (1 + std::exp(-odds));
        }
        for (std::size_t k = 0; k < sources.size(); ++k) values[k] = units_[unit_of_[k]].value;
        clear(hypothesis, in_hypothesis_);
        clear(reference, in_reference_);
    }

private:
    struct Unit {
        std::int32_t hypothesis, reference, hypothesis_end, reference_end;
        std::size_t link;       // its first
        std::int32_t rank = 0;  // its place in the reference, among the matches
        std::int32_t crossings = 0;
        double jump = 0;
        double value = 0;
    };
    struct Place { std::int32_t hypothesis, reference; };

    // The words of a phrase have the same first partner.
    void collect(Indices sources, Indices targets) {
        units_.clear();
        unit_of_.clear();
        for (std::size_t k = 0; k < sources.size(); ++k) {
            const std::int32_t i = sources[k], j = targets[k];
            const bool same_word = k > 0 && i == sources[k - 1];
            if (!same_word && (k == 0 || j != units_.back().reference)) {
                units_.push_back({i, j, i + 1, j + 1, k});
            }
            units_.back().hypothesis_end = i + 1;
            units_.back().reference_end = std::max(units_.back().reference_end, j + 1);
            unit_of_.push_back(static_cast<std::int32_t>(units_.size() - 1));
        }
    }

    void order_by_reference(std::size_t words) {
        at_.assign(words, NONE);
        for (std::size_t u = 0; u < units_.size(); ++u) {
            std::int32_t& at = at_[units_[u].reference];
            if (at != NONE) throw InputError("a word is in two matches");
            at = static_cast<std::int32_t>(u);
        }
        by_reference_.clear();
        for (const std::int32_t u : at_) {
            if (u == NONE) continue;
            units_[u].rank = static_cast<std::int32_t>(by_reference_.size());
            by_reference_.push_back(u);
        }
    }

    // Counts, by a Fenwick tree over the ranks, earlier matches with larger ranks; later ones with
    // smaller ranks follow from them.
    void count_crossings() {
        const auto n = static_cast<std::int32_t>(units_.size());
        tree_.assign(n + 1, 0);
        for (std::int32_t u = 0; u < n; ++u) {
            const std::int32_t rank = units_[u].rank;
            std::int32_t smaller = 0;
            for (std::int32_t t = rank; t > 0; t &= t - 1) smaller += tree_[t];
            units_[u].crossings = (u - smaller) + (rank - smaller);
            for (std::int32_t t = rank + 1; t <= n; t += t & -t) ++tree_[t];
        }
    }

    // In either order, the jumps to the last and to the next match not made by vectors.
    void measure_jumps(std::span<const std::uint8_t> stages, Place end) {
        const std::size_t n = units_.size();
        for (const bool in_reference : {false, true}) {
            const auto at = [&](std::size_t k) -> Unit& {
                return units_[in_reference ? by_reference_[k] : k];
            };
            Place last{0, 0}, next = end;
            for (std::size_t k = 0; k < n; ++k) {
                Unit& unit = at(k);
                const Place begin{unit.hypothesis, unit.reference};
                unit.jump += jump(last, begin);
                if (Stage{stages[unit.link]} != Stage::vectors) {
                    last = {unit.hypothesis_end, unit.reference_end};
                }
            }
            for (std::size_t k = n; k-- > 0;) {
                Unit& unit = at(k);
                const Place behind{unit.hypothesis_end, unit.reference_end};
                unit.jump += jump(behind, next);
                if (Stage{stages[unit.link]} != Stage::vectors) {
                    next = {unit.hypothesis, unit.reference};
                }
            }
        }
    }
    double jump(Place from, Place to) const {
        return log1p(std::abs((to.hypothesis - from.hypothesis) - (to.reference - from.reference)));
    }

    static void count(Indices words, std::vector<std::int32_t>& counts) {
        for (const std::int32_t word : words) ++counts[word];
    }
    static void clear(Indices words, std::vector<std::int32_t>& counts) {
        for (const std::int32_t word : words) counts[word] = 0;
    }

    double log_odds(std::size_t u, Indices hypothesis, Indices reference, Place end) const {
        const Unit& unit = units_[u];
        double odds = weights_.constant;
        if (has_before(u)) odds += weights_.before;
        if (has_after(u, end)) odds += weights_.after;
        if (units_.size() > 1) {
            odds += weights_.crossed * unit.crossings / static_cast<double>(units_.size() - 1);
        }
        odds +=
            weights_.displacement * std::abs(static_cast<double>(unit.hypothesis) / end.hypothesis -
                                             static_cast<double>(unit.reference) / end.reference);
        odds += weights_.jump * unit.jump;
        if (is_frequent(reference, unit)) odds += weights_.frequent_jump * unit.jump;
        const std::int32_t others =
            rarest(hypothesis, unit.hypothesis, unit.hypothesis_end, in_hypothesis_) +
            rarest(reference, unit.reference, unit.reference_end, in_reference_) - 2;
        odds += weights_.repeated * log1p(others);
        return odds;
    }

    bool has_before(std::size_t u) const {
        const Unit& unit = units_[u];
        if (u == 0) return unit.hypothesis == 0 && unit.reference == 0;
        const Unit& last = units_[u - 1];
        return last.hypothesis_end == unit.hypothesis && last.reference_end == unit.reference;
    }
    bool has_after(std::size_t u, Place end) const {
        const Unit& unit = units_[u];
        if (u + 1 < units_.size()) return has_before(u + 1);
        return unit.hypothesis_end == end.hypothesis && unit.reference_end == end.reference;
    }

    static std::int32_t rarest(Indices words, std::int32_t begin, std::int32_t end,
                               const std::vector<std::int32_t>& counts) {
        std::int32_t fewest = counts[words[begin]];
        for (std::int32_t i = begin + 1; i < end; ++i) fewest = std::min(fewest, counts[words[i]]);
        return fewest;
    }

    bool is_frequent(Indices reference, const Unit& unit) const {
        for (std::int32_t j = unit.reference; j < unit.reference_end; ++j) {
            if (!frequent_[reference[j]]) return false;
        }
        return true;
    }

    double log1p(std::int32_t n) const {
        return static_cast<std::size_t>(n) < logs_.size() ? logs_[n]
                                                          : std::log1p(static_cast<double>(n));
    }

    static constexpr std::int32_t NONE = -1;

    ConfidenceWeights weights_;
    std::span<const std::uint8_t> frequent_;
    std::array<double, 128> logs_;
    std::vector<Unit> units_;            // by their place in the hypothesis
    std::vector<std::int32_t> unit_of_;  // of each link
    std::vector<std::int32_t> at_, by_reference_, tree_;
    std::vector<std::int32_t> in_hypothesis_, in_reference_;  // occurrences; 0 between calls
};

struct MatchesToJudge {
    Rows hypotheses, references;
    AlignmentRows links;
    std::span<const std::uint8_t> stages;    // of each link
    std::span<const double> similarities;    // of each link, or empty
    std::span<const std::uint8_t> frequent;  // of each word
};

inline void check_matches(const MatchesToJudge& matches) {
    const auto words = static_cast<std::int64_t>(matches.frequent.size());
    check_words(matches.hypotheses, words);
    check_words(matches.references, words);
    const std::size_t rows = matches.links.size();
    if (matches.hypotheses.size() != rows || matches.references.size() != rows) {
        throw InputError("there are " + std::to_string(rows) +
                         " rows of links, but a different number of texts");
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const Links links = matches.links[row];
        if (matches.hypotheses[row].size() != static_cast<std::size_t>(links.source_length) ||
            matches.references[row].size() != static_cast<std::size_t>(links.target_length)) {
            throw InputError("row " + std::to_string(row) +
                             ": the lengths differ from those of the texts");
        }
    }
    const std::size_t end = matches.links.end_of_links();
    if (matches.stages.size() < end ||
        (!matches.similarities.empty() && matches.similarities.size() < end)) {
        throw InputError("there must be a stage and a similarity for each link");
    }
    if (std::ranges::any_of(matches.stages, [](auto s) { return s >= STAGES; })) {
        throw InputError("stages must be below " + std::to_string(STAGES));
    }
}

// A value for each link.
inline std::vector<double> link_confidence(const MatchesToJudge& matches,
                                           const ConfidenceWeights& weights,
                                           const Checkpoint& checkpoint, std::size_t threads) {
    constexpr std::size_t ROWS_PER_PART = 256;
    check_matches(matches);
    const std::size_t rows = matches.links.size();
    std::vector<double> values(matches.stages.size());
    SharedWork((rows + ROWS_PER_PART - 1) / ROWS_PER_PART, threads, checkpoint)
        .run([&](auto& worker) {
            Pace pace([&worker] { worker.check(); });
            LinkConfidence confidence(weights, matches.frequent);
            std::size_t part;
            while (worker.take(part)) {
                const std::size_t end = std::min((part + 1) * ROWS_PER_PART, rows);
                for (std::size_t row = part * ROWS_PER_PART; row < end; ++row) {
                    const Links links = matches.links[row];
                    const std::size_t first = matches.links.offsets()[row];
                    pace.step(links.source_length + links.target_length + 1);
                    confidence.find(matches.hypotheses[row], matches.references[row], links.sources,
                                    links.targets, matches.links.part(matches.stages, row),
                                    matches.links.part(matches.similarities, row),
                                    std::span(values).subspan(first, links.size()));
                }
            }
        });
    return values;
}

}  // namespace wordorder
