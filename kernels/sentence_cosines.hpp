// The cosines of the words of a sentence pair, each of two different words found once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "links.hpp"
#include "word_vectors.hpp"

namespace wordorder {

class SentenceCosines {
public:
    // Of larger pairs, which take too much memory, nothing is kept: 512 words each.
    static constexpr std::size_t MOST_PAIRS = 1 << 18;

    explicit SentenceCosines(const WordVectors& vectors) : vectors_(vectors) {}

    void set(Indices hypothesis, Indices reference) {
        hypothesis_ = hypothesis;
        reference_ = reference;
        are_kept_ = hypothesis.size() * reference.size() <= MOST_PAIRS;
        if (!are_kept_) return;
        find_firsts(hypothesis, first_rows_);
        find_firsts(reference, first_columns_);
        found_.assign(hypothesis.size() * reference.size(), NOT_YET);
    }

    bool are_kept() const { return are_kept_; }

    // Of a word of the hypothesis and one of the reference, by their places.
    std::int32_t at(std::size_t i, std::size_t j) {
        if (!are_kept_) return vectors_.cosine(hypothesis_[i], reference_[j]);
        std::int32_t& found = found_[first_rows_[i] * reference_.size() + first_columns_[j]];
        if (found == NOT_YET) found = vectors_.cosine(hypothesis_[i], reference_[j]);
        return found;
    }

private:
    static constexpr std::int32_t NOT_YET = std::numeric_limits<std::int32_t>::max();

    // Where each word occurs first.
    static void find_firsts(Indices words, std::vector<std::size_t>& firsts) {
        firsts.resize(words.size());
        for (std::size_t k = 0; k < words.size(); ++k) {
            firsts[k] = std::find(words.begin(), words.begin() + k, words[k]) - words.begin();
        }
    }

    WordVectors vectors_;
    Indices hypothesis_, reference_;
    bool are_kept_ = false;
    std::vector<std::size_t> first_rows_, first_columns_;
    std::vector<std::int32_t> found_;
};

}  // namespace wordorder
