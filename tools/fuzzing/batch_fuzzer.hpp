// Ragged batches of permutations, many of them hostile, scored by one thread or several.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "dice.hpp"
#include "order/batch.hpp"
#include "permutation_checks.hpp"
#include "report.hpp"
#include "score_checks.hpp"

namespace wordorder::fuzzing {

struct Refusal {};  // thrown by an operator function

template <class Offset>
class BatchFuzzer {
public:
    explicit BatchFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return "values " + written(values_) + " offsets " + written(offsets_) + " of " +
                   std::to_string(sizeof(Offset)) + " bytes" + written(request_);
        };
        make_rows();
        if (dice_.one_in(4)) spoil_offsets();
        make_request();
        // No spare capacity: one step past the end is a step into the sanitizer's fence.
        values_.shrink_to_fit();
        offsets_.shrink_to_fit();
        check();
    }

private:
    // A second thread gets work only beyond 1024 rows.
    void make_rows() {
        const bool many = dice_.one_in(200);
        const std::int64_t rows = many ? dice_.between(1'000, 5'000) : dice_.between(0, 8);
        const std::int64_t bad_in =
            many ? dice_.pick(std::vector{300, 3'000, 1 << 30}) : dice_.between(1, 40);
        values_.assign(dice_.one_in(4) ? dice_.between(1, 5) : 0, dice_.any_int32());
        offsets_ = {static_cast<Offset>(values_.size())};
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::int64_t n = dice_.one_in(10) ? dice_.between(60, 70) : dice_.between(0, 9);
            Permutation ranks = dice_.permutation(n);
            if (n > 0 && dice_.one_in(bad_in)) spoil(ranks);
            values_.insert(values_.end(), ranks.begin(), ranks.end());
            offsets_.push_back(static_cast<Offset>(values_.size()));
        }
        if (dice_.one_in(4)) values_.push_back(dice_.any_int32());
    }

    // In one word of bits a rank and the rank ± 64 look alike.
    void spoil(Permutation& ranks) {
        const auto n = static_cast<std::int32_t>(ranks.size());
        std::int32_t& rank = ranks[dice_.between(0, n - 1)];
        rank = dice_.pick(std::vector{-1, n, INT32_MIN, INT32_MAX, dice_.any_int32(),
                                      dice_.pick(ranks), rank + 64, rank - 64});
    }

    void spoil_offsets() {
        if (dice_.one_in(10)) return offsets_.clear();
        Offset& offset = offsets_[dice_.between(0, offsets_.size() - 1)];
        const auto end = static_cast<Offset>(values_.size());
        offset = dice_.pick(std::vector<Offset>{
            -1, 0, end, end + 1, offset - 1, offset + 1, dice_.any_int32(),
            std::numeric_limits<Offset>::min(), std::numeric_limits<Offset>::max()});
    }

    void make_request() {
        request_ = random_request(dice_);
        request_.threads = dice_.between(1, 3);
        if (dice_.one_in(10)) request_.operators.simple = [](Ranks) -> double { throw Refusal(); };
        for (auto metrics = dice_.between(0, 4); metrics > 0; --metrics) {
            request_.metrics.push_back(dice_.between(0, METRICS.size() - 1));
        }
    }

    void check() {
        const std::string expected = expected_complaint();
        try {
            const std::vector<double> scores = all_scores(request_.threads);
            require(expected.empty(), "a hostile batch is rejected");
            check_scores(scores, all_scores(1));
            check_slices();
            ++tally["batches/scored"];
        } catch (const InputError& error) {
            const bool named = !expected.empty() && std::string(error.what()).starts_with(expected);
            require(named, error.what());
            ++tally["batches/rejected"];
        } catch (const Refusal&) {
            ++tally["batches/refused"];
        }
    }

    std::vector<double> all_scores(std::size_t threads) const {
        Request request = request_;
        request.threads = threads;
        const Rows rows(values_, std::span<const Offset>(offsets_));
        std::vector<double> scores(request.metrics.size() * rows.size());
        Batch(rows, request, scores.data()).run();
        return scores;
    }

    // How the message must begin, which names the first defect; empty if there is none.
    std::string expected_complaint() const {
        if (offsets_.empty()) return "offsets are empty";
        Offset last = 0;
        for (std::size_t i = 0; i < offsets_.size(); last = offsets_[i++]) {
            const bool fits = last <= offsets_[i] && offsets_[i] <= std::ssize(values_);
            if (!fits) return "offsets[" + std::to_string(i) + "] = ";
        }
        for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
            if (!sorts_to_identity(row(i))) return "row " + std::to_string(i) + ": ";
        }
        return "";
    }

    // Any slice has the same rows.
    void check_slices() {
        const Rows rows(values_, std::span<const Offset>(offsets_));
        const std::size_t first = dice_.between(0, rows.size());
        const std::size_t count = dice_.between(0, rows.size() - first);
        const Rows some = rows.slice(first, count);
        require(some.size() == count, "a slice has as many rows as it should");
        for (std::size_t i = 0; i < count; ++i) {
            const Ranks own = some[i];
            const bool same_row =
                own.data() == row(first + i).data() && own.size() == row(first + i).size();
            require(same_row, "a slice has the rows of the whole");
            const auto part = some.part(std::span<const std::int32_t>(values_), i);
            require(part.data() == own.data() && part.size() == own.size(), "its own part");
        }
    }

    Ranks row(std::size_t i) const {
        return {values_.data() + offsets_[i], values_.data() + offsets_[i + 1]};
    }

    void check_scores(const std::vector<double>& scores, const std::vector<double>& alone) const {
        for (std::size_t i = 0; i < scores.size(); ++i) {
            require(same(scores[i], alone[i]), "any number of threads gives the same scores");
            check_score(scores[i], row(i % (offsets_.size() - 1)));
        }
    }

    Dice dice_;
    std::vector<std::int32_t> values_;
    std::vector<Offset> offsets_;
    Request request_;
};

}  // namespace wordorder::fuzzing
