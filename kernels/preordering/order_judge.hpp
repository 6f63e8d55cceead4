// Scores of a word order against a reference with groups of free inner order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "order/metrics.hpp"

namespace wordorder {

// Over all words, and over those with links only.
struct OrderScores {
    double all = 0, linked = 0;
    friend OrderScores operator-(OrderScores a, OrderScores b) {
        return {a.all - b.all, a.linked - b.linked};
    }
};

class OrderJudge {
public:
    explicit OrderJudge(const Metric& metric) : metric_(&metric), counter_(NO_OPERATORS, 0) {}

    // `group_starts` holds the start of each word's group in the reference. `linked_starts` counts
    // linked words only; -1 for a word without links.
    OrderScores judge(Ranks order, Ranks group_starts, Ranks linked_starts) {
        return {score_of(order, group_starts), score_of(order, linked_starts)};
    }

private:
    static inline const OperatorScores NO_OPERATORS;

    double score_of(Ranks order, Ranks starts) {
        seen_.assign(starts.size(), 0);
        ranks_.clear();
        for (const std::int32_t word : order) {
            const std::int32_t start = starts[word];
            if (start >= 0) ranks_.push_back(start + seen_[start]++);
        }
        return score(*metric_,
                     counter_.count(ranks_, ranks_.size() < 2 ? Parts() : metric_->parts));
    }

    const Metric* metric_;
    Counter counter_;
    std::vector<std::int32_t> seen_, ranks_;
};

}  // namespace wordorder
