// Errors of order in many permutations: breaks between neighbours that belong together, and words
// outside the longest increasing subsequence. Whole numbers, to be summed over sentences.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/rows.hpp"
#include "core/shared_work.hpp"
#include "order/increasing.hpp"
#include "order/joins.hpp"

namespace wordorder {

struct OrderErrors {
    std::vector<std::int64_t> breaks;     // maximal runs − 1
    std::vector<std::int64_t> misplaced;  // words − longest increasing subsequence
};

// Rows must be permutations. Without words there are no errors.
inline OrderErrors order_errors(const Rows& rows, std::size_t threads,
                                const Checkpoint& checkpoint) {
    constexpr std::size_t CHUNK = 1024;
    OrderErrors found{std::vector<std::int64_t>(rows.size()),
                      std::vector<std::int64_t>(rows.size())};
    SharedWork work((rows.size() + CHUNK - 1) / CHUNK, threads, checkpoint);
    work.run([&](SharedWork::Worker& worker) {
        std::vector<std::int32_t> buffer;
        std::size_t chunk;
        while (worker.take(chunk)) {
            const std::size_t end = std::min((chunk + 1) * CHUNK, rows.size());
            for (std::size_t row = chunk * CHUNK; row < end; ++row) {
                const Ranks ranks = rows[row];
                if (ranks.empty()) continue;
                const auto words = static_cast<std::int64_t>(ranks.size());
                found.breaks[row] = words - joins(ranks).inner - 1;
                found.misplaced[row] = words - longest_increasing(ranks, buffer);
            }
        }
    });
    return found;
}

}  // namespace wordorder
