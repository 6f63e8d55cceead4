// The heads of sentences with their children.
#pragma once

#include <cstdint>
#include <vector>

#include "rows.hpp"

namespace wordorder {

// The units of every head, in source order, as one list.
class UnitLists {
public:
    // Heads count from 0 within their sentence, -1 for the root, and form a projective tree.
    explicit UnitLists(const Rows& heads) {
        const std::size_t words = heads.values().size();
        begins_.assign(words + 1, 0);
        for_each_unit(heads, [this](std::size_t head, std::int32_t) { ++begins_[head + 1]; });
        for (std::size_t word = 0; word < words; ++word) begins_[word + 1] += begins_[word];
        units_.resize(begins_[words]);
        std::vector<std::int64_t> ends(begins_.begin(), begins_.end() - 1);
        for_each_unit(heads, [&](std::size_t head, std::int32_t unit) { units_[ends[head]++] = unit; });
    }

    std::int64_t begin(std::size_t head) const { return begins_[head]; }
    std::int64_t end(std::size_t head) const { return begins_[head + 1]; }
    std::size_t count(std::size_t head) const { return end(head) - begin(head); }
    // Units count within their sentence.
    Ranks of(std::size_t head) const {
        return {units_.data() + begin(head), count(head)};
    }
    const std::vector<std::int32_t>& all() const { return units_; }

private:
    template <class Visit>
    static void for_each_unit(const Rows& heads, Visit&& visit) {
        for (std::size_t row = 0; row < heads.size(); ++row) {
            const Ranks own = heads[row];
            const std::int64_t begin = heads.offsets()[row];
            for (std::int32_t word = 0; word < std::ssize(own); ++word) {
                visit(begin + word, word);
                if (own[word] >= 0) visit(begin + own[word], word);
            }
        }
    }

    std::vector<std::int64_t> begins_;
    std::vector<std::int32_t> units_;
};

}  // namespace wordorder
