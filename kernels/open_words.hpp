// The words of a sentence that have no obvious partner.
#pragma once

#include <cstdint>
#include <vector>

#include "links.hpp"
#include "obvious_links.hpp"

namespace wordorder {

class OpenWords {
public:
    static constexpr std::int32_t NONE = -1;

    // Takes the obvious partners of all words that could have one.
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
    // Their numbers among all words that could have a partner, rising.
    Indices numbers() const { return numbers_; }
    // Which of the open words a word is, or NONE.
    std::int32_t of_word(std::size_t word) const { return of_word_[word]; }

private:
    std::vector<std::int32_t> numbers_, of_word_;
};

}  // namespace wordorder
