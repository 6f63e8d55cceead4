// Small corpora of numbers, many of them hostile, for the aligners: trained by one thread or
// several, and linked by tables of chances.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "alignment/best_partners.hpp"
#include "alignment/ibm1.hpp"
#include "dice.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class AlignerFuzzer {
public:
    explicit AlignerFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return "source " + written(source_.words) + written(source_.offsets) + " target " +
                   written(target_.words) + written(target_.offsets) + " of " +
                   std::to_string(words_) + " words, prior " + std::to_string(prior_);
        };
        words_ = static_cast<std::int32_t>(dice_.between(1, 8));
        prior_ = dice_.pick(std::vector{0.0, 0.001, 0.5});
        const std::int64_t rows = dice_.one_in(20) ? dice_.between(20, 60) : dice_.between(0, 6);
        make(source_, rows);
        make(target_, dice_.one_in(20) ? rows + 1 : rows);
        if (dice_.one_in(3)) spoil(dice_.one_in(2) ? source_ : target_);
        dice_.one_in(2) ? check_training() : check_partners();
    }

private:
    struct Text {
        std::vector<std::int32_t> words;
        std::vector<std::int64_t> offsets;

        Rows rows() const { return {words, offsets}; }
    };

    struct Learnt {
        std::vector<std::int32_t> targets;
        std::vector<double> probabilities, objectives;

        bool operator==(const Learnt&) const = default;
    };

    void make(Text& text, std::int64_t rows) {
        text.words.clear();
        text.offsets = {0};
        for (; rows > 0; --rows) {
            for (auto length = dice_.between(0, dice_.one_in(20) ? 100 : 7); length > 0; --length) {
                text.words.push_back(static_cast<std::int32_t>(dice_.between(0, words_ - 1)));
            }
            text.offsets.push_back(std::ssize(text.words));
        }
        text.words.shrink_to_fit();
    }

    void spoil(Text& text) {
        if (dice_.one_in(3) || text.words.empty()) {
            std::int64_t& offset = text.offsets[dice_.between(0, text.offsets.size() - 1)];
            offset =
                dice_.pick(std::vector<std::int64_t>{-1, 0, offset + 1, offset - 1, INT64_MAX});
        } else {
            text.words[dice_.between(0, text.words.size() - 1)] = dice_.pick(
                std::vector{-1, words_, words_ - 1, INT32_MIN, INT32_MAX, dice_.any_int32()});
        }
    }

    void check_training() {
        try {
            const Learnt alone = learnt(1);
            require(alone == learnt(dice_.between(2, 5)), "any number of threads learns the same");
            for (std::size_t i = 1; i < alone.objectives.size(); ++i) {
                const double before = alone.objectives[i - 1];
                require(alone.objectives[i] >= before - 1e-9 * (1 + std::abs(before)),
                        "what EM raises never falls");
            }
            for (const double p : alone.probabilities) require(0 <= p && p <= 1 + 1e-9, "a chance");
            ++tally["aligners/trained"];
        } catch (const InputError&) {
            require(is_hostile(true), "a good corpus is not rejected");
            ++tally["aligners/rejected"];
        }
    }

    Learnt learnt(std::size_t threads) const {
        Learnt found;
        const Ibm1Options options{4, prior_, threads, [] {},
                                  [&](double value) { found.objectives.push_back(value); }};
        Ibm1 model(Side(source_.rows(), words_), Side(target_.rows(), words_), options);
        require(!is_hostile(true), "a hostile corpus is rejected");
        model.run();
        found.targets = model.targets;
        found.probabilities = model.probabilities;
        return found;
    }

    // Unknown words have negative numbers, which only the training refuses.
    bool is_hostile(bool negative_too) const {
        for (const Text* text : {&source_, &target_}) {
            for (std::size_t i = 0; i < text->offsets.size(); ++i) {
                const std::int64_t last = i == 0 ? 0 : text->offsets[i - 1];
                if (text->offsets[i] < last || text->offsets[i] > std::ssize(text->words)) {
                    return true;
                }
            }
            if (!negative_too && text == &target_) continue;  // partners may be any number
            for (auto k = text->offsets.front(); k < text->offsets.back(); ++k) {
                if (text->words[k] >= words_ || (negative_too && text->words[k] < 0)) return true;
            }
        }
        return source_.offsets.size() != target_.offsets.size();
    }

    void check_partners() {
        make_table();
        const PartnerTable table(Rows(partners_, table_offsets_), chances_);
        try {
            const auto chosen =
                best_partners(source_.rows(), target_.rows(), table, dice_.between(1, 3), [] {});
            require(!is_hostile(false), "a hostile text is rejected");
            std::size_t k = 0;
            for (std::size_t row = 0; row < source_.rows().size(); ++row) {
                const Indices words = source_.rows()[row], others = target_.rows()[row];
                for (std::size_t j = 0; j < words.size(); ++j) {
                    require(chosen[k++] == best(words, others, j), "the best partner");
                }
            }
            ++tally["aligners/linked"];
        } catch (const InputError&) {
            require(is_hostile(false), "a good text is not rejected");
            ++tally["aligners/rejected"];
        }
    }

    void make_table() {
        partners_.clear();
        chances_.clear();
        table_offsets_ = {0};
        for (std::int32_t word = 0; word < words_; ++word) {
            for (std::int32_t other = 0; other < words_; ++other) {
                if (dice_.one_in(2)) continue;
                partners_.push_back(other);
                chances_.push_back(static_cast<float>(dice_.between(0, 3)) / 4);
            }
            table_offsets_.push_back(std::ssize(partners_));
        }
    }

    std::int32_t best(Indices words, Indices others, std::size_t j) const {
        std::tuple<float, std::int64_t, std::int64_t> best{0, 0, -1};  // - chance, distance, place
        for (std::int64_t i = 0; i < std::ssize(others); ++i) {
            const float chance = chance_of(words[j], others[i]);
            const std::int64_t distance =
                std::abs((2 * i + 1) * std::ssize(words) -
                         (2 * static_cast<std::int64_t>(j) + 1) * std::ssize(others));
            if (chance > 0) best = std::min(best, {-chance, distance, i});
        }
        return static_cast<std::int32_t>(std::get<2>(best));
    }

    float chance_of(std::int32_t word, std::int32_t other) const {
        if (word < 0) return word == other;
        for (std::int64_t k = table_offsets_[word]; k < table_offsets_[word + 1]; ++k) {
            if (partners_[k] == other) return chances_[k];
        }
        return 0;
    }

    Dice dice_;
    Text source_, target_;
    std::int32_t words_ = 1;
    double prior_ = 0;
    std::vector<std::int32_t> partners_;
    std::vector<float> chances_;
    std::vector<std::int64_t> table_offsets_;
};

}  // namespace wordorder::fuzzing
