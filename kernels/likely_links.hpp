// Words linked by how likely they are partners, where vectors say how similar any two words are.
//
// Two words can be partners if they match by exact, stem or synonym, or if vectors compare them,
// unless both have the same word on the other side.
// Words without any such partner are left out, as if they were not there. The probability of a pair
// is the geometric mean of those of two chains, from the hypothesis to the reference and back: both
// must agree (Liang, Taskar and Klein 2006). Links are then taken by their probability, the largest
// first, then the leftmost, of all pairs with at least LEAST and all matches that were chosen before:
// a chosen match is given up only for a likelier one. Chosen phrases stay.
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
#include <utility>
#include <vector>

#include "checkpoint.hpp"
#include "link_chain.hpp"
#include "links.hpp"
#include "match_candidates.hpp"
#include "match_problem.hpp"
#include "sentence_cosines.hpp"

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
    for (const double weight : all) {
        // So that no product of factors is too large for a float.
        if (!(std::abs(weight) <= 10)) throw InputError("a weight of links must be from -10 to 10");
    }
}

class LikelyLinks {
public:
    static constexpr double LEAST = 0.3;

    // The cosines are those of the sentences that are looked at.
    LikelyLinks(const MatchData& data, const LinkModel& model, SentenceCosines& cosines, Pace& pace)
        : data_(data), weights_(model.weights), frequent_(model.frequent), cosines_of_pair_(cosines),
          pace_(pace), chain_(factors(model.weights.jumps)) {}

    // The links, by their place in the hypothesis. `matches` are all that could be, `chosen` some of
    // them, no two of which share a word.
    const std::vector<Match>& choose(Indices hypothesis, Indices reference,
                                     const std::vector<Match>& matches,
                                     const std::vector<Match>& chosen) {
        const std::size_t n = hypothesis.size(), m = reference.size();
        pace_.step(n * m + 1);
        if (n * m == 0 || !cosines_of_pair_.are_kept()) return links_ = chosen;
        compare(hypothesis, reference, matches);
        weigh(hypothesis, reference);
        find_probabilities();
        list_pairs(chosen);
        return take_pairs();
    }

private:
    static constexpr std::int32_t NONE = STAGES;
    static constexpr double RELATED = 0.8;  // the similarity of words with one stem, and of synonyms

    // A probability in whole numbers, so that the last bits of a machine do not decide.
    struct Pair {
        std::int64_t billionths;
        Match match;
    };
    // The two largest similarities of a word, and the factors of such rivals.
    struct Rivals {
        float first = 0, second = 0;
        float first_factor = 1, second_factor = 1;

        void add(float similarity) {
            second = std::max(second, std::min(first, similarity));
            first = std::max(first, similarity);
        }
        void weigh(float weight) {
            first_factor = std::exp(weight * first);
            second_factor = std::exp(weight * second);
        }
        // Of all others.
        float factor(float similarity) const {
            return similarity == first ? second_factor : first_factor;
        }
    };

    static std::array<float, Jumps::KINDS> factors(const std::array<double, Jumps::KINDS>& logarithms) {
        std::array<float, Jumps::KINDS> found{};
        std::transform(logarithms.begin(), logarithms.end(), found.begin(),
                       [](double value) { return static_cast<float>(std::exp(value)); });
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
            if (match.stage == EXACT) has_same_[match.hypothesis] = is_same_[match.reference] = true;
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (data_.vectors.knows(hypothesis[i])) compare_vectors(i);
        }
        list_words(n, m);
    }

    void compare_vectors(std::size_t i) {
        for (std::size_t j = 0; j < words_; ++j) {
            const std::size_t pair = i * words_ + j;
            if (stages_[pair] != NONE || (has_same_[i] && is_same_[j])) continue;
            const std::int32_t whole = cosines_of_pair_.at(i, j);
            if (whole == WordVectors::UNKNOWN) continue;
            stages_[pair] = VECTORS;
            // Never below -1, as it could be if a vector were too long.
            cosines_[pair] = static_cast<float>(std::max(whole, -WordVectors::ONE)) / WordVectors::ONE;
        }
    }

    void list_words(std::size_t n, std::size_t m) {
        rows_.clear();
        is_column_.assign(m, false);
        for (std::size_t i = 0; i < n; ++i) {
            bool any = false;
            for (std::size_t j = 0; j < m; ++j) {
                if (stages_[i * m + j] != NONE) any = is_column_[j] = true;
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
            for (std::size_t b = 0; b < m; ++b) {
                if (stages_[at(a, b)] == NONE) continue;
                const float both =
                    std::exp(log_factor(at(a, b), frequent_[hypothesis[rows_[a]]],
                                        frequent_[reference[columns_[b]]]));
                const float own = similarities_[a * m + b];
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
                const float found = similarities_[a * m + b] = similarity(at(a, b));
                of_rows_[a].add(found);
                of_columns_[b].add(found);
            }
        }
        for (Rivals& rivals : of_rows_) rivals.weigh(weights_.rival);
        for (Rivals& rivals : of_columns_) rivals.weigh(weights_.rival);
    }

    float unlinked(std::int32_t word) const {
        return std::exp(weights_.unlinked + (frequent_[word] ? weights_.unlinked_frequent : 0));
    }

    std::size_t at(std::size_t a, std::size_t b) const { return rows_[a] * words_ + columns_[b]; }

    float similarity(std::size_t pair) const {
        switch (stages_[pair]) {
            case NONE: return 0;
            case EXACT: return 1;
            case VECTORS: return std::max(0.0f, cosines_[pair]);
            default: return RELATED;
        }
    }

    float log_factor(std::size_t pair, bool frequent, bool other_frequent) const {
        const std::array by_stage{weights_.exact, weights_.stem, weights_.synonym, weights_.vectors};
        const std::int32_t stage = stages_[pair];
        const float cosine = cosines_[pair];
        float sum = static_cast<float>(by_stage[stage]);
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
        for (const std::int32_t i : rows_) {
            for (const std::int32_t j : columns_) {
                const std::size_t place = i * words_ + j;
                if (products_[place] < LEAST * LEAST) continue;
                const std::int32_t stage = stages_[place];
                const Match match{i, j, 1, 1, 2 * data_.weights[stage], stage};
                pairs_.push_back({billionths(match), match});
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

    const MatchData& data_;
    LinkWeights weights_;
    std::span<const std::uint8_t> frequent_;
    SentenceCosines& cosines_of_pair_;
    Pace& pace_;
    LinkChain chain_;
    std::size_t words_ = 0;                           // of the reference
    std::vector<std::int32_t> stages_;                // of each pair of words
    std::vector<float> cosines_, products_;          // of each pair of words; of both probabilities
    std::vector<std::int32_t> rows_, columns_;        // the words that could have a partner
    std::vector<std::uint8_t> has_same_, is_same_, is_column_;  // of each word
    std::vector<Rivals> of_rows_, of_columns_;
    std::vector<float> similarities_, forwards_, backwards_, unlinked_, unlinked_columns_, found_, back_;
    std::vector<Pair> pairs_;
    std::vector<bool> is_taken_, is_column_taken_;
    std::vector<Match> links_;
};

}  // namespace wordorder
