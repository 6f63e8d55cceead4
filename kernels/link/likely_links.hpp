// Links by the probability of being partners, where vectors compare any two words.
//
// Obvious links and chosen phrases come first. Words without an obvious partner, including those of
// phrases, are then linked while they are free, by falling probability, then from the left.
// Candidates are
//   - all pairs with at least LEAST,
//   - the matches chosen without vectors: they give way only to links as likely,
//   - for each of these hypothesis words that exact, stem and synonym match with none of the
//     others, the most similar words, if similar enough, so that no swap goes unseen.
// Very long sentences have only the links that were chosen.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/rows.hpp"
#include "link/linkable_words.hpp"
#include "link/model.hpp"
#include "link/obvious_links.hpp"
#include "link/open_pairs.hpp"
#include "link/probabilities.hpp"
#include "match/candidates.hpp"
#include "match/problem.hpp"

namespace wordorder {

class LikelyLinks {
public:
    static constexpr std::int64_t LEAST = 300'000'000;  // billionths

    LikelyLinks(const MatchData& data, const LinkModel& model, Pace& pace)
        : weights_(data.weights), frequent_(model.frequent), pace_(&pace), words_(data.vectors),
          pairs_(data, model), probabilities_(model.weights) {}

    // The links, by their place in the hypothesis. `matches` are all candidates, `chosen` some of
    // them that share no words.
    const std::vector<Match>& choose(Indices hypothesis, Indices reference,
                                     const std::vector<Match>& matches,
                                     const std::vector<Match>& chosen) {
        const std::size_t n = hypothesis.size(), m = reference.size();
        pace_->step(n * m + 1);
        if (n * m == 0 || n * m > MOST_PAIRS) return links_ = chosen;
        words_.find(hypothesis, reference, matches);
        obvious_.find(words_, hypothesis, chosen, frequent_);
        rows_.set(obvious_.of_rows());
        columns_.set(obvious_.of_columns());
        pace_->step(8 * rows_.size() * columns_.size());
        pairs_.set(words_, hypothesis, reference, rows_.numbers(), columns_.numbers());
        probabilities_.find(words_, obvious_, rows_, columns_, pairs_);
        start_taking(n);
        list_candidates(chosen);
        take_candidates();
        return taken();
    }

private:
    static constexpr std::int32_t NONE = OpenWords::NONE;
    static constexpr std::size_t MOST_PAIRS = 1 << 18;  // longer sentences keep what was chosen
    static constexpr double SMALLEST = 0.089;           // below the square of LEAST, to spare roots

    // Two open words, and their probability in whole numbers, so that a machine's last bits do not
    // decide.
    struct Candidate {
        std::int64_t billionths;
        std::size_t row, column;

        bool operator<(const Candidate& other) const {
            return std::tie(other.billionths, row, column) <
                   std::tie(billionths, other.row, other.column);
        }
    };

    void start_taking(std::size_t words) {
        taken_.assign(words, {});
        is_row_taken_.assign(rows_.size(), false);
        is_column_taken_.assign(columns_.size(), false);
    }

    // Takes phrases and obvious links; all else is a candidate.
    void list_candidates(const std::vector<Match>& chosen) {
        candidates_.clear();
        for (const Match& match : chosen) {
            if (match.stage == Stage::paraphrase) {
                take_phrase(match);
                continue;
            }
            const std::int32_t a = rows_.of_word(words_.row(match.hypothesis));
            if (a == NONE) {
                taken_[match.hypothesis] = match;
            } else {
                add_unlikely(a, columns_.of_word(words_.column(match.reference)));
            }
        }
        const std::size_t n = rows_.size(), m = columns_.size();
        for (const std::size_t pair : pairs_.nearest()) add_unlikely(pair / m, pair % m);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < m; ++b) {
                if (probabilities_.squares()[a * m + b] < SMALLEST) continue;
                const std::int64_t found = billionths(a, b);
                if (found >= LEAST) candidates_.push_back({found, a, b});
            }
        }
        std::ranges::sort(candidates_, std::less<>());
    }
    void add_unlikely(std::size_t a, std::size_t b) {
        const std::int64_t found = billionths(a, b);
        if (found < LEAST) candidates_.push_back({found, a, b});
    }
    std::int64_t billionths(std::size_t a, std::size_t b) const {
        return std::llround(1e9 * std::sqrt(probabilities_.squares()[a * columns_.size() + b]));
    }

    void take_phrase(const Match& phrase) {
        taken_[phrase.hypothesis] = phrase;
        for (std::int32_t i = phrase.hypothesis; i < phrase.hypothesis_end(); ++i) {
            take_word(words_.row(i), rows_, is_row_taken_);
        }
        for (std::int32_t j = phrase.reference; j < phrase.reference_end(); ++j) {
            take_word(words_.column(j), columns_, is_column_taken_);
        }
    }
    static void take_word(std::int32_t word, const OpenWords& open,
                          std::vector<std::uint8_t>& is_taken) {
        if (word != LinkableWords::LEFT_OUT) is_taken[open.of_word(word)] = true;
    }

    void take_candidates() {
        for (const auto& [billionths, a, b] : candidates_) {
            if (is_row_taken_[a] || is_column_taken_[b]) continue;
            is_row_taken_[a] = is_column_taken_[b] = true;
            const std::int32_t i = words_.rows()[rows_.numbers()[a]];
            const std::int32_t j = words_.columns()[columns_.numbers()[b]];
            const Stage stage = pairs_.stage(a * columns_.size() + b);
            taken_[i] = {i, j, 1, 1, 2 * weights_[stage], stage};
        }
    }

    const std::vector<Match>& taken() {
        links_.clear();
        for (const Match& match : taken_) {
            if (match.hypothesis_words > 0) links_.push_back(match);
        }
        return links_;
    }

    PerStage<std::int64_t> weights_;
    std::span<const std::uint8_t> frequent_;
    Pace* pace_;
    LinkableWords words_;
    ObviousLinks obvious_;
    OpenWords rows_, columns_;
    OpenPairs pairs_;
    LinkProbabilities probabilities_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint8_t> is_row_taken_, is_column_taken_;  // of open words
    std::vector<Match> taken_;  // by their first word in the hypothesis; empty elsewhere
    std::vector<Match> links_;
};

}  // namespace wordorder
