// Orders of the words that two translations share, with scores: each requested metric, then breaks
// (runs of `fuzzy` less one), then misplaced words.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "order/batch.hpp"
#include "order/metrics.hpp"

namespace wordorder {

class RestScores {
public:
    static constexpr std::size_t ERRORS = 2;  // columns behind the metrics

    RestScores(const Request& request, Checkpoint checkpoint)
        : metrics_(request.metrics),
          counter_(request.operators, request.beta, std::move(checkpoint)) {
        for (const std::size_t metric : metrics_) parts_ |= METRICS[metric].parts;
    }

    static std::size_t columns(const Request& request) { return request.metrics.size() + ERRORS; }

    void clear() {
        words_.clear();
        scores_.clear();
    }

    // Returns the number of the new rest. `ranks` must be a permutation.
    std::int32_t add(Ranks ranks) {
        const Counts counts = counter_.count(ranks, ranks.size() < 2 ? Parts() : parts_);
        for (const std::size_t metric : metrics_) scores_.push_back(score(METRICS[metric], counts));
        const bool judged = ranks.size() > 1;
        scores_.push_back(judged ? counts.runs() - 1 : 0);
        scores_.push_back(judged ? counts.n - counts.longest_increasing : 0);
        words_.push_back(static_cast<std::int32_t>(ranks.size()));
        return static_cast<std::int32_t>(words_.size()) - 1;
    }

    std::int32_t words(std::int32_t rest) const { return words_[rest]; }
    const double* of(std::int32_t rest) const {
        return scores_.data() + static_cast<std::size_t>(rest) * (metrics_.size() + ERRORS);
    }

private:
    std::vector<std::size_t> metrics_;
    Counter counter_;
    Parts parts_ = Part::joins | Part::increasing;
    std::vector<std::int32_t> words_;
    std::vector<double> scores_;
};

// Turns distinct numbers into their ranks.
class Ranking {
public:
    // `places` lie from 0 to `end` - 1.
    Ranks of(Indices places, std::size_t end) {
        rank_.assign(end, 0);
        for (const std::int32_t place : places) rank_[place] = 1;
        std::int32_t before = 0;
        for (std::int32_t& rank : rank_) before += std::exchange(rank, before);
        ranks_.clear();
        for (const std::int32_t place : places) ranks_.push_back(rank_[place]);
        return ranks_;
    }

private:
    std::vector<std::int32_t> rank_, ranks_;
};

}  // namespace wordorder
