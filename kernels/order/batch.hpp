// Many permutations in one call: rows of a ragged array, divided among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/rows.hpp"
#include "core/shared_work.hpp"
#include "order/metrics.hpp"

namespace wordorder {

struct alignas(OWN_CACHE_LINES) Request {
    std::vector<std::size_t> metrics;  // indices into METRICS
    OperatorScores operators;
    double beta = 0.6;
    std::size_t threads = 1;
    Checkpoint checkpoint;
};

class alignas(OWN_CACHE_LINES) Batch {
public:
    // `scores` has a row of rows.size() doubles for each metric.
    Batch(const Rows& rows, const Request& request, double* scores)
        : rows_(rows), request_(&request), scores_(scores), first_bad_(rows.size()) {
        for (const std::size_t metric : request.metrics) parts_ |= METRICS[metric].parts;
    }

    void run() {
        SharedWork work((rows_.size() + CHUNK - 1) / CHUNK, request_->threads,
                        request_->checkpoint);
        work.run([this](SharedWork::Worker& worker) {
            const Checkpoint checkpoint = [&worker] { worker.check(); };
            Counter counter(request_->operators, request_->beta, checkpoint);
            std::size_t chunk;
            while (worker.take(chunk) && chunk * CHUNK < first_bad_) {
                const std::size_t end = std::min((chunk + 1) * CHUNK, rows_.size());
                for (std::size_t row = chunk * CHUNK; row < end; ++row) score_row(counter, row);
            }
        });
        if (first_bad_ < rows_.size()) complain(first_bad_);
    }

private:
    static constexpr std::size_t CHUNK = 1024;

    void score_row(Counter& counter, std::size_t row) {
        const Ranks ranks = rows_[row];
        if (!counter.is_permutation(ranks)) {
            remember_first(row);
            return;
        }
        const Counts counts = counter.count(ranks, ranks.size() < 2 ? Parts() : parts_);
        for (std::size_t i = 0; i < request_->metrics.size(); ++i) {
            scores_[i * rows_.size() + row] = score(METRICS[request_->metrics[i]], counts);
        }
    }

    // All rows before the first bad one are checked, whatever the threads do, so the error always
    // names the same row.
    void remember_first(std::size_t row) {
        std::size_t known = first_bad_;
        while (row < known && !first_bad_.compare_exchange_weak(known, row)) {
        }
    }

    [[noreturn]] void complain(std::size_t row) const {
        const Ranks ranks = rows_[row];
        const std::vector<std::int64_t> wide(ranks.begin(), ranks.end());
        throw InputError("row " + std::to_string(row) + ": " + describe_defect(wide, 0));
    }

    Rows rows_;
    const Request* request_;  // like `scores_`, the caller's
    double* scores_;
    Parts parts_;
    std::atomic<std::size_t> first_bad_;
};

}  // namespace wordorder
