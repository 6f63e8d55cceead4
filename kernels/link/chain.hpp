// The probability of each link between a stretch of words and another sentence: a chain of words.
//
// Each word has at most one partner. Every pair has a factor, and so has every word without a
// partner. The distance from the partner of the last word that has one has a factor, too; the
// partners right before and behind the stretch are certain. The probability of all partners
// together is proportional to the product of their factors; that of one link is a sum over
// everything else, by the forward-backward algorithm (Rabiner 1989). With fitted logarithms of the
// factors this is a linear-chain conditional random field (Blunsom and Cohn 2006, for word
// alignment).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "link/jumps.hpp"

namespace wordorder {

class LinkChain {
public:
    // Takes the factors by kind of jump.
    explicit LinkChain(const Jumps::Factors& jumps) : jumps_(jumps) {}

    // Sets the ascending places of the words to link with; the caller must keep them.
    void set_others(std::span<const std::int32_t> places) {
        places_ = places;
        width_ = BlockedJumps::padded(places.size());
        ahead_.set(places, jumps_, 1);
        back_.set(places, jumps_, -1);
    }
    // The number of values in a row of pairs: the other words, then zeros.
    std::size_t width() const { return width_; }

    // The places of the partners right before and behind the stretch.
    struct Ends { std::int32_t before, behind; };

    // Writes a probability for each pair. `pairs` has a row of factors for each word, 0 for an
    // impossible pair; `unlinked` has the factors of no partner, above 0.
    void find(const double* pairs, std::span<const double> unlinked, const Ends& ends,
              double* probabilities) {
        if (unlinked.empty() || width_ == 0) return;
        start(unlinked.size(), ends);
        for (std::size_t i = 0; i < unlinked.size(); ++i) step(i, pairs + i * width_, unlinked[i]);
        end(ends);
        for (std::size_t i = unlinked.size(); i-- > 0;) {
            step_back(i, pairs + i * width_, unlinked[i], probabilities + i * width_);
        }
    }

private:
    void start(std::size_t words, const Ends& ends) {
        reached_.resize(words * width_);
        sums_.resize(words);
        shares_.assign(width_, 0);
        waiting_ = 1;
        from_start_.assign(width_, 0);
        after_.assign(width_, 0);
        pair_shares_.resize(width_);
        for (std::size_t p = 0; p < places_.size(); ++p) {
            from_start_[p] = jumps_(places_[p] - ends.before);
            after_[p] = jumps_(ends.behind - places_[p]);
        }
    }

    void step(std::size_t i, const double* pairs, double unlinked) {
        double* const __restrict reached = reached_.data() + i * width_;
        double* const __restrict shares = shares_.data();
        for (std::size_t p = 0; p < width_; ++p) reached[p] = waiting_ * from_start_[p];
        if (i > 0) ahead_.add(shares, reached);
        waiting_ *= unlinked;
        for (std::size_t p = 0; p < width_; ++p) {
            shares[p] = shares[p] * unlinked + pairs[p] * reached[p];
        }
        // Shares of 1 replace products, which would become too small or too large.
        sums_[i] = waiting_ + sum(shares);
        const double scale = 1 / sums_[i];
        waiting_ *= scale;
        for (std::size_t p = 0; p < width_; ++p) shares[p] *= scale;
    }

    void end(const Ends& ends) {
        for (std::size_t p = 0; p < width_; ++p) pair_shares_[p] = shares_[p] * after_[p];
        const double no_partners = waiting_ * jumps_(ends.behind - ends.before);
        const double scale = 1 / (no_partners + sum(pair_shares_.data()));
        for (std::size_t p = 0; p < width_; ++p) after_[p] *= scale;
    }

    void step_back(std::size_t i, const double* pairs, double unlinked, double* probabilities) {
        const double* const __restrict reached = reached_.data() + i * width_;
        double* const __restrict shares = pair_shares_.data();
        double* const __restrict after = after_.data();
        const double scale = 1 / sums_[i], kept = unlinked * scale;
        for (std::size_t p = 0; p < width_; ++p) {
            shares[p] = pairs[p] * scale * after[p];
            probabilities[p] = shares[p] * reached[p];
            after[p] *= kept;
        }
        if (i > 0) back_.add(shares, after);
    }

    // In parts that do not wait for each other.
    double sum(const double* values) const {
        static_assert(BlockedJumps::BLOCK % 4 == 0);
        std::array<double, 4> parts{};
        for (std::size_t p = 0; p < width_; p += 4) {
            for (std::size_t k = 0; k < 4; ++k) parts[k] += values[p + k];
        }
        return (parts[0] + parts[1]) + (parts[2] + parts[3]);
    }

    Jumps jumps_;
    BlockedJumps ahead_, back_;  // to a place, and from it
    std::span<const std::int32_t> places_;
    std::size_t width_ = 0;
    double waiting_ = 0;           // share of chains in which no word has a partner so far
    std::vector<double> shares_;   // of chains with their last partner at each place
    std::vector<double> reached_;  // a row for each word: what reaches each place from before
    std::vector<double> sums_;     // of each word
    std::vector<double> after_;    // what follows from each place behind a word
    std::vector<double> from_start_, pair_shares_;
};

}  // namespace wordorder
