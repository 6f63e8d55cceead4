// The number of k-anticipated target words.
#pragma once

#include <cstdint>
#include <vector>

#include "links.hpp"

namespace wordorder {

class AnticipationCounter {
public:
    // Adds to counts[i] the target words that are ks[i]-anticipated; returns the linked ones. To
    // scale, places in the target count as if it were as long as the source.
    std::int64_t count(const Links& links, Indices ks, bool to_scale, std::int64_t* counts) {
        const std::int64_t n = to_scale ? links.source_length : 1;
        const std::int64_t m = to_scale ? links.target_length : 1;
        targets_.number(links.targets);
        // Links are sorted by source, so the last one of a target has its last source word.
        last_.resize(targets_.size());
        for (std::size_t k = 0; k < links.size(); ++k) last_[targets_.of_link(k)] = links.sources[k];
        for (std::size_t target = 0; target < targets_.size(); ++target) {
            const std::int64_t ahead = last_[target] * m - targets_.word(target) * n;
            for (std::size_t i = 0; i < ks.size(); ++i) counts[i] += ahead >= ks[i] * m;
        }
        return std::ssize(last_);
    }

private:
    LinkedWords targets_;
    std::vector<std::int32_t> last_;
};

}  // namespace wordorder
