// The number of crossing pairs of links.
#pragma once

#include <cstdint>
#include <vector>

#include "alignment/links.hpp"
#include "order/inversions.hpp"

namespace wordorder {

struct CrossingCounts {
    std::int64_t crossing, pairs;  // pairs: of links that differ on both sides
};

class CrossingCounter {
public:
    CrossingCounts count(const Links& links) {
        const std::int64_t k = std::ssize(links.sources);
        const auto pairs = [](std::int64_t n) { return n * (n - 1) / 2; };
        std::int64_t differing = pairs(k), run = 0;
        for (std::size_t i = 0; i < links.size(); ++i) {
            run = i > 0 && links.sources[i] == links.sources[i - 1] ? run + 1 : 0;
            differing -= run;  // earlier links of the same source word
        }
        // Links are sorted by (source, target), so crossings are inversions of the targets; equal
        // targets are ranked in that order and add none.
        targets_.rank(links.targets);
        differing -= targets_.equal_pairs();
        return {static_cast<std::int64_t>(inversions(targets_.ranks(), buffer_)), differing};
    }

private:
    RankedWords targets_;
    std::vector<std::int32_t> buffer_;
};

}  // namespace wordorder
