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
    using Factors = std::array<double, KINDS>;

    static std::size_t kind(std::ptrdiff_t distance) {
        const std::ptrdiff_t size = std::abs(distance);
        const std::ptrdiff_t step = size <= 3 ? size : size < FAR ? 4 : 5;
        return static_cast<std::size_t>(5 + (distance < 0 ? -step : step));
    }

    // The factors of the same jumps the other way round.
    static Factors turned(Factors factors) {
        std::reverse(factors.begin(), factors.end());
        return factors;
    }

    // Adds to each place what comes to it from all places, each times the factor of the jump. All
    // far jumps have one factor, so that running sums do for them.
    static void add(const Factors& factors, std::span<const double> from, std::span<double> to) {
        const std::ptrdiff_t places = std::ssize(from);
        double before = 0, behind = 0;
        for (std::ptrdiff_t p = FAR; p < places; ++p) {
            to[p] += factors.back() * (before += from[p - FAR]);
        }
        for (std::ptrdiff_t p = places - FAR - 1; p >= 0; --p) {
            to[p] += factors.front() * (behind += from[p + FAR]);
        }
        for (std::ptrdiff_t distance = 1 - FAR; distance < FAR; ++distance) {
            const double factor = factors[kind(distance)];
            const std::ptrdiff_t end = std::min(places, places + distance);
            for (std::ptrdiff_t p = std::max<std::ptrdiff_t>(0, distance); p < end; ++p) {
                to[p] += factor * from[p - distance];
            }
        }
    }

private:
    static constexpr std::ptrdiff_t FAR = 8;
};

class LinkChain {
public:
    explicit LinkChain(const Jumps::Factors& jumps) : jumps_(jumps), turned_(Jumps::turned(jumps)) {}

    // Writes a probability for each pair. `pairs` has the factors of each word with each of the
    // others, a row for each word; 0 for a pair that cannot be. `unlinked` has those of no partner,
    // above 0.
    //
    // Factors of pairs are from e^-250 to e^250, of no partner from e^-100 to e^100, of jumps from
    // e^-50 to e^50. Then no sum is 0 or infinite: two values of `after_` differ by one jump, thus by
    // a factor of e^100 at most.
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
            const auto reached = places(reached_, i);
            for (std::size_t j = 0; j < others; ++j) {
                probabilities[i * others + j] = row[j] * reached[j + 1] * after_[j + 1] / sums_[i];
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
        reached_.assign(words * places_, 0);
        sums_.assign(words, 0);
        after_.assign(places_, 0);
        ahead_.assign(places_, 0);
    }

    std::span<double> places(std::vector<double>& rows, std::size_t i) const {
        return std::span(rows).subspan(i * places_, places_);
    }

    void forward(std::size_t i, std::span<const double> row, double unlinked) {
        const auto now = places(before_, i), next = places(before_, i + 1);
        const auto reached = places(reached_, i);
        Jumps::add(jumps_, now, reached);
        next[0] = now[0] * unlinked;
        for (std::size_t p = 1; p < places_; ++p) {
            next[p] = now[p] * unlinked + row[p - 1] * reached[p];
        }
        // Shares of 1 in place of products, which would become too small or too large.
        sums_[i] = std::accumulate(next.begin(), next.end(), 0.0);
        for (double& share : next) share /= sums_[i];
    }

    void end() {
        const auto last = places(before_, sums_.size());
        double sum = 0;
        for (std::size_t p = 0; p < places_; ++p) {
            after_[p] = jumps_[Jumps::kind(static_cast<std::ptrdiff_t>(places_ - p))];
            sum += last[p] * after_[p];
        }
        for (double& value : after_) value /= sum;
    }

    void backward(std::span<const double> row, double unlinked, double sum) {
        for (std::size_t p = 1; p < places_; ++p) ahead_[p] = row[p - 1] * after_[p];
        for (double& value : after_) value *= unlinked;
        Jumps::add(turned_, ahead_, after_);
        for (double& value : after_) value /= sum;
    }

    Jumps::Factors jumps_, turned_;
    std::size_t places_ = 0;
    std::vector<double> before_;   // a row for each word: where the chain stands before it
    std::vector<double> reached_;  // a row for each word: from there to each place
    std::vector<double> sums_;
    std::vector<double> after_, ahead_;
};

}  // namespace wordorder
