// Links made out of others that are known to be in order: what comes out is in order, too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "links.hpp"

namespace wordorder {

// The links of each row by their targets: where each has been among all links.
class Transposer {
public:
    void append(const AlignmentRows& rows, std::size_t row, std::vector<std::int64_t>& order) {
        const Links links = rows[row];
        const std::int64_t begin = rows.offsets()[row];
        keys_.clear();
        // Links are sorted by source, so their places sort those of a target.
        for (std::size_t k = 0; k < links.size(); ++k) {
            keys_.push_back(pair_key(links.targets[k], static_cast<std::int32_t>(k)));
        }
        sorter_.sort(keys_);
        for (const std::uint64_t key : keys_) order.push_back(begin + second_of(key));
    }

private:
    WordSorter sorter_;
    std::vector<std::uint64_t> keys_;
};

}  // namespace wordorder
