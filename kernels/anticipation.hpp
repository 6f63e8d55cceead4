// How many target words stand so far before a source word of theirs (S5.7).
#pragma once

#include <cstdint>
#include <vector>

#include "links.hpp"

namespace wordorder {

class AnticipationCounter {
public:
    // Adds to counts[i] the target words that are ks[i]-anticipated; returns the linked ones.
    std::int64_t count(const Links& links, Indices ks, std::int64_t* counts) {
        targets_.number(links.targets);
        // Links are sorted by source, so the last one of a target has its last source word.
        last_.resize(targets_.size());
        for (std::size_t k = 0; k < links.size(); ++k) last_[targets_.of_link(k)] = links.sources[k];
        for (std::size_t target = 0; target < targets_.size(); ++target) {
            const std::int32_t ahead = last_[target] - targets_.word(target);
            for (std::size_t i = 0; i < ks.size(); ++i) counts[i] += ahead >= ks[i];
        }
        return std::ssize(last_);
    }

private:
    LinkedWords targets_;
    std::vector<std::int32_t> last_;
};

}  // namespace wordorder
