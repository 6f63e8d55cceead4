// The number of k-anticipated target words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "links.hpp"

namespace wordorder {

class AnticipationCounter {
public:
    // Adds to counts[i] the target words that are ks[i]-anticipated, and to scaled[i] those that are
    // if places in the target count as if it were as long as the source. Returns the linked ones.
    std::int64_t count(const Links& links, Indices ks, std::int64_t* counts, std::int64_t* scaled) {
        find_last_sources(links);
        const std::int32_t n = links.source_length, m = links.target_length;
        count_ahead<std::int32_t>(1, 1, ks, counts);
        // So that no product of two places needs more than 30 bits.
        if (std::max(n, m) < 1 << 15) count_ahead<std::int32_t>(n, m, ks, scaled);
        else count_ahead<std::int64_t>(n, m, ks, scaled);
        return std::ssize(targets_);
    }

private:
    // How far each linked target word is ahead, times m, and how many by k or more.
    template <class Number>
    void count_ahead(Number n, Number m, Indices ks, std::int64_t* counts) {
        std::vector<Number>& ahead = std::get<std::vector<Number>>(ahead_);
        ahead.resize(targets_.size());
        for (std::size_t i = 0; i < ahead.size(); ++i) {
            ahead[i] = static_cast<Number>(sources_[i]) * m - static_cast<Number>(targets_[i]) * n;
        }
        for (std::size_t i = 0; i < ks.size(); ++i) {
            using Limits = std::numeric_limits<Number>;
            const auto least = static_cast<Number>(
                std::clamp<std::int64_t>(std::int64_t{ks[i]} * m, Limits::min(), Limits::max()));
            std::int32_t so_far = 0;
            for (const Number one : ahead) so_far += static_cast<std::int32_t>(one >= least);
            counts[i] += so_far;
        }
    }

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
    std::tuple<std::vector<std::int32_t>, std::vector<std::int64_t>> ahead_;
};

}  // namespace wordorder
