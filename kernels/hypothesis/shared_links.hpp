// The orders of the source words that two translations and the reference all have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/rows.hpp"
#include "hypothesis/rest_scores.hpp"

namespace wordorder {

// Each row holds the place of every source word in a translation, negative for a missing word.
// Words at the same place keep the order of the source.
class SharedLinks {
public:
    SharedLinks(const Request& request, const Checkpoint& checkpoint)
        : pace_(checkpoint), scores_(request, checkpoint) {}

    // All rows have the same length.
    void set(std::span<const Indices> translations, Indices reference) {
        translations_ = translations;
        reference_ = reference;
        scores_.clear();
        orders_.resize(translations.size());
        for (std::size_t t = 0; t < translations.size(); ++t) sort(translations[t], orders_[t]);
        sort(reference, reference_order_);
        pace_.step((translations.size() + 1) * reference.size());
    }

    std::pair<std::int32_t, std::int32_t> compare(std::size_t first, std::size_t second) {
        rank_.assign(reference_.size(), NONE);
        std::int32_t rank = 0;
        for (const std::int32_t word : reference_order_) {
            if (translations_[first][word] >= 0 && translations_[second][word] >= 0) {
                rank_[word] = rank++;
            }
        }
        const std::int32_t rest = add(orders_[first]);
        return {rest, add(orders_[second])};
    }

    const RestScores& scores() const { return scores_; }
    std::int32_t words_to_compare() const { return static_cast<std::int32_t>(reference_.size()); }

private:
    static constexpr std::int32_t NONE = -1;

    static void sort(Indices places, std::vector<std::int32_t>& order) {
        order.clear();
        for (std::size_t word = 0; word < places.size(); ++word) {
            if (places[word] >= 0) order.push_back(static_cast<std::int32_t>(word));
        }
        std::ranges::stable_sort(
            order, [&](std::int32_t a, std::int32_t b) { return places[a] < places[b]; });
    }

    std::int32_t add(const std::vector<std::int32_t>& order) {
        ranks_.clear();
        for (const std::int32_t word : order) {
            if (rank_[word] != NONE) ranks_.push_back(rank_[word]);
        }
        pace_.step(order.size());
        return scores_.add(ranks_);
    }

    Pace pace_;
    RestScores scores_;
    std::span<const Indices> translations_;
    Indices reference_;
    std::vector<std::vector<std::int32_t>> orders_;
    std::vector<std::int32_t> reference_order_, rank_, ranks_;
};

}  // namespace wordorder
