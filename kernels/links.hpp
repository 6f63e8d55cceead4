// Word alignments as ragged rows of links, and what their algorithms share.
//
// Link k of a row joins source word sources[k] with target word targets[k]. The links of a row are
// sorted by (source, target) and differ from each other; every kernel relies on that, so it is
// checked here, once, before any of them sees a row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rows.hpp"

namespace wordorder {

using Indices = std::span<const std::int32_t>;

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
    struct Known {};  // as what a kernel has made is

    AlignmentRows(Indices sources, Indices targets, Offsets offsets, Indices source_lengths,
                  Indices target_lengths)
        : AlignmentRows(Known{}, sources, targets, offsets, source_lengths, target_lengths) {
        for (std::size_t row = 0; row < size(); ++row) check(row);
    }

    // For links that are known to be sorted, unique and inside their sentences.
    AlignmentRows(Known, Indices sources, Indices targets, Offsets offsets, Indices source_lengths,
                  Indices target_lengths)
        : sources_(sources, offsets), targets_(targets, offsets),
          source_lengths_(source_lengths), target_lengths_(target_lengths) {
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

    // Of something that there is for each link: that of the links of a row; nothing of nothing.
    template <class T>
    std::span<const T> part(std::span<const T> of_links, std::size_t row) const {
        return of_links.empty() ? of_links : sources_.part(of_links, row);
    }

    // `count` rows from `first` on, which there must be.
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

// Two numbers in one, ordered like the pair. Both are at least 0.
inline std::uint64_t pair_key(std::int32_t first, std::int32_t second) {
    return static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(second);
}
inline std::int32_t first_of(std::uint64_t key) { return static_cast<std::int32_t>(key >> 32); }
inline std::int32_t second_of(std::uint64_t key) { return static_cast<std::int32_t>(key); }

inline void sort_keys(std::vector<std::uint64_t>& keys) {
    if (!std::is_sorted(keys.begin(), keys.end())) std::sort(keys.begin(), keys.end());
}

// Sorts keys whose second numbers ascend: by counting where their first numbers, which are words,
// lie close together, as in most sentences.
class WordSorter {
public:
    void sort(std::vector<std::uint64_t>& keys) {
        if (std::is_sorted(keys.begin(), keys.end())) return;
        const auto [first, last] = std::minmax_element(keys.begin(), keys.end());
        const std::int32_t least = first_of(*first);
        const std::size_t words = first_of(*last) - least + 1;
        if (words > 4 * keys.size()) return std::sort(keys.begin(), keys.end());
        before_.assign(words + 1, 0);
        for (const std::uint64_t key : keys) ++before_[first_of(key) - least + 1];
        for (std::size_t word = 1; word < words; ++word) before_[word] += before_[word - 1];
        sorted_.resize(keys.size());
        for (const std::uint64_t key : keys) sorted_[before_[first_of(key) - least]++] = key;
        keys.swap(sorted_);
    }

private:
    std::vector<std::int32_t> before_;  // keys of lesser words
    std::vector<std::uint64_t> sorted_;
};

// The linked words of one side, numbered without gaps in their order: what lies between two linked
// words never matters, and sentences may be far longer than their links are many.
class LinkedWords {
public:
    // `words` in any order, with repeats.
    void number(Indices words) {
        keys_.clear();
        for (std::size_t k = 0; k < words.size(); ++k) {
            keys_.push_back(pair_key(words[k], static_cast<std::int32_t>(k)));
        }
        sorter_.sort(keys_);
        number_.resize(words.size());
        words_.clear();
        for (const std::uint64_t key : keys_) {
            if (words_.empty() || words_.back() != first_of(key)) words_.push_back(first_of(key));
            number_[second_of(key)] = static_cast<std::int32_t>(words_.size() - 1);
        }
    }

    std::size_t size() const { return words_.size(); }
    std::int32_t word(std::size_t number) const { return words_[number]; }
    Indices words() const { return words_; }
    // The number of the word of link k.
    std::int32_t of_link(std::size_t k) const { return number_[k]; }

private:
    WordSorter sorter_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::int32_t> number_, words_;
};

}  // namespace wordorder
