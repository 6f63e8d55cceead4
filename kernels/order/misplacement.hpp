// Words outside the longest increasing subsequence, and their distances from their places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/validate.hpp"

namespace wordorder {

class Misplacement {
public:
    // Sets shifts[i] for each position i: 0 for a word in place; otherwise the number of words in
    // place on its wrong side, negative if it stands too far left. That is never 0: the word would
    // make the subsequence longer.
    void find(Ranks ranks, std::int32_t* shifts) {
        measure_from_each(ranks);
        choose_in_place(ranks);
        std::size_t before = 0;  // words in place
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (before < in_place_.size() && in_place_[before] == ranks[i]) {
                shifts[i] = 0;
                ++before;
            } else {
                const auto wanted = std::ranges::lower_bound(in_place_, ranks[i]);
                shifts[i] = static_cast<std::int32_t>(static_cast<std::ptrdiff_t>(before) -
                                                      (wanted - in_place_.begin()));
            }
        }
    }

private:
    // The length of the longest increasing subsequence that starts at each position, by patience
    // sorting from the right.
    void measure_from_each(Ranks ranks) {
        from_.resize(ranks.size());
        tails_.clear();
        for (std::size_t i = ranks.size(); i-- > 0;) {
            const auto tail = std::ranges::lower_bound(tails_, -ranks[i]);
            from_[i] = tail - tails_.begin() + 1;
            if (tail == tails_.end()) {
                tails_.push_back(-ranks[i]);
            } else {
                *tail = -ranks[i];
            }
        }
    }

    // The ranks of the subsequence whose positions are lexicographically first.
    void choose_in_place(Ranks ranks) {
        in_place_.clear();
        auto wanted = std::ssize(tails_);
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (from_[i] == wanted && (in_place_.empty() || ranks[i] > in_place_.back())) {
                in_place_.push_back(ranks[i]);
                --wanted;
            }
        }
    }

    std::vector<std::ptrdiff_t> from_;
    std::vector<std::int32_t> tails_, in_place_;
};

}  // namespace wordorder
