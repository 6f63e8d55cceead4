// Transposed links. Sorted rows give sorted rows, so nothing is checked again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment/links.hpp"

namespace wordorder {

// The links of each row by target: the place of each among all links.
class Transposer {
public:
    void append(const AlignmentRows& rows, std::size_t row, std::vector<std::int64_t>& order) {
        const std::int64_t begin = rows.offsets()[row];
        const std::size_t before = order.size();
        // Links are sorted by source, so equal targets keep their sources in order.
        targets_.rank(rows[row].targets);
        order.resize(before + targets_.ranks().size());
        std::int64_t link = begin;
        for (const std::int32_t rank : targets_.ranks()) order[before + rank] = link++;
    }

private:
    RankedWords targets_;
};

}  // namespace wordorder
