// Factors of the pairs of words without obvious partners.
//
// Vectors compare all pairs, except two words that both have an equal on the other side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rows.hpp"
#include "link/linkable_words.hpp"
#include "link/model.hpp"
#include "link/pair_factors.hpp"
#include "match/candidates.hpp"

namespace wordorder {

class OpenPairs {
public:
    OpenPairs(const MatchData& data, const LinkModel& model)
        : vectors_(data.vectors), frequent_(model.frequent), factors_(model.weights) {}

    // `rows` and `columns` are the ascending numbers of the words without an obvious partner.
    void set(const LinkableWords& words, Indices hypothesis, Indices reference, Indices rows,
             Indices columns) {
        rows_.set(words.row_words(), words.rows(), hypothesis, rows, frequent_);
        columns_.set(words.column_words(), words.columns(), reference, columns, frequent_);
        set_stages(words, rows, columns);
        nearest_.clear();
        for (std::size_t a = 0; a < rows.size(); ++a) compare(a);
        weigh();
    }

    // Pairs are counted row by row.
    Stage stage(std::size_t pair) const { return likeness_[pair].stage(); }
    // For each row that matches nothing without vectors, the most similar words, if similar enough.
    std::span<const std::size_t> nearest() const { return nearest_; }

    // The factor of a pair from the side of the row and of the column; 0 if it is impossible.
    double from_row(std::size_t a, std::size_t b) const {
        const std::size_t pair = a * columns_.size() + b;
        return factors_of_pairs_[pair] * factors_.of_rival(columns_.rival(b, similarities_[pair]));
    }
    double from_column(std::size_t a, std::size_t b) const {
        const std::size_t pair = a * columns_.size() + b;
        return factors_of_pairs_[pair] * factors_.of_rival(rows_.rival(a, similarities_[pair]));
    }
    double unlinked_row(std::size_t a) const { return factors_.of_none(rows_.is_frequent[a]); }
    double unlinked_column(std::size_t b) const {
        return factors_.of_none(columns_.is_frequent[b]);
    }

private:
    struct Side {
        using Word = WordVectors::Word;

        void set(std::span<const Word> known, Indices places, Indices sentence, Indices numbers,
                 std::span<const std::uint8_t> frequent) {
            words.clear();
            is_frequent.clear();
            for (const std::int32_t number : numbers) {
                words.push_back(&known[places[number]]);
                is_frequent.push_back(frequent[sentence[places[number]]] != 0);
            }
            has_same.assign(numbers.size(), false);
            first.assign(numbers.size(), 0);
            second.assign(numbers.size(), 0);
        }

        std::size_t size() const { return words.size(); }

        // The largest similarity to another word than one of this similarity.
        std::int32_t rival(std::size_t k, std::int32_t similarity) const {
            return similarity == first[k] ? second[k] : first[k];
        }

        std::vector<const Word*> words;
        std::vector<std::uint8_t> is_frequent, has_same;
        std::vector<std::int32_t> first, second;  // the two largest similarities
    };

    void set_stages(const LinkableWords& words, Indices rows, Indices columns) {
        likeness_.resize(rows.size() * columns.size());
        Likeness* likeness = likeness_.data();
        for (std::size_t a = 0; a < rows.size(); ++a) {
            const Stage* const stages = words.stages(rows[a]);
            for (std::size_t b = 0; b < columns.size(); ++b) {
                const Stage stage = stages[columns[b]];
                *likeness++ = stage == LinkableWords::NONE ? Likeness() : Likeness::of_stage(stage);
                rows_.has_same[a] |= stage == Stage::exact;
                columns_.has_same[b] |= stage == Stage::exact;
            }
        }
    }

    void compare(std::size_t a) {
        Likeness* const likeness = likeness_.data() + a * columns_.size();
        compared_.clear();
        others_.clear();
        bool matches = false;
        for (std::size_t b = 0; b < columns_.size(); ++b) {
            if (!likeness[b].is_none()) {
                matches = true;
            } else if (!rows_.has_same[a] || !columns_.has_same[b]) {
                compared_.push_back(static_cast<std::int32_t>(b));
                others_.push_back(columns_.words[b]);
            }
        }
        cosines_.resize(others_.size());
        vectors_.cosines(*rows_.words[a], others_, cosines_.data());
        std::int32_t largest = vectors_.least();
        for (std::size_t k = 0; k < others_.size(); ++k) {
            if (cosines_[k] == WordVectors::UNKNOWN) continue;
            likeness[compared_[k]] = Likeness::of_cosine(cosines_[k]);
            largest = std::max(largest, cosines_[k]);
        }
        if (matches) return;
        for (std::size_t k = 0; k < others_.size(); ++k) {
            if (cosines_[k] >= largest) nearest_.push_back(a * columns_.size() + compared_[k]);
        }
    }

    void weigh() {
        factors_of_pairs_.resize(likeness_.size());
        similarities_.resize(likeness_.size());
        for (std::size_t a = 0; a < rows_.size(); ++a) {
            const std::size_t begin = a * columns_.size();
            std::int32_t first = 0, second = 0;
            for (std::size_t b = 0; b < columns_.size(); ++b) {
                const Likeness likeness = likeness_[begin + b];
                factors_of_pairs_[begin + b] =
                    factors_.of_pair(likeness, rows_.is_frequent[a] + columns_.is_frequent[b]);
                const std::int32_t similarity = factors_.similarity(likeness);
                similarities_[begin + b] = similarity;
                add_rival(similarity, first, second);
                add_rival(similarity, columns_.first[b], columns_.second[b]);
            }
            rows_.first[a] = first;
            rows_.second[a] = second;
        }
    }
    static void add_rival(std::int32_t similarity, std::int32_t& first, std::int32_t& second) {
        second = std::max(second, std::min(first, similarity));
        first = std::max(first, similarity);
    }

    WordVectors vectors_;
    std::span<const std::uint8_t> frequent_;
    PairFactors factors_;
    Side rows_, columns_;
    std::vector<Likeness> likeness_;          // of each pair
    std::vector<double> factors_of_pairs_;    // without rivals
    std::vector<std::int32_t> similarities_;  // of each pair
    std::vector<const WordVectors::Word*> others_;
    std::vector<std::int32_t> compared_, cosines_;  // columns of others, and their cosines
    std::vector<std::size_t> nearest_;
};

}  // namespace wordorder
