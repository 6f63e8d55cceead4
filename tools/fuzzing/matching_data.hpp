// Sentence pairs of few words, so that much is ambiguous, and knowledge about the words; some
// hostile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dice.hpp"
#include "hypothesis/matching.hpp"
#include "matching_knowledge.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class MatchingData {
public:
    explicit MatchingData(Dice& dice) : dice_(dice), words_(dice) {}

    RaggedNumbers hypotheses, references;
    MatchData data;

    void make() {
        words_.make();
        data = {words_.words, {}, {}, {}, words_.table.get(), words_.weights};
        make_rows();
        if (dice_.one_in(4)) spoil();
        for (RaggedNumbers* numbers :
             {&hypotheses, &references, &words_.synonyms, &words_.letters}) {
            numbers->shrink();
        }
        words_.stems.shrink_to_fit();
        data.stems = words_.stems;
        // Rows of numbers refuse bad offsets as soon as they are made.
        if (words_.synonyms.has_rows()) data.synonyms = words_.synonyms.rows();
        words_.vector_of_word.shrink_to_fit();
        words_.vector_values.shrink_to_fit();
        words_.only_in_references.shrink_to_fit();
        data.vectors = {words_.vector_of_word,
                        words_.vector_values,
                        words_.dimensions,
                        words_.only_in_references,
                        words_.letters.has_rows() ? Spelling(words_.letters.rows()) : Spelling(),
                        words_.least};
    }

    std::string description() const {
        return written(hypotheses) + " with " + written(references) + " of " +
               std::to_string(data.words) + " words, weights " + written(data.weights.values) +
               " " + words_.description();
    }

    bool is_hostile() const {
        for (const RaggedNumbers* text : {&hypotheses, &references}) {
            if (!text->has_rows()) return true;
            const Indices words = Indices(text->values).subspan(0, text->offsets.back());
            if (!lie_below(words.subspan(text->offsets.front()), data.words)) return true;
        }
        if (hypotheses.offsets.size() != references.offsets.size() || data.words < 0) return true;
        for (const std::int64_t weight : data.weights.values) {
            if (weight < 0 || weight > 1 << 20) return true;
        }
        if (data.weights[Stage::stem] > 0) {
            if (std::ssize(words_.stems) < data.words) return true;
            if (!lie_below(words_.stems, MOST_NUMBERS)) return true;
        }
        if (data.weights[Stage::synonym] > 0) {
            if (!words_.synonyms.has_rows()) return true;
            if (std::ssize(words_.synonyms.offsets) - 1 < data.words) return true;
            if (!lie_below(words_.synonyms.values, MOST_NUMBERS)) return true;
        }
        if (data.weights[Stage::vectors] > 0 && has_bad_vectors()) return true;
        return data.weights[Stage::paraphrase] > 0 &&
               (data.paraphrases == nullptr || !data.paraphrases->ready());
    }

private:
    bool has_bad_vectors() const {
        if (std::ssize(words_.vector_of_word) < data.words) return true;
        if (std::ssize(words_.only_in_references) < data.words) return true;
        if (!words_.letters.has_rows()) return true;
        if (std::ssize(words_.letters.offsets) - 1 < data.words) return true;
        const auto rows =
            static_cast<std::int32_t>(words_.vector_values.size() / words_.dimensions);
        if (std::ranges::any_of(words_.vector_of_word, [rows](auto row) { return row >= rows; })) {
            return true;
        }
        return std::ranges::count(words_.vector_values, INT16_MIN) > 0;  // too long
    }

    void make_rows() {
        hypotheses = references = {};
        for (auto rows = dice_.between(1, 4); rows > 0; --rows) {
            std::vector<std::int32_t> one = make_sentence(length()), other;
            if (dice_.one_in(2)) {
                other = make_sentence(length());
            } else {
                for (const std::int32_t place : dice_.permutation(one.size())) {
                    if (!dice_.one_in(10)) other.push_back(one[place]);
                }
            }
            // Beyond a thousand places for a word, only some are looked at.
            if (dice_.one_in(1'000)) {
                one.resize(std::min<std::size_t>(one.size(), 3));
                other.resize(dice_.between(1'020, 3'000), 0);
            }
            if (dice_.one_in(2)) one.swap(other);
            hypotheses.append(one);
            references.append(other);
        }
    }

    std::int64_t length() {
        if (dice_.one_in(2'000)) return dice_.between(50, 300);
        return dice_.between(0, dice_.one_in(20) ? 40 : dice_.one_in(4) ? 14 : 6);
    }

    std::vector<std::int32_t> make_sentence(std::int64_t length) {
        std::vector<std::int32_t> sentence(length);
        for (std::int32_t& word : sentence) {
            word = static_cast<std::int32_t>(dice_.between(0, words_.words - 1));
        }
        return sentence;
    }

    // Some changes do no harm.
    void spoil() {
        const std::int64_t how = dice_.between(0, 13);
        RaggedNumbers& side = dice_.one_in(2) ? hypotheses : references;
        if (how == 0) spoil_number(side.values, words_.words);
        if (how == 1) spoil_offset(side);
        if (how == 2) spoil_number(words_.stems, MOST_NUMBERS);
        if (how == 3) words_.stems.resize(dice_.between(0, words_.stems.size()));
        if (how == 4) spoil_number(words_.synonyms.values, MOST_NUMBERS);
        if (how == 5) spoil_offset(words_.synonyms);
        if (how == 6) data.paraphrases = nullptr;
        if (how == 7) {
            words_.table = std::make_unique<ParaphraseTable>(words_.interner, "name");
            data.paraphrases = words_.table.get();
        }
        if (how == 8) data.words = dice_.pick(std::vector{-1, 0, words_.words - 1, INT32_MIN});
        if (how == 8 && dice_.one_in(2)) hypotheses = references = {};
        if (how == 12) spoil_offset(words_.letters);
        if (how == 13) words_.only_in_references.pop_back();
        if (how == 10) spoil_number(words_.vector_of_word, 5);
        if (how == 11 && dice_.one_in(2)) words_.vector_of_word.pop_back();
        if (how == 11) {
            words_.vector_values[dice_.between(0, words_.vector_values.size() - 1)] = INT16_MIN;
        }
        if (how == 9) {
            data.weights.values[dice_.between(0, STAGES - 1)] = dice_.pick(
                std::vector<std::int64_t>{-1, (1 << 20) + 1, INT64_MIN, INT64_MAX, 1 << 20});
        }
    }

    void spoil_number(std::vector<std::int32_t>& numbers, std::int32_t end) {
        if (numbers.empty()) return;
        numbers[dice_.between(0, numbers.size() - 1)] =
            dice_.pick(std::vector{-1, end, INT32_MIN, INT32_MAX});
    }

    void spoil_offset(RaggedNumbers& text) {
        if (dice_.one_in(10)) return text.offsets.clear();
        if (dice_.one_in(4)) return text.offsets.resize(dice_.between(1, text.offsets.size()));
        std::int64_t& offset = text.offsets[dice_.between(0, text.offsets.size() - 1)];
        offset =
            dice_.pick(std::vector<std::int64_t>{-1, offset - 1, offset + 1, INT64_MIN, INT64_MAX});
    }

    static bool lie_below(Indices numbers, std::int32_t end) {
        return std::ranges::all_of(numbers, [=](auto n) { return 0 <= n && n < end; });
    }

    Dice dice_;
    MatchingKnowledge words_;
};

}  // namespace wordorder::fuzzing
