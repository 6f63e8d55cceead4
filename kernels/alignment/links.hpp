// Word alignments as ragged rows of links, and tools that their algorithms share.
//
// Link k of a row joins source word sources[k] with target word targets[k]. The links of a row are
// sorted by (source, target) and distinct. Every kernel relies on this, so it is checked once,
// here, before any of them sees a row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/pair_key.hpp"
#include "core/rows.hpp"

namespace wordorder {

// No word has a larger index. Below 2^30, so that two indices and a mark fit one 64-bit key.
inline constexpr std::int64_t LARGEST_WORD = (std::int64_t{1} << 30) - 2;

// Without a text, a single link must not imply a sentence of 2^30 words.
inline constexpr std::int64_t MOST_INFERRED_WORDS = 1'000'000;

struct Links {
    Indices sources, targets;
    std::int32_t source_length, target_length;

    std::size_t size() const { return sources.size(); }
};

class AlignmentRows {
public:
    struct Known {};  // tags links made by a kernel

    AlignmentRows(Indices sources, Indices targets, Offsets offsets, Indices source_lengths,
                  Indices target_lengths)
        : AlignmentRows(Known{}, sources, targets, offsets, source_lengths, target_lengths) {
        for (std::size_t row = 0; row < size(); ++row) check(row);
    }

    // For links that are known to be sorted, unique and inside their sentences.
    AlignmentRows(Known, Indices sources, Indices targets, Offsets offsets, Indices source_lengths,
                  Indices target_lengths)
        : sources_(sources, offsets), targets_(targets, offsets), source_lengths_(source_lengths),
          target_lengths_(target_lengths) {
        if (source_lengths.size() != size() || target_lengths.size() != size()) {
            throw InputError("there are " + std::to_string(size()) + " rows of links, but " +
                             std::to_string(source_lengths.size()) + " source and " +
                             std::to_string(target_lengths.size()) + " target lengths");
        }
    }

    std::size_t size() const { return sources_.size(); }
    const Offsets& offsets() const { return sources_.offsets(); }

    // Where the links of all rows begin and end.
    std::size_t first_link() const { return offsets()[0]; }
    std::size_t end_of_links() const { return offsets()[size()]; }

    Links operator[](std::size_t row) const {
        return {sources_[row], targets_[row], source_lengths_[row], target_lengths_[row]};
    }

    // Of an array with an entry for each link, the entries for a row's links; empty if the array
    // is.
    template <class T>
    std::span<const T> part(std::span<const T> of_links, std::size_t row) const {
        return of_links.empty() ? of_links : sources_.part(of_links, row);
    }

    // `count` rows from `first`, which must exist.
    AlignmentRows slice(std::size_t first, std::size_t count) const {
        AlignmentRows found = *this;
        found.sources_ = sources_.slice(first, count);
        found.targets_ = targets_.slice(first, count);
        found.source_lengths_ = source_lengths_.subspan(first, count);
        found.target_lengths_ = target_lengths_.subspan(first, count);
        return found;
    }

private:
    void check(std::size_t row) const {
        const Links links = (*this)[row];
        if (std::min(links.source_length, links.target_length) < 0 ||
            std::max(links.source_length, links.target_length) > LARGEST_WORD + 1) {
            complain(row, "lengths " + lengths(links) + " are not between 0 and 2^30 - 1");
        }
        bool inside = true, sorted = true;
        for (std::size_t k = 0; k < links.size(); ++k) {
            inside &= 0 <= links.sources[k] && links.sources[k] < links.source_length &&
                      0 <= links.targets[k] && links.targets[k] < links.target_length;
            sorted &= k == 0 || links.sources[k - 1] < links.sources[k] ||
                      (links.sources[k - 1] == links.sources[k] &&
                       links.targets[k - 1] < links.targets[k]);
        }
        if (!inside) complain_about_outside(row, links);
        if (!sorted) complain(row, "links must be sorted by source, then target, without repeats");
    }

    static std::string lengths(const Links& links) {
        return std::to_string(links.source_length) + " and " + std::to_string(links.target_length);
    }

    [[noreturn]] static void complain_about_outside(std::size_t row, const Links& links) {
        std::size_t k = 0;
        while (0 <= links.sources[k] && links.sources[k] < links.source_length &&
               0 <= links.targets[k] && links.targets[k] < links.target_length) {
            ++k;
        }
        complain(row, "link " + std::to_string(links.sources[k]) + "-" +
                          std::to_string(links.targets[k]) + " lies outside sentences of " +
                          lengths(links) + " words");
    }

    [[noreturn]] static void complain(std::size_t row, const std::string& what) {
        throw InputError("row " + std::to_string(row) + ": " + what);
    }

    Rows sources_, targets_;
    Indices source_lengths_, target_lengths_;
};

// Words close together, as in most sentences, are counted rather than sorted.
struct WordRange {
    std::int32_t least = 0;
    std::size_t words = 0;

    explicit WordRange(Indices given) {
        if (given.empty()) return;
        std::int32_t most = least = given[0];
        for (const std::int32_t word : given) {
            least = std::min(least, word);
            most = std::max(most, word);
        }
        words = static_cast<std::size_t>(most - least) + 1;
    }

    bool is_dense(std::size_t given) const { return words <= 4 * given; }
};

// The ranks of words; equal words rank in the order given.
class RankedWords {
public:
    void rank(Indices words) {
        ranks_.resize(words.size());
        equal_pairs_ = 0;
        const WordRange range(words);
        if (!range.is_dense(words.size())) return rank_by_sorting(words);
        before_.assign(range.words + 1, 0);
        for (const std::int32_t word : words) equal_pairs_ += before_[word - range.least + 1]++;
        std::int32_t sum = 0;
        for (std::int32_t& before : before_) before = sum += before;
        for (std::size_t k = 0; k < words.size(); ++k) {
            ranks_[k] = before_[words[k] - range.least]++;
        }
    }

    Indices ranks() const { return ranks_; }
    std::int64_t equal_pairs() const { return equal_pairs_; }

private:
    void rank_by_sorting(Indices words) {
        keys_.clear();
        for (std::size_t k = 0; k < words.size(); ++k) {
            keys_.push_back(pair_key(words[k], static_cast<std::int32_t>(k)));
        }
        sort_keys(keys_);
        std::int64_t equal = 0;
        for (std::size_t rank = 0; rank < keys_.size(); ++rank) {
            ranks_[second_of(keys_[rank])] = static_cast<std::int32_t>(rank);
            const bool again = rank > 0 && first_of(keys_[rank]) == first_of(keys_[rank - 1]);
            equal = again ? equal + 1 : 0;
            equal_pairs_ += equal;
        }
    }

    std::vector<std::int32_t> ranks_, before_;  // before_: number of smaller words
    std::vector<std::uint64_t> keys_;
    std::int64_t equal_pairs_ = 0;
};

// The linked words of one side, numbered in order without gaps: words between them never matter,
// and sentences may be far longer than their number of links.
class LinkedWords {
public:
    // `words` in any order, with repeats.
    void number(Indices words) {
        number_.resize(words.size());
        const WordRange range(words);
        if (!range.is_dense(words.size())) return number_by_sorting(words);
        place_.assign(range.words, 0);
        for (const std::int32_t word : words) place_[word - range.least] = 1;
        words_.resize(range.words);
        std::int32_t size = 0;
        for (std::size_t i = 0; i < range.words; ++i) {
            const std::int32_t linked = place_[i];
            words_[size] = range.least + static_cast<std::int32_t>(i);
            place_[i] = size;
            size += linked;
        }
        words_.resize(size);
        for (std::size_t k = 0; k < words.size(); ++k) number_[k] = place_[words[k] - range.least];
    }

    // `words` in ascending order, with repeats.
    void number_ascending(Indices words) {
        number_.resize(words.size());
        words_.resize(words.size());
        std::int32_t last = -1;
        for (std::size_t k = 0; k < words.size(); ++k) {
            last += static_cast<std::int32_t>(k == 0 || words[k] != words[k - 1]);
            words_[last] = words[k];
            number_[k] = last;
        }
        words_.resize(last + 1);
    }

    std::size_t size() const { return words_.size(); }
    std::int32_t word(std::size_t number) const { return words_[number]; }
    Indices words() const { return words_; }
    // The number of the word of link k.
    std::int32_t of_link(std::size_t k) const { return number_[k]; }

private:
    void number_by_sorting(Indices words) {
        words_.assign(words.begin(), words.end());
        std::ranges::sort(words_);
        words_.erase(std::ranges::unique(words_).begin(), words_.end());
        for (std::size_t k = 0; k < words.size(); ++k) {
            const auto found = std::ranges::lower_bound(words_, words[k]);
            number_[k] = static_cast<std::int32_t>(found - words_.begin());
        }
    }

    std::vector<std::int32_t> number_, words_, place_;
};

}  // namespace wordorder
