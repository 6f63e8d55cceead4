// Words linked by how likely they are partners, where vectors say how similar any two words are.
//
// Two words can be partners if they match by exact, stem or synonym, or if vectors compare them.
// Words without any such partner are left out, as if they were not there. The probability of a pair
// is the mean of those of two chains, from the hypothesis to the reference and back. Links are then
// taken by their probability, the largest first, then the leftmost, of all pairs with at least
// LEAST and all matches that were chosen before: a chosen match is given up only for a likelier one.
// Chosen phrases stay.
//
// The weights are those of log-linear models; the logarithm of a pair's factor is the sum of
//   exact, stem, synonym, vectors   what they match by
//   frequent_exact                  for the same word on both sides, if it is frequent
//   similarity                      times the cosine, if they match by vectors
//   frequent_similarity             the same once more if one of them is frequent, or both
//   one_frequent                    if one of them is frequent and the other is not
//   both_frequent                   if both are, and they match by vectors
//   rival                           times the similarity of the partner to the most similar other
//                                   word of the sentence: 1 if exact, 0.8 by stem or synonym, else
//                                   the cosine; 0 if there is none, or if it is below 0
// and of no partner `unlinked`, with `unlinked_frequent` for a frequent word.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "checkpoint.hpp"
#include "link_chain.hpp"
#include "links.hpp"
#include "match_candidates.hpp"
#include "match_problem.hpp"

namespace wordorder {

struct LinkWeights {
    double exact = 0, frequent_exact = 0, stem = 0, synonym = 0, vectors = 0, similarity = 0,
           frequent_similarity = 0, one_frequent = 0, both_frequent = 0, rival = 0, unlinked = 0,
           unlinked_frequent = 0;
    std::array<double, Jumps::KINDS> jumps{};
};

// A model of links, and which words of the vocabulary are frequent.
struct LinkModel {
    LinkWeights weights;
    std::span<const std::uint8_t> frequent;
};

inline void check_model(const LinkModel& model, const MatchData& data) {
    if (data.weights[VECTORS] == 0) throw InputError("a model of links needs vectors");
    if (model.frequent.size() < static_cast<std::size_t>(data.words)) {
        throw InputError("not every word is said to be frequent or not");
    }
    const LinkWeights& w = model.weights;
    std::vector<double> all{w.exact, w.frequent_exact, w.stem, w.synonym, w.vectors, w.similarity,
                            w.frequent_similarity, w.one_frequent, w.both_frequent, w.rival,
                            w.unlinked, w.unlinked_frequent};
    all.insert(all.end(), w.jumps.begin(), w.jumps.end());
    for (const double weight : all) {  // larger ones would be too much for LinkChain::find
        if (!(std::abs(weight) <= 50)) throw InputError("a weight of links must be from -50 to 50");
    }
}

class LikelyLinks {
public:
    static constexpr std::int64_t LEAST = 100'000'000;  // billionths

    LikelyLinks(const MatchData& data, const LinkModel& model, Pace& pace)
        : data_(data), weights_(model.weights), frequent_(model.frequent), pace_(pace),
          chain_(factors(model.weights.jumps)) {}

    // The links, by their place in the hypothesis. `matches` are all that could be, `chosen` some of
    // them, no two of which share a word.
    const std::vector<Match>& choose(Indices hypothesis, Indices reference,
                                     const std::vector<Match>& matches,
                                     const std::vector<Match>& chosen) {
        const std::size_t n = hypothesis.size(), m = reference.size();
        if (n == 0 || m == 0 || n * m > MOST_PAIRS) return links_ = chosen;
        pace_.step(n * m);
        compare(hypothesis, reference, matches);
        weigh(hypothesis, reference);
        find_probabilities();
        list_pairs(chosen);
        return take_pairs();
    }

private:
    static constexpr std::int32_t NONE = STAGES;
    static constexpr double RELATED = 0.8;  // the similarity of words with one stem, and of synonyms
    // Of 512 words with as many others. Longer sentences keep what was chosen: each pair takes some
    // time and memory.
    static constexpr std::size_t MOST_PAIRS = 1 << 18;

    // A probability in whole numbers, so that the last bits of a machine do not decide.
    struct Pair {
        std::int64_t billionths;
        Match match;
    };
    struct TopTwo {
        double first = 0, second = 0;

        void add(double value) {
            if (value > first) {
                second = std::exchange(first, value);
            } else {
                second = std::max(second, value);
            }
        }
        double without(double value) const { return value == first ? second : first; }
    };

    static std::array<double, Jumps::KINDS> factors(std::array<double, Jumps::KINDS> logarithms) {
        for (double& value : logarithms) value = std::exp(value);
        return logarithms;
    }

    // Finds by what, and how similar, the words are, and which ones could have a partner.
    void compare(Indices hypothesis, Indices reference, const std::vector<Match>& matches) {
        const std::size_t n = hypothesis.size(), m = reference.size();
        stages_.assign(n * m, NONE);
        cosines_.assign(n * m, 0);
        for (const Match& match : matches) {
            if (match.stage < VECTORS) stages_[match.hypothesis * m + match.reference] = match.stage;
        }
        rows_.clear();
        is_column_.assign(m, false);
        for (std::size_t i = 0; i < n; ++i) {
            bool any = false;
            for (std::size_t j = 0; j < m; ++j) {
                std::int32_t& stage = stages_[i * m + j];
                if (stage == NONE) stage = compare_vectors(hypothesis[i], reference[j], cosines_[i * m + j]);
                if (stage != NONE) any = is_column_[j] = true;
            }
            if (any) rows_.push_back(static_cast<std::int32_t>(i));
        }
        columns_.clear();
        for (std::size_t j = 0; j < m; ++j) {
            if (is_column_[j]) columns_.push_back(static_cast<std::int32_t>(j));
        }
        words_ = m;
    }

    std::int32_t compare_vectors(std::int32_t word, std::int32_t other, double& cosine) const {
        if (!data_.vectors.knows(word)) return NONE;
        const std::int32_t whole = data_.vectors.cosine(word, other);
        if (whole == WordVectors::UNKNOWN) return NONE;
        cosine = std::max(-1.0, static_cast<double>(whole) / WordVectors::ONE);
        return VECTORS;
    }

    // Finds the factors of both chains.
    void weigh(Indices hypothesis, Indices reference) {
        const std::size_t n = rows_.size(), m = columns_.size();
        of_rows_.assign(n, {});
        of_columns_.assign(m, {});
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < m; ++b) {
                of_rows_[a].add(similarity(a, b));
                of_columns_[b].add(similarity(a, b));
            }
        }
        unlinked_.resize(n);
        unlinked_columns_.resize(m);
        for (std::size_t a = 0; a < n; ++a) unlinked_[a] = unlinked(hypothesis[rows_[a]]);
        for (std::size_t b = 0; b < m; ++b) unlinked_columns_[b] = unlinked(reference[columns_[b]]);
        forwards_.assign(n * m, 0);
        backwards_.assign(n * m, 0);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < m; ++b) {
                const std::int32_t stage = stages_[at(a, b)];
                if (stage == NONE) continue;
                const double both = log_factor(stage, cosines_[at(a, b)], frequent_[hypothesis[rows_[a]]],
                                               frequent_[reference[columns_[b]]]);
                const double own = similarity(a, b);
                forwards_[a * m + b] = std::exp(both + weights_.rival * of_columns_[b].without(own));
                backwards_[b * n + a] = std::exp(both + weights_.rival * of_rows_[a].without(own));
            }
        }
    }

    double unlinked(std::int32_t word) const {
        return std::exp(weights_.unlinked + (frequent_[word] ? weights_.unlinked_frequent : 0));
    }

    std::size_t at(std::size_t a, std::size_t b) const { return rows_[a] * words_ + columns_[b]; }

    double similarity(std::size_t a, std::size_t b) const {
        switch (stages_[at(a, b)]) {
            case NONE: return 0;
            case EXACT: return 1;
            case VECTORS: return std::max(0.0, cosines_[at(a, b)]);
            default: return RELATED;
        }
    }

    double log_factor(std::int32_t stage, double cosine, bool frequent, bool other_frequent) const {
        const std::array by_stage{weights_.exact, weights_.stem, weights_.synonym, weights_.vectors};
        double sum = by_stage[stage];
        if (frequent != other_frequent) sum += weights_.one_frequent;
        if (stage == EXACT && frequent) sum += weights_.frequent_exact;
        if (stage != VECTORS) return sum;
        sum += weights_.similarity * cosine;
        if (frequent || other_frequent) sum += weights_.frequent_similarity * cosine;
        if (frequent && other_frequent) sum += weights_.both_frequent;
        return sum;
    }

    void find_probabilities() {
        const std::size_t n = rows_.size(), m = columns_.size();
        probabilities_.assign(stages_.size(), 0);
        found_.assign(n * m, 0);
        chain_.find(forwards_, unlinked_, m, found_);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < m; ++b) probabilities_[at(a, b)] += found_[a * m + b] / 2;
        }
        chain_.find(backwards_, unlinked_columns_, n, found_);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < m; ++b) probabilities_[at(a, b)] += found_[b * n + a] / 2;
        }
    }

    void list_pairs(const std::vector<Match>& chosen) {
        pairs_.clear();
        for (const Match& match : chosen) {
            const bool is_phrase = match.stage == PARAPHRASE;
            pairs_.push_back({is_phrase ? FIRST : billionths(match.hypothesis, match.reference), match});
        }
        for (const std::int32_t i : rows_) {
            for (const std::int32_t j : columns_) {
                const std::int64_t likely = billionths(i, j);
                if (likely < LEAST) continue;
                const std::int32_t stage = stages_[i * words_ + j];
                pairs_.push_back({likely, {i, j, 1, 1, 2 * data_.weights[stage], stage}});
            }
        }
        std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
            return std::tuple(-a.billionths, a.match.hypothesis, a.match.reference) <
                   std::tuple(-b.billionths, b.match.hypothesis, b.match.reference);
        });
    }

    std::int64_t billionths(std::int32_t i, std::int32_t j) const {
        return std::llround(1e9 * probabilities_[i * words_ + j]);
    }

    const std::vector<Match>& take_pairs() {
        links_.clear();
        is_taken_.assign(stages_.size() / words_, false);
        is_column_taken_.assign(words_, false);
        for (const auto& [billionths, match] : pairs_) {
            const auto hypothesis = is_taken_.begin() + match.hypothesis;
            const auto reference = is_column_taken_.begin() + match.reference;
            const auto hypothesis_end = hypothesis + match.hypothesis_words;
            const auto reference_end = reference + match.reference_words;
            if (std::find(hypothesis, hypothesis_end, true) != hypothesis_end) continue;
            if (std::find(reference, reference_end, true) != reference_end) continue;
            std::fill(hypothesis, hypothesis_end, true);
            std::fill(reference, reference_end, true);
            links_.push_back(match);
        }
        std::sort(links_.begin(), links_.end(), [](const Match& a, const Match& b) {
            return a.hypothesis < b.hypothesis;
        });
        return links_;
    }

    static constexpr std::int64_t FIRST = 2'000'000'000;  // above all probabilities

    const MatchData& data_;
    LinkWeights weights_;
    std::span<const std::uint8_t> frequent_;
    Pace& pace_;
    LinkChain chain_;
    std::size_t words_ = 0;                           // of the reference
    std::vector<std::int32_t> stages_;                // of each pair of words
    std::vector<double> cosines_, probabilities_;     // of each pair of words
    std::vector<std::int32_t> rows_, columns_;        // the words that could have a partner
    std::vector<bool> is_column_;
    std::vector<TopTwo> of_rows_, of_columns_;        // the largest similarities
    std::vector<double> forwards_, backwards_, unlinked_, unlinked_columns_, found_;
    std::vector<Pair> pairs_;
    std::vector<bool> is_taken_, is_column_taken_;
    std::vector<Match> links_;
};

}  // namespace wordorder
