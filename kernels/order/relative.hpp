// The order of a system relative to a reference, whose groups have free inner order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/rows.hpp"

namespace wordorder {

class RelativeOrder {
public:
    // Reads the system's order from left to right and appends each word's rank in the reference.
    // Members of a group, which share `group_starts`, get its ranks in the order of the system.
    void append(Ranks system, Ranks group_starts, std::vector<std::int32_t>& ranks) {
        const std::size_t n = system.size();
        order_.resize(n);
        for (std::size_t word = 0; word < n; ++word) {
            order_[system[word]] = static_cast<std::int32_t>(word);
        }
        seen_.assign(n, 0);
        for (const std::int32_t word : order_) {
            const std::int32_t start = group_starts[word];
            ranks.push_back(start + seen_[start]++);
        }
    }

private:
    std::vector<std::int32_t> order_, seen_;
};

// Where the reference has no groups, its ranks are the group starts.
inline std::vector<std::int32_t> relative_rows(const Rows& systems, const Rows& group_starts) {
    const auto complain = [](std::size_t row, const std::string& what) {
        throw InputError("row " + std::to_string(row) + ": " + what);
    };
    RelativeOrder relative;
    std::vector<std::int32_t> ranks;
    std::vector<bool> seen;
    for (std::size_t row = 0; row < systems.size(); ++row) {
        const Ranks starts = group_starts[row];
        if (!is_permutation(systems[row], seen)) complain(row, "the system has no permutation");
        for (const std::int32_t start : starts) {
            if (start < 0 || start >= std::ssize(starts)) {
                complain(row, "a group start is outside the row");
            }
        }
        const std::size_t begin = ranks.size();
        relative.append(systems[row], starts, ranks);
        const Ranks made{ranks.data() + begin, starts.size()};
        if (!is_permutation(made, seen)) complain(row, "the groups of the reference overlap");
    }
    return ranks;
}

}  // namespace wordorder
