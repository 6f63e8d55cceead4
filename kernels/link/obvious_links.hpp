// Matches of the search that need no weighing.
//
// A match of two words is obvious if at least two of these hold:
//   - the words before them are matched with each other,
//   - the words behind them are,
//   - it is the same word on both sides, and not a frequent one,
//   - it crosses no other match for which one of these three holds.
// Phrases do not count. Neighbours are counted among the words that could have a partner.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rows.hpp"
#include "link/linkable_words.hpp"
#include "match/candidates.hpp"
#include "match/problem.hpp"

namespace wordorder {

class ObviousLinks {
public:
    static constexpr std::int32_t NONE = -1;

    // `chosen` are sorted by their place in the hypothesis and share no words. `frequent` has a
    // flag for each word of the vocabulary.
    void find(const LinkableWords& words, Indices hypothesis, const std::vector<Match>& chosen,
              std::span<const std::uint8_t> frequent) {
        links_.clear();
        for (const Match& match : chosen) {
            if (match.stage == Stage::paraphrase) continue;
            const bool is_rare =
                match.stage == Stage::exact && !frequent[hypothesis[match.hypothesis]];
            links_.push_back({words.row(match.hypothesis), words.column(match.reference), is_rare});
        }
        count_neighbours();
        count_uncrossed(words.columns().size());
        of_rows_.assign(words.rows().size(), NONE);
        of_columns_.assign(words.columns().size(), NONE);
        for (const Link& link : links_) {
            if (link.signs < 2) continue;
            of_rows_[link.row] = link.column;
            of_columns_[link.column] = link.row;
        }
    }

    // The columns of rows, and the rows of columns; or NONE.
    Indices of_rows() const { return of_rows_; }
    Indices of_columns() const { return of_columns_; }

private:
    struct Link {
        std::int32_t row, column;
        std::int32_t signs;  // how many of the four hold
    };

    void count_neighbours() {
        for (std::size_t k = 1; k < links_.size(); ++k) {
            Link &before = links_[k - 1], &link = links_[k];
            if (link.row != before.row + 1 || link.column != before.column + 1) continue;
            ++before.signs;
            ++link.signs;
        }
    }

    // Earlier links must have smaller columns, and later ones larger columns.
    void count_uncrossed(std::size_t columns) {
        leftmost_behind_.resize(links_.size());
        auto leftmost = static_cast<std::int32_t>(columns);
        for (std::size_t k = links_.size(); k-- > 0;) {
            leftmost_behind_[k] = leftmost;
            if (links_[k].signs > 0) leftmost = std::min(leftmost, links_[k].column);
        }
        std::int32_t rightmost = NONE;
        for (std::size_t k = 0; k < links_.size(); ++k) {
            auto& [row, column, signs] = links_[k];
            const bool is_uncrossed = rightmost < column && column < leftmost_behind_[k];
            if (signs > 0) rightmost = std::max(rightmost, column);
            signs += is_uncrossed;
        }
    }

    std::vector<Link> links_;
    std::vector<std::int32_t>
        leftmost_behind_;  // of the columns of links with a sign behind each link
    std::vector<std::int32_t> of_rows_, of_columns_;
};

// The words of a sentence that have no obvious partner.
class OpenWords {
public:
    static constexpr std::int32_t NONE = -1;

    // `partners` holds the obvious partner of each word that could have one.
    void set(Indices partners) {
        numbers_.clear();
        of_word_.assign(partners.size(), NONE);
        for (std::size_t word = 0; word < partners.size(); ++word) {
            if (partners[word] != ObviousLinks::NONE) continue;
            of_word_[word] = static_cast<std::int32_t>(numbers_.size());
            numbers_.push_back(static_cast<std::int32_t>(word));
        }
    }

    std::size_t size() const { return numbers_.size(); }
    // Their numbers among all words that could have a partner, ascending.
    Indices numbers() const { return numbers_; }
    // The number of a word among the open words, or NONE.
    std::int32_t of_word(std::size_t word) const { return of_word_[word]; }

private:
    std::vector<std::int32_t> numbers_, of_word_;
};

}  // namespace wordorder
