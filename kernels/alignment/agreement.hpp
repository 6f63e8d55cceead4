// Agreement of a predicted alignment with a gold one of sure and possible links: the counts behind
// precision, recall and alignment error rate (Och and Ney 2003).
#pragma once

#include <cstdint>
#include <span>

#include "alignment/links.hpp"
#include "core/pair_key.hpp"

namespace wordorder {

struct Agreement { std::int64_t predicted = 0, sure = 0, predicted_sure = 0, predicted_gold = 0; };

// `gold_sure` is empty if all gold links are sure.
inline Agreement agreement(const Links& predicted, const Links& gold,
                           std::span<const std::uint8_t> gold_sure) {
    Agreement counts;
    counts.predicted = std::ssize(predicted.sources);
    std::size_t p = 0;
    for (std::size_t g = 0; g < gold.size(); ++g) {
        const std::uint64_t link = pair_key(gold.sources[g], gold.targets[g]);
        const bool sure = gold_sure.empty() || gold_sure[g];
        while (p < predicted.size() &&
               pair_key(predicted.sources[p], predicted.targets[p]) < link) {
            ++p;
        }
        const bool found =
            p < predicted.size() && pair_key(predicted.sources[p], predicted.targets[p]) == link;
        counts.sure += sure;
        counts.predicted_gold += found;
        counts.predicted_sure += found && sure;
    }
    return counts;
}

}  // namespace wordorder
