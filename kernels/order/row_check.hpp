// Checks of rows that claim to be permutations, and of the groups of their words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rows.hpp"

namespace wordorder {

class PermutationRowCheck {
public:
    // `group_starts` has the first place of each word's group, or the word's own rank.
    void check(std::size_t row, Ranks ranks, std::optional<Ranks> group_starts) {
        if (!is_permutation(ranks, seen_)) {
            const std::vector<std::int64_t> wide(ranks.begin(), ranks.end());
            complain(row, describe_defect(wide, 0));
        }
        if (group_starts && !are_groups(ranks, *group_starts)) {
            complain(row, "the group starts do not divide the places into groups of neighbours");
        }
    }

private:
    // Each place begins a group or continues that of the place before.
    bool are_groups(Ranks ranks, Ranks group_starts) {
        start_at_.resize(ranks.size());
        for (std::size_t word = 0; word < ranks.size(); ++word) {
            start_at_[ranks[word]] = group_starts[word];
        }
        for (std::int32_t place = 0; place < std::ssize(start_at_); ++place) {
            const bool goes_on = place > 0 && start_at_[place] == start_at_[place - 1];
            if (!goes_on && start_at_[place] != place) return false;
        }
        return true;
    }

    [[noreturn]] static void complain(std::size_t row, const std::string& what) {
        throw InputError("row " + std::to_string(row) + ": " + what);
    }

    std::vector<bool> seen_;
    std::vector<std::int32_t> start_at_;
};

// One for each value, even before the first row and behind the last one.
inline void check_group_starts(const Rows& rows, std::optional<Ranks> group_starts) {
    if (group_starts && group_starts->size() != rows.values().size()) {
        throw InputError("there are " + std::to_string(rows.values().size()) + " values, but " +
                         std::to_string(group_starts->size()) + " group starts");
    }
}

}  // namespace wordorder
