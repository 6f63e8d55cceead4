// Hypotheses and references over few words, many of them hostile, for the counts of BLEU.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "hypothesis/ngrams.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class NgramFuzzer {
public:
    explicit NgramFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            std::string all = "order " + std::to_string(order_);
            for (const Text& text : texts_) {
                all += " " + written(text.words) + written(text.offsets);
            }
            return all;
        };
        order_ = dice_.one_in(20) ? dice_.between(-1, 11) : dice_.between(1, 9);
        const std::int64_t words = dice_.pick(std::vector{1, 2, 3, 8, INT32_MAX});
        const std::int64_t rows = dice_.between(0, 6);
        texts_.resize(dice_.one_in(20) ? 1 : dice_.between(2, 5));
        for (Text& text : texts_) make(text, dice_.one_in(50) ? rows + 1 : rows, words);
        if (dice_.one_in(4)) spoil(texts_[dice_.between(0, texts_.size() - 1)]);
        check();
    }

private:
    using Counts = std::map<std::vector<std::int32_t>, std::int64_t>;

    struct Text {
        std::vector<std::int32_t> words;
        std::vector<std::int64_t> offsets;

        std::int64_t length(std::size_t row) const { return offsets[row + 1] - offsets[row]; }

        Counts ngrams(std::size_t row, std::int64_t n) const {
            Counts counts;
            for (std::int64_t start = offsets[row]; start + n <= offsets[row + 1]; ++start) {
                ++counts[{words.begin() + start, words.begin() + start + n}];
            }
            return counts;
        }
    };

    void make(Text& text, std::int64_t rows, std::int64_t words) {
        text.words.clear();
        text.offsets = {0};
        for (; rows > 0; --rows) {
            for (auto length = dice_.between(0, dice_.one_in(20) ? 100 : 9); length > 0; --length) {
                text.words.push_back(static_cast<std::int32_t>(dice_.between(0, words - 1)));
            }
            text.offsets.push_back(std::ssize(text.words));
        }
        text.words.shrink_to_fit();
    }

    void spoil(Text& text) {
        if (dice_.one_in(10)) return text.offsets.clear();
        text.offsets[dice_.between(0, text.offsets.size() - 1)] =
            dice_.pick(std::vector<std::int64_t>{-1, 0, 1, 1000, INT64_MAX, INT64_MIN});
    }

    void check() const {
        const bool good = is_good();
        try {
            const auto as_rows = [](const Text& text) { return Rows(text.words, text.offsets); };
            std::vector<Rows> references;
            for (std::size_t r = 1; r < texts_.size(); ++r) {
                references.push_back(as_rows(texts_[r]));
            }
            const auto found = ngram_statistics(as_rows(texts_[0]), references, order_, [] {});
            require(good, "hostile rows are rejected");
            check_statistics(found);
            ++tally["n-grams/counted"];
        } catch (const InputError& error) {
            require(!good, error.what());
            ++tally["n-grams/rejected"];
        }
    }

    bool is_good() const {
        return 1 <= order_ && order_ <= 9 && texts_.size() > 1 &&
               std::all_of(texts_.begin(), texts_.end(), [this](const Text& text) {
                   const auto& offsets = text.offsets;
                   return offsets.size() == texts_[0].offsets.size() && !offsets.empty() &&
                          offsets.front() >= 0 && offsets.back() <= std::ssize(text.words) &&
                          std::is_sorted(offsets.begin(), offsets.end());
               });
    }

    void check_statistics(const std::vector<std::int64_t>& found) const {
        std::vector<std::int64_t> expected;
        for (std::size_t row = 0; row + 1 < texts_[0].offsets.size(); ++row) {
            for (std::int64_t n = 1; n <= order_; ++n) expected.push_back(matches(row, n));
            const std::int64_t length = texts_[0].length(row);
            for (std::int64_t n = 1; n <= order_; ++n) {
                expected.push_back(std::max<std::int64_t>(0, length - n + 1));
            }
            expected.push_back(length);
            expected.push_back(closest(row));
        }
        require(found == expected, "the counts of all n-grams");
    }

    std::int64_t matches(std::size_t row, std::int64_t n) const {
        Counts most;
        for (std::size_t r = 1; r < texts_.size(); ++r) {
            for (const auto& [ngram, count] : texts_[r].ngrams(row, n)) {
                most[ngram] = std::max(most[ngram], count);
            }
        }
        std::int64_t total = 0;
        for (const auto& [ngram, count] : texts_[0].ngrams(row, n)) {
            total += std::min(most[ngram], count);
        }
        return total;
    }

    std::int64_t closest(std::size_t row) const {
        std::vector<std::pair<std::int64_t, std::int64_t>> lengths;  // distance, length
        for (std::size_t r = 1; r < texts_.size(); ++r) {
            const std::int64_t length = texts_[r].length(row);
            lengths.emplace_back(std::abs(length - texts_[0].length(row)), length);
        }
        return std::min_element(lengths.begin(), lengths.end())->second;
    }

    Dice dice_;
    std::int64_t order_ = 1;
    std::vector<Text> texts_;
};

}  // namespace wordorder::fuzzing
