// Orders of systems and references with groups, as ragged batches, many of them hostile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"
#include "order/relative.hpp"
#include "permutation_checks.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class RelativeFuzzer {
public:
    explicit RelativeFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return "systems " + written(systems_) + " group starts " + written(starts_) +
                   " offsets " + written(offsets_);
        };
        make_rows();
        if (dice_.one_in(2)) spoil(dice_.one_in(2) ? systems_ : starts_);
        systems_.shrink_to_fit();
        starts_.shrink_to_fit();
        check();
    }

private:
    void make_rows() {
        systems_.clear();
        starts_.clear();
        offsets_ = {0};
        for (auto rows = dice_.between(0, 6); rows > 0; --rows) {
            const std::int64_t n = dice_.one_in(10) ? dice_.between(60, 70) : dice_.between(0, 9);
            const Permutation system = dice_.permutation(n);
            const Permutation starts = group_starts(dice_.permutation(n));
            systems_.insert(systems_.end(), system.begin(), system.end());
            starts_.insert(starts_.end(), starts.begin(), starts.end());
            offsets_.push_back(std::ssize(systems_));
        }
    }

    // Cuts the places of a reference into groups.
    Permutation group_starts(Permutation ranks) {
        const std::int64_t cut_in = dice_.between(1, 5);
        Permutation start_at(ranks.size());
        for (std::size_t place = 1; place < ranks.size(); ++place) {
            start_at[place] = dice_.one_in(cut_in) ? place : start_at[place - 1];
        }
        for (std::int32_t& rank : ranks) rank = start_at[rank];
        return ranks;
    }

    void spoil(Permutation& numbers) {
        if (numbers.empty()) return;
        if (dice_.one_in(10)) return numbers.pop_back();
        std::int32_t& number = numbers[dice_.between(0, numbers.size() - 1)];
        number =
            dice_.pick(std::vector{-1, 0, number == 0 ? 1 : number - 1, number + 64, 9, INT32_MIN,
                                   INT32_MAX, dice_.any_int32(), dice_.pick(numbers)});
    }

    void check() const {
        const std::string expected = expected_complaint();
        try {
            const Permutation ranks = relative_rows({systems_, offsets_}, {starts_, offsets_});
            require(expected.empty(), "a hostile batch is rejected");
            check_ranks(ranks);
            ++tally["relative orders/made"];
        } catch (const InputError& error) {
            const bool named = !expected.empty() && std::string(error.what()).starts_with(expected);
            require(named, error.what());
            ++tally["relative orders/rejected"];
        }
    }

    // How the message must begin; empty if nothing is wrong.
    std::string expected_complaint() const {
        const std::int64_t values = std::min(std::ssize(systems_), std::ssize(starts_));
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (offsets_[i] > values) return "offsets[" + std::to_string(i) + "] = ";
        }
        for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
            const std::string row = "row " + std::to_string(i) + ": ";
            const Ranks starts = row_of(starts_, i);
            if (!sorts_to_identity(row_of(systems_, i))) return row + "the system";
            for (const std::int32_t start : starts) {
                if (start < 0 || start >= std::ssize(starts))
                    return row + "a group start is outside";
            }
            if (!are_groups(starts)) return row + "the groups";
        }
        return "";
    }

    // Sorted, every group begins at its own place.
    static bool are_groups(Ranks starts) {
        Permutation sorted(starts.begin(), starts.end());
        std::sort(sorted.begin(), sorted.end());
        for (std::int32_t place = 0; place < std::ssize(sorted); ++place) {
            const bool goes_on = place > 0 && sorted[place] == sorted[place - 1];
            if (!goes_on && sorted[place] != place) return false;
        }
        return true;
    }

    Ranks row_of(const Permutation& values, std::size_t i) const {
        return {values.data() + offsets_[i], values.data() + offsets_[i + 1]};
    }

    // A word of the reference gets a place in its group.
    void check_ranks(const Permutation& ranks) const {
        require(std::ssize(ranks) == offsets_.back(), "a rank for every word");
        for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
            const Ranks system = row_of(systems_, i), starts = row_of(starts_, i);
            const Ranks made = row_of(ranks, i);
            require(sorts_to_identity(made), "a relative order is a permutation");
            for (std::size_t word = 0; word < system.size(); ++word) {
                const std::int32_t place = made[system[word]] - starts[word];
                require(0 <= place && place < std::ranges::count(starts, starts[word]),
                        "a word stays in its group");
            }
        }
    }

    Dice dice_;
    Permutation systems_, starts_;
    std::vector<std::int64_t> offsets_;
};

}  // namespace wordorder::fuzzing
