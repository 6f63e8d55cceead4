// Pairs of systems compared on what they share: swapped, against themselves, beside others.
#pragma once

#include <cstdint>
#include <vector>

#include "dice.hpp"
#include "hypothesis/shared_orders.hpp"
#include "matching_data.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class SharedFuzzer {
public:
    explicit SharedFuzzer(Dice& dice) : dice_(dice), input_(dice) {
        for (std::size_t metric = 0; metric < METRICS.size(); ++metric) {
            request_.metrics.push_back(metric);
        }
    }

    void run() {
        current_input = [this] { return input_.description(); };
        input_.make();
        const bool hostile = input_.is_hostile();
        try {
            check(input_.hypotheses.rows(), input_.references.rows());
            require(!hostile, "hostile data is rejected");
            ++tally["shared words/compared"];
        } catch (const InputError& error) {
            require(hostile, error.what());
            ++tally["shared words/rejected"];
        }
    }

private:
    // The references are a system, too.
    void check(const Rows& system, const Rows& reference) {
        const SharedOrders found = compare({system, reference}, reference, {{0, 1}});
        const SharedOrders swapped = compare({reference, system}, reference, {{0, 1}});
        const SharedOrders among =
            compare({system, system, reference}, reference, {{0, 2}, {0, 1}});
        for (std::size_t line = 0; line < reference.size(); ++line) {
            const double weight = found.statistics[(line + 1) * width() - 1];
            require(0 <= weight &&
                        weight < std::max<double>(1, static_cast<double>(reference[line].size())),
                    "no more words than the reference has");
            for (std::size_t i = 0; i < width(); ++i) {
                const double value = found.statistics[line * width() + i];
                const double sign = i + 1 < width() ? -1 : 1;
                require(swapped.statistics[line * width() + i] == sign * value, "swapped");
                require(among.statistics[2 * line * width() + i] == value, "beside others");
                require(i + 1 == width() || among.statistics[(2 * line + 1) * width() + i] == 0,
                        "a system is as good as itself");
            }
        }
    }

    std::size_t width() const { return request_.metrics.size() + RestScores::ERRORS + 1; }

    SharedOrders compare(const TextRows& translations, const Rows& reference,
                         const std::vector<SystemPair>& pairs) const {
        const std::vector<double> sums(pairs.size() * 2 * (width() - 1));
        return compare_shared_words(translations, {reference}, pairs, sums, input_.data, request_);
    }

    Dice dice_;
    MatchingData input_;
    Request request_{{}, {1, 0, nullptr}, 0.6, 1, nullptr};
};

}  // namespace wordorder::fuzzing
