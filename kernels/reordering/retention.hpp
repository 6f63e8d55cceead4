// Whether a translation keeps the reorderings of a reference.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "alignment/links.hpp"
#include "core/pair_key.hpp"

namespace wordorder {

// The outcome for a reordering. Python uses the same numbers (reorderings/retention_result.py).
enum class Fate : std::int8_t { unjudgeable = -1, lost = 0, order = 1, shifted = 2, phrase = 3 };

// The first and last source words of A and B; words that the reference leaves unlinked do not
// count.
struct Blocks { std::int32_t a_first, a_last, b_first, b_last; };

// The hull of the targets of any stretch of words, in O(1) after O(n log n).
class TargetHulls {
public:
    // The words that `reference` links, with their targets in `translation`.
    void build(const Links& reference, const Links& translation) {
        words_.clear();
        for (const std::int32_t source : reference.sources) {
            if (words_.empty() || words_.back() != source) words_.push_back(source);
        }
        low_.assign(1, std::vector<std::int32_t>(words_.size(), NO_TARGET));
        high_.assign(1, std::vector<std::int32_t>(words_.size(), -1));
        std::size_t word = 0;
        for (std::size_t k = 0; k < translation.size(); ++k) {
            while (word < words_.size() && words_[word] < translation.sources[k]) ++word;
            if (word == words_.size()) break;
            if (words_[word] != translation.sources[k]) continue;
            low_[0][word] = std::min(low_[0][word], translation.targets[k]);
            high_[0][word] = std::max(high_[0][word], translation.targets[k]);
        }
        for (std::size_t width = 1; 2 * width <= words_.size(); width *= 2) {
            double_width(low_, width, [](auto a, auto b) { return std::min(a, b); });
            double_width(high_, width, [](auto a, auto b) { return std::max(a, b); });
        }
    }

    struct Hull {
        std::int32_t low, high;
        bool empty() const { return high < 0; }
    };

    // The hull of the words from source word `first` to `last`.
    Hull of(std::int32_t first, std::int32_t last) const {
        const auto begin = std::ranges::lower_bound(words_, first) - words_.begin();
        const auto end = std::ranges::upper_bound(words_, last) - words_.begin();
        if (begin >= end) return {NO_TARGET, -1};
        const auto level = std::bit_width(static_cast<std::size_t>(end - begin)) - 1;
        const auto other = end - (std::ptrdiff_t{1} << level);
        return {std::min(low_[level][begin], low_[level][other]),
                std::max(high_[level][begin], high_[level][other])};
    }

private:
    static constexpr std::int32_t NO_TARGET = std::numeric_limits<std::int32_t>::max();
    using Levels = std::vector<std::vector<std::int32_t>>;  // by stretches of 1, 2, 4, … words

    template <class Better>
    static void double_width(Levels& levels, std::size_t width, Better better) {
        const std::vector<std::int32_t>& half = levels.back();
        std::vector<std::int32_t> whole(half.size() - width);
        for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = better(half[i], half[i + width]);
        levels.push_back(std::move(whole));
    }

    std::vector<std::int32_t> words_;
    Levels low_, high_;
};

class RetentionJudge {
public:
    // `moved`: pairs of first and last source words of the translation's own reorderings;
    // `phrases`: the same for the decoder's phrases.
    void read(const Links& reference, const Links& translation, Indices moved, Indices phrases) {
        hulls_.build(reference, translation);
        sort_pairs(moved, moved_);
        sort_pairs(phrases, phrases_);
    }

    Fate judge(const Blocks& blocks) const {
        if (in_one_phrase(blocks)) return Fate::phrase;
        const TargetHulls::Hull a = hulls_.of(blocks.a_first, blocks.a_last);
        const TargetHulls::Hull b = hulls_.of(blocks.b_first, blocks.b_last);
        if (a.empty() || b.empty()) return Fate::unjudgeable;
        if (b.high < a.low) return Fate::order;
        return moved_nearby(blocks) ? Fate::shifted : Fate::lost;
    }

private:
    static void sort_pairs(Indices pairs, std::vector<std::uint64_t>& keys) {
        keys.clear();
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
            keys.push_back(pair_key(pairs[i], pairs[i + 1]));
        }
        sort_keys(keys);
    }

    // Phrases do not overlap, so only the last one that begins before A can cover both.
    bool in_one_phrase(const Blocks& blocks) const {
        const std::uint64_t latest =
            pair_key(blocks.a_first, std::numeric_limits<std::int32_t>::max());
        const auto behind = std::ranges::upper_bound(phrases_, latest);
        return behind != phrases_.begin() && second_of(*(behind - 1)) >= blocks.b_last;
    }

    bool moved_nearby(const Blocks& blocks) const {
        static constexpr std::array<std::int32_t, 3> SHIFTS{-1, 0, 1};
        return std::ranges::any_of(SHIFTS, [&](std::int32_t shift) {
            const std::int32_t first = blocks.a_first + shift, last = blocks.b_last + shift;
            return first >= 0 && std::ranges::binary_search(moved_, pair_key(first, last));
        });
    }

    TargetHulls hulls_;
    std::vector<std::uint64_t> moved_, phrases_;
};

}  // namespace wordorder
