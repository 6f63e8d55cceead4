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
        std::int64_t linked = 0;
        find_last_sources(links, [&](std::int64_t target, std::int64_t source) {
            const std::int64_t ahead = source * m - target * n;
            for (std::size_t i = 0; i < ks.size(); ++i) counts[i] += ahead >= ks[i] * m;
            ++linked;
        });
        return linked;
    }

private:
    static constexpr std::int32_t NONE = -1;

    // Calls use(target, source) for each linked target word. Links are sorted by source, so the last
    // one of a target has its last source word.
    template <class Use>
    void find_last_sources(const Links& links, const Use& use) {
        // By the words themselves, unless the sentence is far longer than its links are many.
        if (links.target_length <= 4 * std::ssize(links.targets)) {
            last_.assign(links.target_length, NONE);
            for (std::size_t k = 0; k < links.size(); ++k) last_[links.targets[k]] = links.sources[k];
            for (std::int32_t target = 0; target < links.target_length; ++target) {
                if (last_[target] != NONE) use(target, last_[target]);
            }
            return;
        }
        targets_.number(links.targets);
        last_.resize(targets_.size());
        for (std::size_t k = 0; k < links.size(); ++k) last_[targets_.of_link(k)] = links.sources[k];
        for (std::size_t i = 0; i < targets_.size(); ++i) use(targets_.word(i), last_[i]);
    }

    LinkedWords targets_;
    std::vector<std::int32_t> last_;
};

}  // namespace wordorder
