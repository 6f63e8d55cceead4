// Words that are spelt alike: they differ by one letter at most.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/rows.hpp"

namespace wordorder {

// Whether at most one letter is changed or missing, or two neighbours are swapped. Words without
// letters are like no others.
inline bool are_spelt_alike(Indices shorter, Indices longer) {
    if (shorter.size() > longer.size()) std::swap(shorter, longer);
    if (shorter.empty() || longer.size() > shorter.size() + 1) return false;
    const auto end = shorter.end();
    const auto [a, b] = std::mismatch(shorter.begin(), end, longer.begin());
    if (a == end) return true;
    if (longer.size() > shorter.size()) return std::equal(a, end, b + 1);
    if (std::equal(a + 1, end, b + 1)) return true;
    return end - a > 1 && a[0] == b[1] && a[1] == b[0] && std::equal(a + 2, end, b + 2);
}

// The letters of each word of the vocabulary; none for words too short to compare.
class Spelling {
public:
    Spelling() = default;
    explicit Spelling(const Rows& letters) : letters_(letters) {}

    Indices of(std::int32_t word) const { return (*letters_)[word]; }

    void check(std::int32_t words) const {
        const std::size_t known = letters_ ? letters_->size() : 0;
        if (known >= static_cast<std::size_t>(words)) return;
        throw InputError("there are letters of " + std::to_string(known) + " of " +
                         std::to_string(words) + " words");
    }

private:
    std::optional<Rows> letters_;
};

}  // namespace wordorder
