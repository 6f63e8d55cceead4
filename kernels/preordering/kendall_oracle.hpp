// The order of a projective tree, every subtree contiguous, with the fewest pairs of words in the
// wrong order.
//
// Whether two words are in the right order depends only on the order of the two units that hold
// them under their lowest common head, so every head is solved on its own. Two words of a group are
// right either way.
//
// Of two units, one order is at least as good as the other; if both are equal, that of the sentence
// is taken. Preferences without cycles are the answer. In general the units fall into classes
// connected by cycles, whose order is clear otherwise. The best order inside a class is found over
// its subsets or, beyond MOST_UNITS, estimated: its units are sorted by their mean place, and more
// may be lost than necessary.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "preordering/oracle.hpp"

namespace wordorder {

class KendallOracle {
public:
    explicit KendallOracle(Checkpoint checkpoint) : pace_(std::move(checkpoint)) {}

    // Appends the order. Returns how many pairs every order has wrong at least.
    std::int64_t append(const OracleTree& tree, std::vector<std::int32_t>& order) {
        tree_ = &tree;
        lost_ = 0;
        struct Nothing {};
        const auto arrange = [&](std::int32_t head, Nothing, auto& found) {
            for (const OracleTree::Unit unit : arranged(head)) found.push_back({unit, {}});
        };
        if (tree.words() > 0) tree.write(Nothing{}, arrange, order);
        return lost_;
    }

private:
    // 2^16 subsets of 16 units take a few milliseconds.
    static constexpr std::size_t MOST_UNITS = 16;

    std::vector<OracleTree::Unit> arranged(std::int32_t head) {
        tree_->list_counting_units(head, units_);
        count_pairs();
        std::vector<OracleTree::Unit> found;
        for (std::span<std::int32_t> rest = by_wins(); !rest.empty();) {
            const std::span<std::int32_t> same = rest.first(class_size(rest));
            std::ranges::sort(same);
            if (same.size() > MOST_UNITS) {
                sort_by_mean(same);
            } else if (same.size() > 1) {
                sort_by_subsets(same);
            }
            for (const std::int32_t unit : same) found.push_back(units_[unit]);
            rest = rest.subspan(same.size());
        }
        return found;
    }

    std::size_t size() const { return units_.size(); }
    // Pairs of a word from each unit that are wrong if the first unit stands on the left.
    std::int64_t wrong(std::size_t left, std::size_t right) const {
        return wrong_[left * size() + right];
    }
    bool prefers(std::size_t left, std::size_t right) const {
        const std::int64_t cost = wrong(left, right), other = wrong(right, left);
        return cost < other || (cost == other && left < right);
    }

    void count_pairs() {
        words_.clear();
        means_.clear();
        for (std::size_t unit = 0; unit < size(); ++unit) {
            double sum = 0;
            for (const std::int32_t cell : tree_->cells_of(units_[unit])) {
                if (cell == OracleTree::NONE) continue;
                words_.emplace_back(cell, static_cast<std::int32_t>(unit));
                sum += cell;
            }
            means_.push_back(sum / tree_->counting(units_[unit]));
        }
        std::ranges::sort(words_);
        wrong_.assign(size() * size(), 0);
        earlier_.assign(size(), 0);
        for (std::size_t begin = 0, end = 0; begin < words_.size(); begin = end) {
            for (; end < words_.size() && words_[end].first == words_[begin].first; ++end) {
                for (std::size_t other = 0; other < size(); ++other) {
                    wrong_[words_[end].second * size() + other] += earlier_[other];
                }
                pace_.step(size());
            }
            for (std::size_t k = begin; k < end; ++k) ++earlier_[words_[k].second];
        }
    }

    // The units, those to stand left of most others first. Of two classes, every unit of one should
    // stand left of every unit of the other, so classes are contiguous here.
    std::span<std::int32_t> by_wins() {
        wins_.assign(size(), 0);
        for (std::size_t left = 0; left < size(); ++left) {
            for (std::size_t right = 0; right < size(); ++right) {
                if (left == right) continue;
                wins_[left] += prefers(left, right);
                if (left < right) lost_ += std::min(wrong(left, right), wrong(right, left));
            }
            pace_.step(size());
        }
        by_wins_.resize(size());
        std::iota(by_wins_.begin(), by_wins_.end(), 0);
        std::ranges::stable_sort(
            by_wins_, [&](std::int32_t a, std::int32_t b) { return wins_[a] > wins_[b]; });
        return by_wins_;
    }

    // The size of the first class in `rest`, what is left of by_wins. Its units win once in every
    // pair of them and always against the others in `rest`; no smaller set from the left does so.
    std::size_t class_size(std::span<const std::int32_t> rest) const {
        std::size_t k = 0;
        std::int64_t missing = 0;
        do {
            missing += std::ssize(rest) - 1 - static_cast<std::int64_t>(k) - wins_[rest[k]];
            ++k;
        } while (missing != 0);
        return k;
    }

    void sort_by_mean(std::span<std::int32_t> same) {
        std::ranges::stable_sort(
            same, [&](std::int32_t a, std::int32_t b) { return means_[a] < means_[b]; });
    }

    // For every set of units on the left, the fewest pairs lost beyond those that the preferences
    // lose.
    void sort_by_subsets(std::span<std::int32_t> same) {
        const std::size_t k = same.size(), all = (std::size_t{1} << k) - 1;
        fewest_.assign(all + 1, std::numeric_limits<std::int64_t>::max());
        fewest_[0] = 0;
        for (std::size_t left = 0; left < all; ++left) {
            for (std::size_t next = 0; next < k; ++next) {
                if (left >> next & 1) continue;
                std::int64_t& found = fewest_[left | std::size_t{1} << next];
                found = std::min(found, fewest_[left] + cost(same, left, next));
            }
            pace_.step(k);
        }
        lost_ += fewest_[all];
        std::vector<std::int32_t> order(k);
        for (std::size_t left = all, place = k; left != 0;) {
            // The last unit of the sentence that may come last.
            std::size_t last = k, rest = left;
            do {
                --last;
                rest = left & ~(std::size_t{1} << last);
            } while (rest == left || fewest_[rest] + cost(same, rest, last) != fewest_[left]);
            order[--place] = same[last];
            left = rest;
        }
        std::ranges::copy(order, same.begin());
    }

    // The cost of a unit behind those on the left.
    std::int64_t cost(std::span<const std::int32_t> same, std::size_t left,
                      std::size_t next) const {
        std::int64_t sum = 0;
        for (; left != 0; left &= left - 1) {
            const std::size_t before = same[std::countr_zero(left)], after = same[next];
            sum += wrong(before, after) - std::min(wrong(before, after), wrong(after, before));
        }
        return sum;
    }

    Pace pace_;
    const OracleTree* tree_ = nullptr;
    std::int64_t lost_ = 0;
    std::vector<OracleTree::Unit> units_;
    std::vector<std::pair<std::int32_t, std::int32_t>> words_;  // cell and unit
    std::vector<double> means_;
    std::vector<std::int64_t> fewest_;
    std::vector<std::int32_t> wrong_, earlier_, wins_, by_wins_;
};

}  // namespace wordorder
