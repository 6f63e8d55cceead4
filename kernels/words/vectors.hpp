// The similarity of two words: the cosine of their vectors.
//
// A doubtful word, which may be nonsense, has no vector in a hypothesis. In a reference it may have
// one: people write references. A doubtful word is as similar as can be to a word spelt alike.
//
// Vectors hold whole numbers, so cosines depend neither on the order of sums nor on the machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "core/rows.hpp"
#include "words/spelling.hpp"

namespace wordorder {

// The least cosine of words that match anywhere, and of words that match beside a match.
struct LeastCosines { double anywhere = 1, beside = 1; };

class WordVectors {
public:
    // The length of vectors, up to rounding; those of frequent words are shorter.
    static constexpr std::int32_t LENGTH = 1 << 13;
    // A cosine of 1, in whole numbers.
    static constexpr std::int32_t ONE = LENGTH * LENGTH;
    // Less than any cosine: the words cannot be compared.
    static constexpr std::int32_t UNKNOWN = std::numeric_limits<std::int32_t>::min();

    WordVectors() = default;
    // The row of each word, negative for a word without a vector; the rows; and whether a word's
    // vector counts only in references.
    WordVectors(Indices row_of_word, std::span<const std::int16_t> values, std::size_t dimensions,
                std::span<const std::uint8_t> only_in_references, const Spelling& spelling,
                const LeastCosines& least)
        : row_of_word_(row_of_word), values_(values), dimensions_(dimensions),
          only_in_references_(only_in_references), spelling_(spelling),
          least_(whole(least.anywhere)), least_beside_(whole(least.beside)) {}

    // The same vectors, where words match anywhere as they would beside a match.
    WordVectors all_beside() const {
        WordVectors vectors = *this;
        vectors.least_ = least_beside_;
        vectors.only_nearest_ = false;
        return vectors;
    }

    std::int32_t least() const { return least_; }
    std::int32_t least_beside() const { return least_beside_; }
    // Whether a word matches only the words most similar to it.
    bool only_nearest() const { return only_nearest_; }

    // Everything known about a word.
    struct Word {
        const std::int16_t* vector;  // or null
        bool is_doubtful;
        Indices letters;
    };
    Word word(std::int32_t number) const {
        const std::int32_t row = row_of_word_[number];
        return {row < 0 ? nullptr : values_.data() + row * dimensions_,
                row < 0 || only_in_references_[number], spelling_.of(number)};
    }

    // The cosine of a hypothesis word and a reference word, in whole numbers.
    std::int32_t cosine(const Word& word, const Word& other) const {
        if ((word.is_doubtful || other.is_doubtful) &&
            are_spelt_alike(word.letters, other.letters)) {
            return ONE;
        }
        if (!have_vectors(word, other)) return UNKNOWN;
        return std::min(ONE, product(word.vector, other.vector));
    }
    std::int32_t cosine(std::int32_t word, std::int32_t other) const {
        return cosine(this->word(word), this->word(other));
    }
    // The cosines of a hypothesis word and several reference words, which takes less time.
    void cosines(const Word& word, std::span<const Word* const> others, std::int32_t* found) const {
        std::size_t k = 0;
        while (k < others.size()) {
            const auto some = others.subspan(k, std::min(AT_ONCE, others.size() - k));
            const auto is_sound = [](const Word* other) { return !other->is_doubtful; };
            if (some.size() == AT_ONCE && !word.is_doubtful &&
                std::ranges::all_of(some, is_sound)) {
                products(word.vector, some, found + k);
            } else {
                for (std::size_t i = 0; i < some.size(); ++i) found[k + i] = cosine(word, *some[i]);
            }
            k += some.size();
        }
    }
    // Whether they have a cosine.
    bool are_comparable(const Word& word, const Word& other) const {
        return have_vectors(word, other) || cosine(word, other) == ONE;
    }

    // Whether a hypothesis word can be similar to any other.
    bool knows(std::int32_t word) const {
        const Word known = this->word(word);
        return !known.is_doubtful || !known.letters.empty();
    }

    // Every word must have an entry, and no vector may be so long that a product overflows.
    void check(std::int32_t words) const {
        const std::size_t known = std::min(row_of_word_.size(), only_in_references_.size());
        if (known < static_cast<std::size_t>(words)) {
            throw InputError("there are vectors for " + std::to_string(known) + " of " +
                             std::to_string(words) + " words");
        }
        spelling_.check(words);
        const std::size_t rows = dimensions_ == 0 ? 0 : values_.size() / dimensions_;
        for (const std::int32_t row : row_of_word_) {
            if (row < 0 || static_cast<std::size_t>(row) < rows) continue;
            throw InputError("a word has vector " + std::to_string(row) + " of " +
                             std::to_string(rows));
        }
        for (std::size_t row = 0; row < rows; ++row) {
            std::int64_t squares = 0;
            for (const std::int16_t value : values_.subspan(row * dimensions_, dimensions_)) {
                squares += std::int64_t{value} * value;
            }
            if (squares > 4 * std::int64_t{ONE}) {
                throw InputError("vector " + std::to_string(row) + " is too long");
            }
        }
    }

private:
    static std::int32_t whole(double cosine) {
        if (!(0 < cosine && cosine <= 1)) throw InputError("the least cosine must be in (0, 1]");
        return static_cast<std::int32_t>(std::ceil(cosine * ONE));
    }

    static bool have_vectors(const Word& word, const Word& other) {
        return !word.is_doubtful && other.vector != nullptr;
    }

    std::int32_t product(const std::int16_t* one, const std::int16_t* other) const {
        std::int32_t sum = 0;
        for (std::size_t k = 0; k < dimensions_; ++k) {
            sum += std::int32_t{one[k]} * std::int32_t{other[k]};
        }
        return sum;
    }

    static constexpr std::size_t AT_ONCE = 4;

    void products(const std::int16_t* one, std::span<const Word* const> others,
                  std::int32_t* found) const {
        const std::int16_t *first = others[0]->vector, *second = others[1]->vector,
                           *third = others[2]->vector, *fourth = others[3]->vector;
        std::int32_t a = 0, b = 0, c = 0, d = 0;
        for (std::size_t k = 0; k < dimensions_; ++k) {
            a += std::int32_t{one[k]} * std::int32_t{first[k]};
            b += std::int32_t{one[k]} * std::int32_t{second[k]};
            c += std::int32_t{one[k]} * std::int32_t{third[k]};
            d += std::int32_t{one[k]} * std::int32_t{fourth[k]};
        }
        found[0] = std::min(ONE, a);
        found[1] = std::min(ONE, b);
        found[2] = std::min(ONE, c);
        found[3] = std::min(ONE, d);
    }

    Indices row_of_word_;
    std::span<const std::int16_t> values_;
    std::size_t dimensions_ = 0;
    std::span<const std::uint8_t> only_in_references_;
    Spelling spelling_;
    std::int32_t least_ = ONE, least_beside_ = ONE;
    bool only_nearest_ = true;
};

}  // namespace wordorder
