// What a language might know about its few words: stems, synonym classes, paraphrases.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dice.hpp"
#include "interner.hpp"
#include "matching_oracles.hpp"
#include "paraphrases.hpp"
#include "report.hpp"
#include "rows.hpp"

namespace wordorder::fuzzing {

struct RaggedNumbers {
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};

    Rows<std::int64_t> rows() const { return {values, offsets}; }

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
    std::unique_ptr<Interner> interner;
    std::unique_ptr<ParaphraseTable> table;
    std::string table_text;
    Knowledge known;  // the same, for the slow answers

    void make() {
        words = static_cast<std::int32_t>(dice_.between(1, dice_.one_in(4) ? 20 : 4));
        known = {};
        for (std::int64_t& weight : known.weights) {
            weight = dice_.pick(std::vector<std::int64_t>{
                0, 0, 1, 3, 1 << 19, (1 << 20) - 1, 1 << 20, 1 << 20, dice_.between(0, 1 << 20)});
        }
        if (dice_.one_in(2)) known.weights[EXACT] = 1 << 20;
        make_stems();
        make_synonyms();
        make_paraphrases();
    }

    std::string description() const {
        return "stems " + written(stems) + " synonyms " + written(synonyms) + " paraphrases \"" +
               escaped(table_text) + '"';
    }

private:
    // Of more words than there need to be.
    void make_stems() {
        const std::int64_t most = dice_.one_in(1'000) ? 1 << 20 : dice_.between(0, words);
        known.stems.resize(words + (dice_.one_in(4) ? 3 : 0));
        for (std::int32_t& stem : known.stems) {
            stem = static_cast<std::int32_t>(dice_.one_in(3) ? most : dice_.between(0, most));
        }
        stems = known.stems;
    }

    // Before the first row and behind the last one there may be anything, as in a slice.
    void make_synonyms() {
        synonyms = {};
        if (dice_.one_in(4)) synonyms.values.assign(3, 1);
        synonyms.offsets = {std::ssize(synonyms.values)};
        for (auto rows = words + (dice_.one_in(4) ? 2 : 0); rows > 0; --rows) {
            std::vector<std::int32_t>& classes = known.classes.emplace_back(dice_.between(0, 3));
            for (std::int32_t& number : classes) {
                number = static_cast<std::int32_t>(dice_.between(0, words));
            }
            synonyms.append(classes);
        }
        if (dice_.one_in(4)) synonyms.values.push_back(0);
    }

    void make_paraphrases() {
        interner = std::make_unique<Interner>();
        std::vector<std::int32_t> ids;
        std::vector<std::int64_t> offsets;
        for (std::int32_t word = 0; word < words; ++word) {
            interner->intern(std::to_string(word), ids, offsets);
        }
        table = std::make_unique<ParaphraseTable>(*interner, "name");
        table_text.clear();
        for (auto pairs = dice_.between(0, dice_.one_in(20) ? 80 : 6); pairs > 0; --pairs) {
            Phrase one = make_phrase(), other = make_phrase();
            table_text += "0.5\n" + as_line(one) + as_line(other);
            known.longest = std::max({known.longest, one.size(), other.size()});
            const auto is_known = [this](const Phrase& phrase) {
                return std::ranges::find(phrase, words) == phrase.end();
            };
            if (one == other || !is_known(one) || !is_known(other)) continue;
            if (other < one) one.swap(other);
            known.pairs.insert({one, other});
        }
        feed_lines(table_text);
        table->finish();
        require(table->size() == known.pairs.size(), "every paraphrase is kept once");
    }

    // Now and then with a word that the interner does not know.
    Phrase make_phrase() {
        Phrase phrase(dice_.one_in(50) ? dice_.between(5, 12) : dice_.between(1, 4));
        for (std::int32_t& word : phrase) {
            word = static_cast<std::int32_t>(dice_.between(0, words - !dice_.one_in(20)));
        }
        return phrase;
    }

    std::string as_line(const Phrase& phrase) {
        std::string line;
        for (const std::int32_t word : phrase) {
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

    Dice& dice_;
};

}  // namespace wordorder::fuzzing
