// The number of k-anticipated target words.
#pragma once

#include <cstdint>
#include <vector>

#include "links.hpp"

namespace wordorder {

class AnticipationCounter {
public:
    // Adds to counts[i] the target words that are ks[i]-anticipated, and to scaled[i] those that are
    // if places in the target count as if it were as long as the source. Returns the linked ones.
    std::int64_t count(const Links& links, Indices ks, std::int64_t* counts, std::int64_t* scaled) {
        find_last_sources(links);
        const std::int64_t n = links.source_length, m = links.target_length;
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const std::int64_t source = sources_[i], target = targets_[i];
            const std::int64_t ahead = source - target, stretched = source * m - target * n;
            for (std::size_t j = 0; j < ks.size(); ++j) {
                counts[j] += ahead >= ks[j];
                scaled[j] += stretched >= ks[j] * m;
            }
        }
        return std::ssize(targets_);
    }

private:
    // The linked target words, and the last source word of each: that of its last link, as links are
    // sorted by source.
    void find_last_sources(const Links& links) {
        numbers_.number(links.targets);
        targets_ = numbers_.words();
        sources_.resize(targets_.size());
        for (std::size_t k = 0; k < links.size(); ++k) sources_[numbers_.of_link(k)] = links.sources[k];
    }

    LinkedWords numbers_;
    Indices targets_;
    std::vector<std::int32_t> sources_;
};

}  // namespace wordorder
