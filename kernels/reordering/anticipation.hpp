// Counts of k-anticipated target words.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "alignment/links.hpp"

namespace wordorder {

class AnticipationCounter {
public:
    // Adds to counts[i] the number of ks[i]-anticipated target words, and to scaled[i] their number
    // if the target is scaled to the length of the source. Returns the number of linked target
    // words.
    std::int64_t count(const Links& links, Indices ks, std::int64_t* counts, std::int64_t* scaled) {
        find_last_sources(links);
        for (std::size_t first = 0; first < ks.size(); first += SOME) {
            const std::size_t count = std::min(SOME, ks.size() - first);
            count_some(links, ks.subspan(first, count), counts + first, scaled + first);
        }
        return std::ssize(targets_);
    }

private:
    // Values of k at a time: loops of fixed length need no branches.
    static constexpr std::size_t SOME = 4;

    void count_some(const Links& links, Indices ks, std::int64_t* counts, std::int64_t* scaled) {
        const std::int64_t n = links.source_length, m = links.target_length;
        std::array<std::int64_t, SOME> least, least_stretched, ahead{}, stretched_ahead{};
        least.fill(std::numeric_limits<std::int64_t>::max());
        least_stretched = least;
        for (std::size_t j = 0; j < ks.size(); ++j) {
            least[j] = ks[j];
            least_stretched[j] = ks[j] * m;
        }
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const std::int64_t source = sources_[i], target = targets_[i];
            for (std::size_t j = 0; j < SOME; ++j) {
                ahead[j] += source - target >= least[j];
                stretched_ahead[j] += source * m - target * n >= least_stretched[j];
            }
        }
        for (std::size_t j = 0; j < ks.size(); ++j) {
            counts[j] += ahead[j];
            scaled[j] += stretched_ahead[j];
        }
    }

    // The linked target words with the last source word of each, which its last link has, as links
    // are sorted by source.
    void find_last_sources(const Links& links) {
        numbers_.number(links.targets);
        targets_ = numbers_.words();
        sources_.resize(targets_.size());
        for (std::size_t k = 0; k < links.size(); ++k) {
            sources_[numbers_.of_link(k)] = links.sources[k];
        }
    }

    LinkedWords numbers_;
    Indices targets_;
    std::vector<std::int32_t> sources_;
};

}  // namespace wordorder
