// The probability of each link between words without obvious partners.
//
// The geometric mean over two chains, from the hypothesis to the reference and back: both must
// agree (Liang, Taskar and Klein 2006). Obvious links are certain parts of the chains and cut them
// into independent stretches.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rows.hpp"
#include "link/chain.hpp"
#include "link/linkable_words.hpp"
#include "link/model.hpp"
#include "link/obvious_links.hpp"
#include "link/open_pairs.hpp"

namespace wordorder {

class LinkProbabilities {
public:
    explicit LinkProbabilities(const LinkWeights& weights) : chain_(exponentials(weights.jumps)) {}

    void find(const LinkableWords& words, const ObviousLinks& obvious, const OpenWords& rows,
              const OpenWords& columns, const OpenPairs& pairs) {
        const std::size_t width = run(
            rows, columns, obvious.of_rows(), words.columns().size(),
            [&](std::size_t a, std::size_t b) { return pairs.from_row(a, b); },
            [&](std::size_t a) { return pairs.unlinked_row(a); }, forwards_);
        const std::size_t height = run(
            columns, rows, obvious.of_columns(), words.rows().size(),
            [&](std::size_t b, std::size_t a) { return pairs.from_column(a, b); },
            [&](std::size_t b) { return pairs.unlinked_column(b); }, backwards_);
        squares_.resize(rows.size() * columns.size());
        double* square = squares_.data();
        for (std::size_t a = 0; a < rows.size(); ++a) {
            for (std::size_t b = 0; b < columns.size(); ++b) {
                *square++ = forwards_[a * width + b] * backwards_[b * height + a];
            }
        }
    }

    // The squares of the probabilities, a row for each open word of the hypothesis.
    std::span<const double> squares() const { return squares_; }

private:
    static Jumps::Factors exponentials(Jumps::Factors logarithms) {
        for (double& value : logarithms) value = std::exp(value);
        return logarithms;
    }

    // Writes the probabilities of words with others; returns the width of their rows.
    template <class Factor, class Unlinked>
    std::size_t run(const OpenWords& words, const OpenWords& others, Indices partners,
                    std::size_t all_others, const Factor& factor, const Unlinked& unlinked,
                    std::vector<double>& probabilities) {
        chain_.set_others(others.numbers());
        const std::size_t width = chain_.width();
        factors_.assign(words.size() * width, 0);
        unlinked_.resize(words.size());
        probabilities.resize(words.size() * width);
        for (std::size_t a = 0; a < words.size(); ++a) {
            for (std::size_t b = 0; b < others.size(); ++b) factors_[a * width + b] = factor(a, b);
            unlinked_[a] = unlinked(a);
        }
        std::size_t first = 0, end = 0;  // of a stretch
        std::int32_t before = -1;
        const auto run_stretch = [&](std::int32_t behind) {
            chain_.find(factors_.data() + first * width,
                        std::span(unlinked_).subspan(first, end - first), {before, behind},
                        probabilities.data() + first * width);
            first = end;
            before = behind;
        };
        for (const std::int32_t partner : partners) {
            if (partner == ObviousLinks::NONE) {
                ++end;
            } else {
                run_stretch(partner);
            }
        }
        run_stretch(static_cast<std::int32_t>(all_others));
        return width;
    }

    LinkChain chain_;
    std::vector<double> factors_, unlinked_, forwards_, backwards_, squares_;
};

}  // namespace wordorder
