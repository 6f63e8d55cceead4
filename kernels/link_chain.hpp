// How likely each word of a sentence is linked with each word of another: a chain of words.
//
// Each word has one partner, or none. What speaks for a pair is its factor, and what speaks for no
// partner that of the word. Besides, a partner stands somewhere from the partner of the word before
// (of the last one with a partner; the first word starts before the other sentence, and the last one
// goes on to its end), and each distance has its factor. The probability of all partners together is
// proportional to the product of all factors; that of one link is a sum over everything else, by
// the forward-backward algorithm (Rabiner 1989). With fitted logarithms of the factors it is a
// linear-chain conditional random field (Blunsom and Cohn 2006, for word alignment).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>

namespace wordorder {

// Distances count alone up to 3 words, then together up to 7, and beyond: backwards, none, forwards.
class Jumps {
public:
    static constexpr std::size_t KINDS = 11;

    static std::size_t kind(std::ptrdiff_t distance) {
        const std::ptrdiff_t size = std::abs(distance);
        const std::ptrdiff_t step = size <= 3 ? size : size <= 7 ? 4 : 5;
        return static_cast<std::size_t>(5 + (distance < 0 ? -step : step));
    }
};

class LinkChain {
public:
    // The factors of the kinds of jumps.
    explicit LinkChain(const std::array<double, Jumps::KINDS>& jumps) : jumps_(jumps) {}

    // Writes a probability for each pair. `pairs` has the factors of each word with each of the
    // others, a row for each word; 0 for a pair that cannot be. `unlinked` has those of no partner,
    // above 0.
    void find(std::span<const double> pairs, std::span<const double> unlinked, std::size_t others,
              std::span<double> probabilities) {
        const std::size_t words = unlinked.size();
        if (words == 0 || others == 0) return;
        set(words, others);
        for (std::size_t i = 0; i < words; ++i) {
            forward(i, pairs.subspan(i * others, others), unlinked[i]);
        }
        end();
        for (std::size_t i = words; i-- > 0;) {
            const auto row = pairs.subspan(i * others, others);
            for (std::size_t j = 0; j < others; ++j) {
                probabilities[i * others + j] = row[j] * reached_[i * others + j] * after_[j + 1] / sums_[i];
            }
            backward(row, unlinked[i], sums_[i]);
        }
    }

private:
    // Place 0 is before the others, place p is the one of number p - 1.
    void set(std::size_t words, std::size_t others) {
        places_ = others + 1;
        before_.assign((words + 1) * places_, 0);
        before_[0] = 1;
        reached_.assign(words * others, 0);
        sums_.assign(words, 0);
        after_.assign(places_, 0);
        factors_.resize(2 * others + 1);  // of distances from -others on
        for (std::size_t k = 0; k < factors_.size(); ++k) {
            factors_[k] = jumps_[Jumps::kind(static_cast<std::ptrdiff_t>(k) -
                                             static_cast<std::ptrdiff_t>(others))];
        }
    }

    // The factor of a jump from place p to the places from 1 on.
    const double* from(std::size_t place) const { return factors_.data() + places_ - place; }

    void forward(std::size_t i, std::span<const double> row, double unlinked) {
        const std::size_t others = places_ - 1;
        const double* const now = before_.data() + i * places_;
        double* const next = before_.data() + (i + 1) * places_;
        double* const reached = reached_.data() + i * others;
        for (std::size_t p = 0; p < places_; ++p) {
            const double share = now[p];
            const double* const factors = from(p);
            for (std::size_t j = 0; j < others; ++j) reached[j] += share * factors[j];
        }
        next[0] = now[0] * unlinked;
        for (std::size_t j = 0; j < others; ++j) {
            next[j + 1] = now[j + 1] * unlinked + row[j] * reached[j];
        }
        // Shares of 1 in place of products, which would become too small or too large.
        sums_[i] = std::accumulate(next, next + places_, 0.0);
        for (std::size_t p = 0; p < places_; ++p) next[p] /= sums_[i];
    }

    void end() {
        const double* const last = before_.data() + before_.size() - places_;
        double sum = 0;
        for (std::size_t p = 0; p < places_; ++p) {
            after_[p] = jumps_[Jumps::kind(static_cast<std::ptrdiff_t>(places_ - p))];
            sum += last[p] * after_[p];
        }
        for (double& value : after_) value /= sum;
    }

    void backward(std::span<const double> row, double unlinked, double sum) {
        const std::size_t others = places_ - 1;
        ahead_.resize(others);
        for (std::size_t j = 0; j < others; ++j) ahead_[j] = row[j] * after_[j + 1];
        for (std::size_t p = 0; p < places_; ++p) {
            const double* const factors = from(p);
            double found = after_[p] * unlinked;
            for (std::size_t j = 0; j < others; ++j) found += factors[j] * ahead_[j];
            after_[p] = found / sum;
        }
    }

    std::array<double, Jumps::KINDS> jumps_;
    std::size_t places_ = 0;
    std::vector<double> factors_;
    std::vector<double> before_;   // a row for each word: where the chain stands before it
    std::vector<double> reached_;  // a row for each word: from there to each of the others
    std::vector<double> sums_;
    std::vector<double> after_, ahead_;
};

}  // namespace wordorder
