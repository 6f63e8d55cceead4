// How similar the meanings of two words are: the cosine of their vectors.
//
// The vectors have whole numbers, so that a cosine depends neither on the order of a sum nor on the
// machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "links.hpp"

namespace wordorder {

class WordVectors {
public:
    // Of each vector, give or take what rounding adds.
    static constexpr std::int32_t LENGTH = 1 << 13;

    WordVectors() = default;
    // The row of each word, negative for a word without a vector, and the rows; the least cosine of
    // two words that match, and of two that match beside a match.
    WordVectors(Indices row_of_word, std::span<const std::int16_t> values, std::size_t dimensions,
                double least, double least_beside)
        : row_of_word_(row_of_word), values_(values), dimensions_(dimensions),
          least_(whole(least)), least_beside_(whole(least_beside)) {}

    // The same vectors, where words match anywhere that would do so beside a match.
    WordVectors all_beside() const {
        WordVectors vectors = *this;
        vectors.least_ = least_beside_;
        return vectors;
    }

    // Null if a word has none.
    const std::int16_t* of(std::int32_t word) const {
        const std::int32_t row = row_of_word_[word];
        return row < 0 ? nullptr : values_.data() + row * dimensions_;
    }

    double cosine(const std::int16_t* one, const std::int16_t* other) const {
        return std::min(1.0, static_cast<double>(product(one, other)) / ONE);
    }
    bool are_similar(const std::int16_t* one, const std::int16_t* other) const {
        return product(one, other) >= least_;
    }
    bool are_similar_beside(const std::int16_t* one, const std::int16_t* other) const {
        return product(one, other) >= least_beside_;
    }

    // Every word must have its entry, and no vector may be so long that a product overflows.
    void check(std::int32_t words) const {
        if (row_of_word_.size() < static_cast<std::size_t>(words)) {
            throw InputError("there are vectors for " + std::to_string(row_of_word_.size()) + " of " +
                             std::to_string(words) + " words");
        }
        const std::size_t rows = dimensions_ == 0 ? 0 : values_.size() / dimensions_;
        for (const std::int32_t row : row_of_word_) {
            if (row < 0 || static_cast<std::size_t>(row) < rows) continue;
            throw InputError("a word has vector " + std::to_string(row) + " of " +
                             std::to_string(rows));
        }
        for (std::size_t row = 0; row < rows; ++row) {
            std::int64_t squares = 0;
            for (const std::int16_t value : values_.subspan(row * dimensions_, dimensions_)) {
                squares += std::int32_t{value} * std::int32_t{value};
            }
            if (squares > 4 * ONE) throw InputError("vector " + std::to_string(row) + " is too long");
        }
    }

private:
    // A cosine of 1.
    static constexpr std::int64_t ONE = std::int64_t{LENGTH} * LENGTH;

    static std::int64_t whole(double cosine) {
        if (!(0 < cosine && cosine <= 1)) throw InputError("a least cosine must be in (0, 1]");
        return static_cast<std::int64_t>(std::ceil(cosine * ONE));
    }

    std::int32_t product(const std::int16_t* one, const std::int16_t* other) const {
        std::int32_t sum = 0;
        for (std::size_t k = 0; k < dimensions_; ++k) {
            sum += std::int32_t{one[k]} * std::int32_t{other[k]};
        }
        return sum;
    }

    Indices row_of_word_;
    std::span<const std::int16_t> values_;
    std::size_t dimensions_ = 0;
    std::int64_t least_ = ONE, least_beside_ = ONE;
};

}  // namespace wordorder
