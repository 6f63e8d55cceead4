// What a language might know about its few words: stems, synonym classes, paraphrases.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rows.hpp"
#include "dice.hpp"
#include "match/candidates.hpp"
#include "report.hpp"
#include "text/interner.hpp"
#include "words/paraphrases.hpp"

namespace wordorder::fuzzing {

struct RaggedNumbers {
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};

    Rows rows() const { return {values, offsets}; }

    void append(const std::vector<std::int32_t>& row) {
        values.insert(values.end(), row.begin(), row.end());
        offsets.push_back(std::ssize(values));
    }

    bool has_rows() const {
        std::int64_t last = 0;
        for (const std::int64_t offset : offsets) {
            if (offset < last || offset > std::ssize(values)) return false;
            last = offset;
        }
        return !offsets.empty();
    }

    // No spare capacity: one step past the end is a step into the sanitizer's fence.
    void shrink() {
        values.shrink_to_fit();
        offsets.shrink_to_fit();
    }
};

inline std::string written(const RaggedNumbers& numbers) {
    return written(numbers.values) + written(numbers.offsets);
}

class MatchingKnowledge {
public:
    explicit MatchingKnowledge(Dice& dice) : dice_(dice) {}

    std::int32_t words = 1;
    std::vector<std::int32_t> stems;
    RaggedNumbers synonyms;
    std::shared_ptr<Interner> interner;
    std::unique_ptr<ParaphraseTable> table;
    std::string table_text;
    std::vector<std::int32_t> vector_of_word;
    std::vector<std::int16_t> vector_values;
    std::size_t dimensions = 1;
    std::vector<std::uint8_t> only_in_references;
    RaggedNumbers letters;
    LeastCosines least;
    PerStage<std::int64_t> weights;

    void make() {
        words = static_cast<std::int32_t>(dice_.between(1, dice_.one_in(4) ? 20 : 4));
        for (std::int64_t& weight : weights.values) {
            weight = dice_.pick(std::vector<std::int64_t>{
                0, 0, 1, 3, 1 << 19, (1 << 20) - 1, 1 << 20, 1 << 20, dice_.between(0, 1 << 20)});
        }
        if (dice_.one_in(2)) weights[Stage::exact] = 1 << 20;
        make_stems();
        make_synonyms();
        make_vectors();
        make_paraphrases();
    }

    std::string description() const {
        return "stems " + written(stems) + " synonyms " + written(synonyms) + " vectors " +
               written(vector_of_word) + written(vector_values) + " of " +
               std::to_string(dimensions) + written(only_in_references) + " letters " +
               written(letters) + " similar from " + std::to_string(least.anywhere) + ", " +
               std::to_string(least.beside) + " paraphrases \"" + escaped(table_text) + '"';
    }

private:
    // Few letters, so that many words are spelt alike.
    void make_letters() {
        letters = {};
        for (std::size_t word = 0; word < vector_of_word.size(); ++word) {
            std::vector<std::int32_t> spelt(dice_.between(0, 4));
            for (std::int32_t& letter : spelt) {
                letter = static_cast<std::int32_t>(dice_.between(0, 2));
            }
            letters.append(spelt);
        }
    }

    // Some words have none, and some share one.
    void make_vectors() {
        constexpr std::int32_t LENGTH = WordVectors::LENGTH;
        dimensions = dice_.between(1, 20);
        const std::int64_t rows = dice_.between(1, 4);
        vector_values.assign(rows * dimensions, 0);
        for (std::int64_t row = 0; row < rows; ++row) {
            std::int16_t* const values = vector_values.data() + row * dimensions;
            for (int k = 0; k < 2; ++k) {
                values[dice_.between(0, dimensions - 1)] = static_cast<std::int16_t>(
                    dice_.pick(std::vector<std::int32_t>{LENGTH, -LENGTH, LENGTH / 2, 0, 1}));
            }
        }
        vector_of_word.resize(words + (dice_.one_in(4) ? 3 : 0));
        for (std::int32_t& row : vector_of_word) {
            row = static_cast<std::int32_t>(dice_.between(-1, rows - 1));
        }
        only_in_references.resize(vector_of_word.size());
        for (std::uint8_t& flag : only_in_references) flag = dice_.one_in(4);
        make_letters();
        for (double* cosine : {&least.anywhere, &least.beside}) {
            *cosine = dice_.pick(std::vector{1e-9, .1, .5, 1.});
        }
    }

    // For more words than necessary.
    void make_stems() {
        const std::int64_t most = dice_.one_in(1'000) ? 1 << 20 : dice_.between(0, words);
        stems.resize(words + (dice_.one_in(4) ? 3 : 0));
        for (std::int32_t& stem : stems) {
            stem = static_cast<std::int32_t>(dice_.one_in(3) ? most : dice_.between(0, most));
        }
    }

    // Anything may stand before the first row and behind the last one, as in a slice.
    void make_synonyms() {
        synonyms = {};
        if (dice_.one_in(4)) synonyms.values.assign(3, 1);
        synonyms.offsets = {std::ssize(synonyms.values)};
        for (auto rows = words + (dice_.one_in(4) ? 2 : 0); rows > 0; --rows) {
            std::vector<std::int32_t> classes(dice_.between(0, 3));
            for (std::int32_t& number : classes) {
                number = static_cast<std::int32_t>(dice_.between(0, words));
            }
            synonyms.append(classes);
        }
        if (dice_.one_in(4)) synonyms.values.push_back(0);
    }

    void make_paraphrases() {
        interner = std::make_shared<Interner>();
        std::vector<std::int32_t> ids;
        std::vector<std::int64_t> offsets;
        for (std::int32_t word = 0; word < words; ++word) {
            interner->intern(std::to_string(word), ids, offsets);
        }
        table = std::make_unique<ParaphraseTable>(interner, "name");
        table_text.clear();
        const std::int64_t pairs = dice_.between(0, dice_.one_in(20) ? 80 : 6);
        for (std::int64_t pair = 0; pair < pairs; ++pair) {
            table_text += "0.5\n" + make_line();
            table_text += make_line();
        }
        feed_lines(table_text);
        table->finish();
        require(std::cmp_less_equal(table->size(), pairs), "a paraphrase is kept once");
    }

    // Sometimes with a word that the interner does not know.
    std::string make_line() {
        std::string line;
        for (auto length = dice_.one_in(50) ? dice_.between(5, 12) : dice_.between(1, 4);
             length > 0; --length) {
            const std::int64_t word = dice_.between(0, words - !dice_.one_in(20));
            line += std::to_string(word) + (dice_.one_in(10) ? "\t " : " ");
        }
        line.back() = '\n';
        return line;
    }

    void feed_lines(std::string_view text) {
        while (!text.empty()) {
            std::size_t length = 0;
            for (auto lines = dice_.between(1, 5); lines > 0 && length < text.size(); --lines) {
                length = text.find('\n', length) + 1;
            }
            const std::vector<char> exact(text.begin(), text.begin() + length);
            table->add({exact.data(), exact.size()});
            text.remove_prefix(length);
        }
    }

    Dice dice_;
};

}  // namespace wordorder::fuzzing
