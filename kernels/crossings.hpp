// How many pairs of links cross.
#pragma once

#include <cstdint>
#include <vector>

#include "inversions.hpp"
#include "links.hpp"

namespace wordorder {

struct CrossingCounts {
    std::int64_t crossing, pairs;  // pairs: those that differ on both sides
};

class CrossingCounter {
public:
    CrossingCounts count(const Links& links) {
        const std::int64_t k = std::ssize(links.sources);
        const auto pairs = [](std::int64_t n) { return n * (n - 1) / 2; };
        std::int64_t differing = pairs(k), run = 0;
        for (std::size_t i = 0; i < links.size(); ++i) {
            run = i > 0 && links.sources[i] == links.sources[i - 1] ? run + 1 : 0;
            differing -= run;  // the links before it that share its source word
        }
        differing -= rank_targets(links);
        return {static_cast<std::int64_t>(inversions(ranks_, buffer_)), differing};
    }

private:
    // Links are sorted by (source, target), so a crossing is an inversion of the targets; equal
    // targets are ranked in this order and do not count. Returns the pairs that share a target.
    std::int64_t rank_targets(const Links& links) {
        keys_.clear();
        for (std::size_t i = 0; i < links.size(); ++i) {
            keys_.push_back(pair_key(links.targets[i], static_cast<std::int32_t>(i)));
        }
        sorter_.sort(keys_);
        ranks_.resize(keys_.size());
        std::int64_t sharing = 0, run = 0;
        for (std::size_t rank = 0; rank < keys_.size(); ++rank) {
            ranks_[second_of(keys_[rank])] = static_cast<std::int32_t>(rank);
            run = rank > 0 && first_of(keys_[rank]) == first_of(keys_[rank - 1]) ? run + 1 : 0;
            sharing += run;
        }
        return sharing;
    }

    WordSorter sorter_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::int32_t> ranks_, buffer_;
};

}  // namespace wordorder
