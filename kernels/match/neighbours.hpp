// Words matched beside a match, because their vectors are a little similar.
//
// A match vouches for its neighbours: two unmatched words right before or right behind it need less
// similarity than words elsewhere, and two words between the same two matches need none. The most
// similar pair comes first, then the leftmost. Words matched this way vouch for no others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "match/candidates.hpp"
#include "match/problem.hpp"

namespace wordorder {

class MatchNeighbours {
public:
    explicit MatchNeighbours(const MatchData& data)
        : vectors_(data.vectors), worth_(2 * data.weights[Stage::vectors]) {}

    // The chosen matches and those beside them, by their place in the hypothesis.
    const std::vector<Match>& with_chosen(Indices hypothesis, Indices reference,
                                          const std::vector<Match>& matches,
                                          const std::vector<std::int32_t>& chosen) {
        all_.clear();
        for (const std::int32_t number : chosen) all_.push_back(matches[number]);
        if (worth_ == 0) return all_;
        mark_matched(hypothesis.size(), reference.size());
        pairs_.clear();
        const std::int32_t least = vectors_.least_beside();
        for (const Match& match : all_) {
            consider(match.hypothesis - 1, match.reference - 1, hypothesis, reference, least);
            consider(match.hypothesis_end(), match.reference_end(), hypothesis, reference, least);
        }
        for (std::size_t k = 1; k < all_.size(); ++k) {
            const std::int32_t i = all_[k - 1].hypothesis_end(), j = all_[k - 1].reference_end();
            const bool is_between = all_[k].hypothesis == i + 1 && all_[k].reference == j + 1;
            if (is_between) consider(i, j, hypothesis, reference, WordVectors::UNKNOWN + 1);
        }
        if (!pairs_.empty()) take_pairs();
        return all_;
    }

private:
    struct Pair {
        std::int32_t cosine;
        std::int32_t hypothesis, reference;
    };

    void mark_matched(std::size_t hypothesis_words, std::size_t reference_words) {
        hypothesis_matched_.assign(hypothesis_words, false);
        reference_matched_.assign(reference_words, false);
        for (const Match& match : all_) {
            for (std::int32_t i = match.hypothesis; i < match.hypothesis_end(); ++i) {
                hypothesis_matched_[i] = true;
            }
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                reference_matched_[j] = true;
            }
        }
    }

    void consider(std::int32_t i, std::int32_t j, Indices hypothesis, Indices reference,
                  std::int32_t least) {
        if (i < 0 || i >= std::ssize(hypothesis) || hypothesis_matched_[i]) return;
        if (j < 0 || j >= std::ssize(reference) || reference_matched_[j]) return;
        const std::int32_t cosine = vectors_.cosine(hypothesis[i], reference[j]);
        if (cosine >= least) pairs_.push_back({cosine, i, j});
    }

    void take_pairs() {
        std::ranges::sort(pairs_, [](const Pair& a, const Pair& b) {
            return std::tuple(-a.cosine, a.hypothesis, a.reference) <
                   std::tuple(-b.cosine, b.hypothesis, b.reference);
        });
        for (const Pair& pair : pairs_) {
            if (hypothesis_matched_[pair.hypothesis] || reference_matched_[pair.reference]) {
                continue;
            }
            hypothesis_matched_[pair.hypothesis] = reference_matched_[pair.reference] = true;
            all_.push_back({pair.hypothesis, pair.reference, 1, 1, worth_, Stage::vectors});
        }
        std::ranges::sort(
            all_, [](const Match& a, const Match& b) { return a.hypothesis < b.hypothesis; });
    }

    WordVectors vectors_;
    std::int64_t worth_;
    std::vector<Match> all_;
    std::vector<Pair> pairs_;
    std::vector<bool> hypothesis_matched_, reference_matched_;
};

}  // namespace wordorder
