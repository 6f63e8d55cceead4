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
#include <span>
#include <vector>

namespace wordorder {

// Distances count alone up to 3 words, then together up to 7, and beyond: backwards, none, forwards.
class Jumps {
public:
    static constexpr std::size_t KINDS = 11;
    using Factors = std::array<double, KINDS>;
    static constexpr std::size_t FAR = 8;  // words, from where on all distances are alike

    static std::size_t kind(std::ptrdiff_t distance) {
        const auto size = static_cast<std::size_t>(std::abs(distance));
        const std::size_t step = size <= 3 ? size : size < FAR ? 4 : 5;
        return distance < 0 ? 5 - step : 5 + step;
    }
};

class LinkChain {
public:
    using Factors = Jumps::Factors;

    // The factors of the kinds of jumps.
    explicit LinkChain(const Factors& jumps) : ahead_(jumps), back_(jumps) {
        std::reverse(back_.begin(), back_.end());
    }

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
        end(words);
        for (std::size_t i = words; i-- > 0;) {
            backward(i, pairs.subspan(i * others, others), unlinked[i],
                     probabilities.subspan(i * others, others));
        }
    }

private:
    static constexpr std::size_t MARGIN = Jumps::FAR - 1;

    // Place 0 is before the others, place p is the one of number p - 1. Zeros around the places
    // spare the loops their ends.
    void set(std::size_t words, std::size_t others) {
        places_ = others + 1;
        width_ = places_ + 2 * MARGIN;
        before_.assign((words + 1) * width_, 0);
        row(0)[0] = 1;
        reached_.assign(words * places_, 0);
        sums_.assign(words, 0);
        after_.assign(places_, 0);
        shares_.assign(width_, 0);
        fours_.assign(width_, 0);
    }

    // Where the chain stands before a word.
    double* row(std::size_t word) { return before_.data() + word * width_ + MARGIN; }

    // Adds to each place what comes to it from all places: their shares, times the factors of the
    // jumps from them to it.
    void jump(const double* shares, const Factors& factors, double* __restrict places) {
        double* const __restrict fours = fours_.data() + MARGIN;  // four shares each, from a place on
        const auto end = static_cast<std::ptrdiff_t>(places_);
        for (std::ptrdiff_t p = -static_cast<std::ptrdiff_t>(MARGIN); p < end + 4; ++p) {
            fours[p] = (shares[p] + shares[p + 1]) + (shares[p + 2] + shares[p + 3]);
        }
        for (std::ptrdiff_t p = 0; p < end; ++p) {
            double sum = factors[1] * fours[p + 4] + factors[9] * fours[p - 7];
            for (std::ptrdiff_t k = 0; k < 7; ++k) sum += factors[k + 2] * shares[p + 3 - k];
            places[p] += sum;
        }
        double before = 0, behind = 0;  // the two sums do not wait for each other
        for (std::size_t k = 0; k + Jumps::FAR < places_; ++k) {
            before += shares[k];
            behind += shares[places_ - 1 - k];
            places[k + Jumps::FAR] += before * factors.back();
            places[places_ - 1 - Jumps::FAR - k] += behind * factors.front();
        }
    }

    void forward(std::size_t i, std::span<const double> pairs, double unlinked) {
        const double* const now = row(i);
        double* const next = row(i + 1);
        double* const reached = reached_.data() + i * places_;
        jump(now, ahead_, reached);
        next[0] = now[0] * unlinked;
        for (std::size_t p = 1; p < places_; ++p) {
            next[p] = now[p] * unlinked + pairs[p - 1] * reached[p];
        }
        // Shares of 1 in place of products, which would become too small or too large.
        sums_[i] = sum(next);
        const double scale = 1 / sums_[i];
        for (std::size_t p = 0; p < places_; ++p) next[p] *= scale;
    }

    // In four parts, which do not wait for each other. Behind the places are zeros.
    double sum(const double* values) const {
        std::array<double, 4> parts{};
        for (std::size_t p = 0; p < places_; p += 4) {
            for (std::size_t k = 0; k < 4; ++k) parts[k] += values[p + k];
        }
        return (parts[0] + parts[1]) + (parts[2] + parts[3]);
    }

    void end(std::size_t words) {
        const double* const last = row(words);
        double sum = 0;
        for (std::size_t p = 0; p < places_; ++p) {
            after_[p] = ahead_[Jumps::kind(static_cast<std::ptrdiff_t>(places_ - p))];
            sum += last[p] * after_[p];
        }
        for (double& value : after_) value /= sum;
    }

    void backward(std::size_t i, std::span<const double> pairs, double unlinked,
                  std::span<double> probabilities) {
        const double* const reached = reached_.data() + i * places_;
        double* const shares = shares_.data() + MARGIN;
        const double scale = 1 / sums_[i];
        for (std::size_t p = 1; p < places_; ++p) {
            shares[p] = pairs[p - 1] * scale * after_[p];
            probabilities[p - 1] = shares[p] * reached[p];
        }
        for (double& value : after_) value *= unlinked * scale;
        jump(shares, back_, after_.data());
    }

    Factors ahead_, back_;  // of jumps from before a place to it, and of those from it
    std::size_t places_ = 0, width_ = 0;
    std::vector<double> before_;   // a row for each word
    std::vector<double> reached_;  // a row for each word: what comes to each place from there
    std::vector<double> sums_;
    std::vector<double> after_, shares_, fours_;
};

}  // namespace wordorder
