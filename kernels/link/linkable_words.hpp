// Words of two sentences that could have a partner in the other, and what they match by.
//
// Two words can be partners if exact, stem or synonym matches them, or if vectors compare them.
// Words without any possible partner are ignored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rows.hpp"
#include "match/candidates.hpp"
#include "match/problem.hpp"
#include "words/vectors.hpp"

namespace wordorder {

class LinkableWords {
public:
    static constexpr Stage NONE{STAGES};
    static constexpr std::int32_t LEFT_OUT = -1;
    using Word = WordVectors::Word;

    explicit LinkableWords(const WordVectors& vectors) : vectors_(vectors) {}

    void find(Indices hypothesis, Indices reference, const std::vector<Match>& matches) {
        rows_.look_up(hypothesis, vectors_);
        columns_.look_up(reference, vectors_);
        for (const Match& match : matches) {
            if (match.stage >= Stage::vectors) continue;
            rows_.numbers[match.hypothesis] = 0;
            columns_.numbers[match.reference] = 0;
        }
        const auto is_sound = [](const Word& word) { return !word.is_doubtful; };
        const auto has_vector = [](const Word& word) { return word.vector != nullptr; };
        const auto are_comparable = [this](const Word& word, const Word& other) {
            return vectors_.are_comparable(word, other);
        };
        const auto turned = [&](const Word& word, const Word& other) {
            return are_comparable(other, word);
        };
        const bool any_sound = std::ranges::any_of(rows_.words, is_sound);
        const bool any_vector = std::ranges::any_of(columns_.words, has_vector);
        rows_.mark(columns_, is_sound, any_vector, are_comparable);
        columns_.mark(rows_, has_vector, any_sound, turned);
        rows_.number();
        columns_.number();
        set_stages(matches);
    }

    // The places of the words, ascending.
    Indices rows() const { return rows_.places; }        // of the hypothesis
    Indices columns() const { return columns_.places; }  // of the reference
    // The number of a word of the sentence among them, or LEFT_OUT.
    std::int32_t row(std::int32_t place) const { return rows_.numbers[place]; }
    std::int32_t column(std::int32_t place) const { return columns_.numbers[place]; }
    // Everything known about all words, by their places.
    std::span<const Word> row_words() const { return rows_.words; }
    std::span<const Word> column_words() const { return columns_.words; }
    // The stage of a row with each column, vectors aside; or NONE.
    const Stage* stages(std::size_t row) const {
        return stages_.data() + row * columns_.places.size();
    }

private:
    struct Side {
        void look_up(Indices sentence, const WordVectors& vectors) {
            numbers.assign(sentence.size(), LEFT_OUT);
            words.clear();
            for (const std::int32_t word : sentence) words.push_back(vectors.word(word));
        }

        // Marks words that can be compared with any fit word, if there is one, and words that
        // resemble one of the others.
        template <class IsFit, class AreComparable>
        void mark(const Side& others, const IsFit& is_fit, bool any_fits,
                  const AreComparable& comparable) {
            for (std::size_t i = 0; i < words.size(); ++i) {
                if (numbers[i] != LEFT_OUT) continue;
                const bool found = (any_fits && is_fit(words[i])) ||
                                   std::ranges::any_of(others.words, [&](const Word& other) {
                                       return comparable(words[i], other);
                                   });
                if (found) numbers[i] = 0;
            }
        }

        void number() {
            places.clear();
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                if (numbers[i] == LEFT_OUT) continue;
                numbers[i] = static_cast<std::int32_t>(places.size());
                places.push_back(static_cast<std::int32_t>(i));
            }
        }

        std::vector<Word> words;            // of the sentence
        std::vector<std::int32_t> numbers;  // of its words
        std::vector<std::int32_t> places;
    };

    void set_stages(const std::vector<Match>& matches) {
        stages_.assign(rows_.places.size() * columns_.places.size(), NONE);
        for (const Match& match : matches) {
            if (match.stage >= Stage::vectors) continue;
            stages_[row(match.hypothesis) * columns_.places.size() + column(match.reference)] =
                match.stage;
        }
    }

    WordVectors vectors_;
    Side rows_, columns_;
    std::vector<Stage> stages_;
};

}  // namespace wordorder
