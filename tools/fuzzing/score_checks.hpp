// Requests for scores, and invariants of every score.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "dice.hpp"
#include "order/batch.hpp"
#include "permutation_checks.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

// Like flat_metric in the bindings, every thread has a counter of its own.
inline double kendall_of_operator(Ranks ranks) {
    require(ranks.size() >= 4 && sorts_to_identity(ranks), "an operator is a permutation");
    static const OperatorScores none_needed;
    thread_local Counter counter(none_needed, 0);
    return score(METRICS[0], counter.count(ranks, METRICS[0].parts));
}

inline Request random_request(Dice& dice) {
    Request request;
    request.beta = dice.share();
    request.operators.inverted = dice.share();
    if (dice.one_in(2)) request.operators.simple = kendall_of_operator;
    return request;
}

inline std::string written(const Request& request) {
    return "; metrics " + written(request.metrics) + " beta " + std::to_string(request.beta) +
           " gamma " + std::to_string(request.operators.inverted) + " threads " +
           std::to_string(request.threads) + (request.operators.simple ? " simple" : "");
}

inline void check_score(double score, Ranks ranks) {
    if (ranks.empty()) return require(std::isnan(score), "without words there is no score");
    require(-1e-12 <= score && score <= 1 + 1e-12, "a score is within 0..1");
    const bool identity = std::is_sorted(ranks.begin(), ranks.end());
    require(!identity || score == 1, "the identity scores 1");
}

inline bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace wordorder::fuzzing
