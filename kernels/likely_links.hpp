// Words linked by how likely they are partners, where vectors say how similar any two words are.
//
// Two words can be partners if they match by exact, stem or synonym, or if vectors compare them,
// unless both have the same word on the other side. Words without any such partner are left out, as
// if they were not there. The probability of a pair is the geometric mean of those of two chains,
// from the hypothesis to the reference and back: both must agree (Liang, Taskar and Klein 2006).
// Links are then taken by their probability, the largest first, then the leftmost, of
//   - all pairs with at least LEAST,
//   - the matches that were chosen without vectors: one is given up only for a likelier link,
//   - for each word of the hypothesis that exact, stem and synonym match with nothing, the most
//     similar words, if they are similar enough: so that no swap of words goes unseen.
// Chosen phrases stay. Very long sentences have no links but those that were chosen.
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
//                                   the cosine
// and of no partner `unlinked`, with `unlinked_frequent` for a frequent word.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <tuple>
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
    Jumps::Factors jumps{};  // their logarithms
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
    for (const double weight : all) {
        // Then factors lie within e^±250, and no sum becomes 0 or infinite.
        if (!(std::abs(weight) <= 50)) throw InputError("a weight of links must be from -50 to 50");
    }
}

class LikelyLinks {
public:
    static constexpr std::int64_t LEAST = 300'000'000;  // billionths

    LikelyLinks(const MatchData& data, const LinkModel& model, Pace& pace)
        : data_(data), weights_(model.weights), frequent_(model.frequent), pace_(pace),
          lines_(lines(model.weights)), chain_(factors(model.weights.jumps)),
          first_of_word_(data.words) {}

    // The links, by their place in the hypothesis. `matches` are all that could be, `chosen` some of
    // them, no two of which share a word.
    const std::vector<Match>& choose(Indices hypothesis, Indices reference,
                                     const std::vector<Match>& matches,
                                     const std::vector<Match>& chosen) {
        const std::size_t n = hypothesis.size(), m = reference.size();
        pace_.step(n * m + 1);
        if (n * m == 0 || n * m > MOST_PAIRS) return links_ = chosen;
        compare(hypothesis, reference, matches);
        weigh(hypothesis, reference);
        find_probabilities();
        list_pairs(chosen);
        return take_pairs();
    }

private:
    static constexpr std::int32_t NONE = STAGES;
    static constexpr double RELATED = 0.8;  // the similarity of words with one stem, and of synonyms
    static constexpr std::size_t MOST_PAIRS = 1 << 18;  // longer sentences keep what was chosen

    // A probability in whole numbers, so that the last bits of a machine do not decide.
    struct Pair {
        std::int64_t billionths;
        Match match;
    };
    // The two largest similarities of a word, and the factors of such rivals.
    struct Rivals {
        double first = 0, second = 0;
        double first_factor = 1, second_factor = 1;

        void add(double similarity) {
            second = std::max(second, std::min(first, similarity));
            first = std::max(first, similarity);
        }
        void weigh(double weight) {
            first_factor = std::exp(weight * first);
            second_factor = std::exp(weight * second);
        }
        // Of all others.
        double factor(double similarity) const {
            return similarity == first ? second_factor : first_factor;
        }
    };

    static Jumps::Factors factors(Jumps::Factors logarithms) {
        for (double& value : logarithms) value = std::exp(value);
        return logarithms;
    }

    // The logarithm of a pair's factor, without rivals: a constant and what its cosine adds to it.
    struct Line {
        double constant = 0, slope = 0;
    };
    using Lines = std::array<std::array<std::array<Line, 2>, 2>, STAGES>;  // by stage, frequent or not

    static Lines lines(const LinkWeights& weights) {
        const std::array by_stage{weights.exact, weights.stem, weights.synonym, weights.vectors};
        Lines found{};
        for (const std::size_t stage : {EXACT, STEM, SYNONYM, VECTORS}) {
            for (const std::size_t one : {0, 1}) {
                for (const std::size_t other : {0, 1}) {
                    Line& line = found[stage][one][other];
                    line.constant = by_stage[stage];
                    if (one != other) line.constant += weights.one_frequent;
                    if (stage == EXACT && one) line.constant += weights.frequent_exact;
                    if (stage != VECTORS) continue;
                    if (one && other) line.constant += weights.both_frequent;
                    line.slope = weights.similarity;
                    if (one || other) line.slope += weights.frequent_similarity;
                }
            }
        }
        return found;
    }

    // Finds by what, and how similar, the words are, and which ones could have a partner.
    void compare(Indices hypothesis, Indices reference, const std::vector<Match>& matches) {
        const std::size_t n = hypothesis.size(), m = words_ = reference.size();
        stages_.assign(n * m, NONE);
        cosines_.assign(n * m, 0);
        has_same_.assign(n, false);
        is_same_.assign(m, false);
        for (const Match& match : matches) {
            if (match.stage >= VECTORS) continue;
            stages_[match.hypothesis * m + match.reference] = match.stage;
            has_same_[match.hypothesis] |= match.stage == EXACT;
            is_same_[match.reference] |= match.stage == EXACT;
        }
        nearest_.clear();
        find_firsts(reference);
        for (std::size_t i = 0; i < n; ++i) {
            if (data_.vectors.knows(hypothesis[i])) compare_vectors(i, hypothesis[i], reference);
        }
        list_words(n, m);
    }

    // Each word of the reference is compared once; what is found holds for all that are the same.
    void compare_vectors(std::size_t i, std::int32_t word, Indices reference) {
        bool has_other_match = false;
        std::int32_t largest = data_.vectors.least();
        const std::size_t row = i * words_;
        wholes_.assign(words_, WordVectors::UNKNOWN);
        for (std::size_t j = 0; j < words_; ++j) {
            has_other_match |= stages_[row + j] != NONE;
            if (stages_[row + j] != NONE || (has_same_[i] && is_same_[j])) continue;
            wholes_[j] = firsts_[j] < j ? wholes_[firsts_[j]] : data_.vectors.cosine(word, reference[j]);
            if (wholes_[j] == WordVectors::UNKNOWN) continue;
            largest = std::max(largest, wholes_[j]);
            stages_[row + j] = VECTORS;
            // Never below -1, as it could be if a vector were too long.
            cosines_[row + j] =
                static_cast<double>(std::max(wholes_[j], -WordVectors::ONE)) / WordVectors::ONE;
        }
        if (has_other_match) return;
        for (std::size_t j = 0; j < words_; ++j) {
            if (wholes_[j] >= largest) nearest_.push_back(match_at(i, j));
        }
    }

    // Where each word of the reference occurs first.
    void find_firsts(Indices reference) {
        firsts_.resize(reference.size());
        for (std::size_t j = reference.size(); j-- > 0;) first_of_word_[reference[j]] = j;
        for (std::size_t j = 0; j < reference.size(); ++j) firsts_[j] = first_of_word_[reference[j]];
    }

    Match match_at(std::size_t i, std::size_t j) const {
        const std::int32_t stage = stages_[i * words_ + j];
        return {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), 1, 1,
                2 * data_.weights[stage], stage};
    }

    void list_words(std::size_t n, std::size_t m) {
        rows_.clear();
        is_column_.assign(m, false);
        for (std::size_t i = 0; i < n; ++i) {
            bool any = false;
            for (std::size_t j = 0; j < m; ++j) {
                if (stages_[i * m + j] == NONE) continue;
                any = true;
                is_column_[j] = true;
            }
            if (any) rows_.push_back(static_cast<std::int32_t>(i));
        }
        columns_.clear();
        for (std::size_t j = 0; j < m; ++j) {
            if (is_column_[j]) columns_.push_back(static_cast<std::int32_t>(j));
        }
    }

    // Finds the factors of both chains.
    void weigh(Indices hypothesis, Indices reference) {
        const std::size_t n = rows_.size(), m = columns_.size();
        find_rivals();
        unlinked_.resize(n);
        unlinked_columns_.resize(m);
        for (std::size_t a = 0; a < n; ++a) unlinked_[a] = unlinked(hypothesis[rows_[a]]);
        for (std::size_t b = 0; b < m; ++b) unlinked_columns_[b] = unlinked(reference[columns_[b]]);
        forwards_.assign(n * m, 0);
        backwards_.assign(n * m, 0);
        for (std::size_t a = 0; a < n; ++a) {
            const bool is_frequent = frequent_[hypothesis[rows_[a]]];
            for (std::size_t b = 0; b < m; ++b) {
                const std::int32_t stage = stages_[at(a, b)];
                if (stage == NONE) continue;
                const bool other_is_frequent = frequent_[reference[columns_[b]]];
                const Line& line = lines_[stage][is_frequent][other_is_frequent];
                const double both = std::exp(line.constant + line.slope * cosines_[at(a, b)]);
                const double own = similarities_[a * m + b];
                forwards_[a * m + b] = both * of_columns_[b].factor(own);
                backwards_[b * n + a] = both * of_rows_[a].factor(own);
            }
        }
    }

    void find_rivals() {
        const std::size_t n = rows_.size(), m = columns_.size();
        of_rows_.assign(n, {});
        of_columns_.assign(m, {});
        similarities_.resize(n * m);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < m; ++b) {
                const double found = similarities_[a * m + b] = similarity(at(a, b));
                of_rows_[a].add(found);
                of_columns_[b].add(found);
            }
        }
        for (Rivals& rivals : of_rows_) rivals.weigh(weights_.rival);
        for (Rivals& rivals : of_columns_) rivals.weigh(weights_.rival);
    }

    double unlinked(std::int32_t word) const {
        return std::exp(weights_.unlinked + (frequent_[word] ? weights_.unlinked_frequent : 0));
    }

    std::size_t at(std::size_t a, std::size_t b) const { return rows_[a] * words_ + columns_[b]; }

    // Only words that match by vectors have a cosine other than 0.
    double similarity(std::size_t pair) const {
        constexpr std::array<double, STAGES + 1> LEAST_BY_STAGE{1, RELATED, RELATED, 0, 0, 0};
        return std::max(LEAST_BY_STAGE[stages_[pair]], cosines_[pair]);
    }

    void find_probabilities() {
        const std::size_t n = rows_.size(), m = columns_.size();
        pace_.step(8 * n * m);
        products_.assign(stages_.size(), 0);
        found_.assign(n * m, 0);
        back_.assign(n * m, 0);
        chain_.find(forwards_, unlinked_, m, found_);
        chain_.find(backwards_, unlinked_columns_, n, back_);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < m; ++b) {
                products_[at(a, b)] = found_[a * m + b] * back_[b * n + a];
            }
        }
    }

    void list_pairs(const std::vector<Match>& chosen) {
        pairs_.clear();
        for (const Match& match : chosen) {
            const bool is_phrase = match.stage == PARAPHRASE;
            pairs_.push_back({is_phrase ? FIRST : billionths(match), match});
        }
        for (const Match& match : nearest_) pairs_.push_back({billionths(match), match});
        for (const std::int32_t i : rows_) {
            for (const std::int32_t j : columns_) {
                if (products_[i * words_ + j] < SMALLEST) continue;
                const Match match = match_at(i, j);
                const std::int64_t found = billionths(match);
                if (found >= LEAST) pairs_.push_back({found, match});
            }
        }
        std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
            return std::tuple(-a.billionths, a.match.hypothesis, a.match.reference) <
                   std::tuple(-b.billionths, b.match.hypothesis, b.match.reference);
        });
    }
    std::int64_t billionths(const Match& match) const {
        return std::llround(1e9 * std::sqrt(products_[match.hypothesis * words_ + match.reference]));
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
    static constexpr double SMALLEST = 0.089;  // a product below the square of LEAST, to spare roots

    const MatchData& data_;
    LinkWeights weights_;
    std::span<const std::uint8_t> frequent_;
    Pace& pace_;
    Lines lines_;
    LinkChain chain_;
    std::size_t words_ = 0;                           // of the reference
    std::vector<std::int32_t> stages_;                // of each pair of words
    std::vector<double> cosines_, products_;          // of each pair of words; of both probabilities
    std::vector<std::int32_t> rows_, columns_;        // the words that could have a partner
    std::vector<std::uint8_t> has_same_, is_same_, is_column_;  // of each word
    std::vector<Rivals> of_rows_, of_columns_;
    std::vector<double> similarities_, forwards_, backwards_, unlinked_, unlinked_columns_, found_, back_;
    std::vector<Pair> pairs_;
    std::vector<std::size_t> first_of_word_;          // of each word of the vocabulary
    std::vector<std::size_t> firsts_;                 // of each word of the reference
    std::vector<std::int32_t> wholes_;
    std::vector<Match> nearest_;
    std::vector<bool> is_taken_, is_column_taken_;
    std::vector<Match> links_;
};

}  // namespace wordorder
