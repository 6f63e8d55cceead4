// The order of a projective tree, every subtree contiguous, that keeps the most neighbours of the
// reference.
//
// From the leaves up, joining the units of a head finds the most neighbours kept inside its
// subtree, for each useful pair of cells at the ends. Let most(f, l) be this number for cell f at
// the left end and l at the right end, with * for any. Outside the subtree, each end keeps at most
// one neighbour, and what else is kept there does not depend on the inner order. So no order of the
// sentence gets better by (f, l)
// - if most(f, *) > most(f, l): giving up l costs one outside at most and brings one inside;
// - if most(*, l) > most(f, l), likewise;
// - if most(*, *) > most(f, l) + 1: giving up both costs two outside at most and brings two.
// An end is useful only if its group continues outside, or the next group lies wholly outside.
//
// A group spread over several units is exact at the head where all its words come together. Below
// it, a subtree may count a neighbour of the group's last or first word that turns out not to be
// last or first in the sentence. The result is then a bound, and the order may keep less.
//
// The work is limited. A head with too much of it has its units bundled by neighbourhood in the
// reference, bundles stay together, and a subtree keeps at most MOST_WAYS pairs of ends. The bound
// is raised by the possible cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "preordering/oracle.hpp"
#include "preordering/unit_joining.hpp"

namespace wordorder {

class FuzzyOracle {
public:
    explicit FuzzyOracle(Checkpoint checkpoint) : pace_(std::move(checkpoint)), joining_(pace_) {}

    // Appends the order. Returns how many neighbours every order loses at least.
    std::int64_t append(const OracleTree& tree, std::vector<std::int32_t>& order) {
        if (tree.words() == 0) return 0;
        tree_ = &tree;
        start();
        for (const std::int32_t head : tree.bottom_up()) {
            if (tree.counting(head) > 0) solve(head);
        }
        const auto arrange = [this](std::int32_t head, const UnitEnds& ends, auto& found) {
            this->arrange(head, ends, found);
        };
        tree.write(UnitEnds{NONE, NONE, 0}, arrange, order);
        const std::int64_t pairs = tree.counting(tree.root()) - 1;
        return pairs < 0 ? 0 : pairs - std::min(pairs, most_kept(tree.root()) + allowance_);
    }

private:
    using Unit = OracleTree::Unit;
    static constexpr std::int32_t NONE = UnitEnds::NONE;
    static constexpr std::size_t BUNDLE = 4;
    static constexpr std::size_t MOST_WAYS = 256;
    static constexpr std::size_t MOST_UNITS = 18;
    static constexpr std::size_t MOST_WORK = 1 << 25;  // steps for a head: some 50 ms

    // A unit of the tree, or a bundle of units, numbered from 2 * words() on.
    struct Node {
        std::vector<Unit> parts;     // in the order of joining
        std::vector<UnitEnds> ways;  // ways to arrange it; the first keeps most
    };

    void start() {
        const std::int32_t words = tree_->words();
        nodes_.resize(2 * static_cast<std::size_t>(words));
        for (std::int32_t word = 0; word < words; ++word) {
            const std::int32_t cell = tree_->cells_of(tree_->word_alone(word))[0];
            nodes_[tree_->word_alone(word)].ways.assign(1, {cell, cell, 0});
        }
        inside_.assign(tree_->cells(), 0);
        holders_.assign(tree_->cells(), 0);
        allowance_ = 0;
    }

    std::int64_t most_kept(Unit unit) const { return nodes_[unit].ways[0].kept; }

    void solve(std::int32_t head) {
        std::vector<Unit> units;
        tree_->list_counting_units(head, units);
        // The most that can be kept inside and, except for the root, at the two ends.
        std::int64_t limit = std::ssize(units) - 1 + (head == tree_->root() ? 0 : 2);
        for (const Unit unit : units) limit += most_kept(unit);
        bool limited = false;
        while (units.size() > BUNDLE && too_much(units)) {
            units = bundled(units);
            limited = true;
        }
        join(head, units);
        if (limited) allowance_ += limit - most_kept(head);
    }

    bool too_much(std::span<const Unit> units) {
        if (units.size() > MOST_UNITS) return true;
        enter(units);
        const std::size_t steps = steps_.size(), runs = 1 + useful_firsts().size();
        leave(units);
        return (steps * runs) << units.size() > MOST_WORK;
    }

    // Bundles units by their mean places in the reference.
    std::vector<Unit> bundled(const std::vector<Unit>& units) {
        std::vector<std::pair<double, Unit>> sorted;
        for (const Unit unit : units) {
            double sum = 0, words = 0;
            for_each_cell(unit, [&](std::int32_t cell) { sum += cell, ++words; });
            sorted.emplace_back(sum / words, unit);
        }
        std::ranges::stable_sort(sorted,
                                 [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Unit> found;
        for (std::size_t begin = 0; begin < sorted.size(); begin += BUNDLE) {
            std::vector<Unit> parts;
            for (std::size_t k = begin; k < std::min(begin + BUNDLE, sorted.size()); ++k) {
                parts.push_back(sorted[k].second);
            }
            found.push_back(static_cast<Unit>(nodes_.size()));
            nodes_.emplace_back();
            join(found.back(), parts);
        }
        return found;
    }

    void join(Unit unit, std::span<const Unit> parts) {
        nodes_[unit].parts.assign(parts.begin(), parts.end());
        enter(parts);
        joining_.prepare(steps_, holders_);
        find_ways(nodes_[unit].ways);
        leave(parts);
    }

    void find_ways(std::vector<UnitEnds>& ways) {
        const std::vector<std::int32_t> lasts = useful_lasts();
        std::vector<std::int32_t> any_first;
        any_first.reserve(lasts.size());
        joining_.run(NONE);
        for (const std::int32_t last : lasts) any_first.push_back(joining_.kept(last));
        const std::int32_t most = joining_.kept(NONE);
        ways.assign(1, {NONE, NONE, most});
        bool full = false;
        const auto add = [&](std::int32_t first, std::int32_t last, std::int32_t kept) {
            full = ways.size() == MOST_WAYS;
            if (!full) ways.push_back({first, last, kept});
        };
        for (std::size_t k = 0; k < lasts.size(); ++k) {
            if (any_first[k] == most) add(NONE, lasts[k], most);
        }
        for (const std::int32_t first : useful_firsts()) {
            joining_.run(first);
            const std::int32_t any_last = joining_.kept(NONE);
            if (any_last == most) add(first, NONE, most);
            if (any_last + 1 < most) continue;
            for (std::size_t k = 0; k < lasts.size(); ++k) {
                const std::int32_t kept = joining_.kept(lasts[k]);
                if (kept == any_last && kept == any_first[k]) add(first, lasts[k], kept);
            }
        }
        // A way that is left out keeps at most as much inside as the first one, and two outside.
        if (full) allowance_ += 2;
    }

    // From left to right, with the parts of bundles in their place.
    template <class Found>
    void arrange(Unit unit, const UnitEnds& ends, Found& found) {
        const std::vector<Unit> parts = nodes_[unit].parts;
        enter(parts);
        joining_.prepare(steps_, holders_);
        leave(parts);
        joining_.run(ends.first);
        for (const UnitJoining::Step& step : joining_.trace(ends.last)) {
            const Unit part = parts[step.unit];
            if (part < 2 * tree_->words()) {
                found.push_back({part, step.ends});
            } else {
                arrange(part, step.ends, found);
            }
        }
    }

    // Counts the words of these units in each cell and lists the ways to arrange them.
    void enter(std::span<const Unit> units) {
        steps_.clear();
        for (std::size_t k = 0; k < units.size(); ++k) {
            for_each_cell(units[k], [&](std::int32_t cell) {
                ++inside_[cell];
                holders_[cell] |= UnitJoining::Set{1} << k;
            });
            for (const UnitEnds& ends : nodes_[units[k]].ways) {
                steps_.push_back({static_cast<std::int32_t>(k), ends});
            }
        }
    }

    void leave(std::span<const Unit> units) {
        for (const Unit unit : units) {
            for_each_cell(unit, [&](std::int32_t cell) {
                inside_[cell] = 0;
                holders_[cell] = 0;
            });
        }
    }

    template <class See>
    void for_each_cell(Unit unit, See&& see) {
        if (unit >= 2 * tree_->words()) {
            for (const Unit part : nodes_[unit].parts) for_each_cell(part, see);
            return;
        }
        const auto cells = tree_->cells_of(unit);
        for (const std::int32_t cell : cells) {
            if (cell != NONE) see(cell);
        }
        pace_.step(cells.size());
    }

    bool goes_on(std::int32_t cell) const { return inside_[cell] < tree_->cell_size(cell); }
    bool is_outside(std::int32_t cell) const {
        return cell >= 0 && cell < tree_->cells() && inside_[cell] == 0;
    }

    // The cells at the ends of units that can keep a neighbour outside all of them.
    std::vector<std::int32_t> useful_firsts() const { return useful(&UnitEnds::first, -1); }
    std::vector<std::int32_t> useful_lasts() const { return useful(&UnitEnds::last, 1); }
    std::vector<std::int32_t> useful(std::int32_t UnitEnds::* end, std::int32_t next) const {
        std::vector<std::int32_t> found;
        for (const UnitJoining::Step& step : steps_) {
            const std::int32_t cell = step.ends.*end;
            if (cell != NONE && (goes_on(cell) || is_outside(cell + next))) found.push_back(cell);
        }
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
        return found;
    }

    Pace pace_;
    UnitJoining joining_;
    const OracleTree* tree_ = nullptr;
    std::vector<Node> nodes_;
    std::vector<UnitJoining::Step> steps_;
    std::vector<std::int32_t> inside_;
    std::vector<UnitJoining::Set> holders_;
    std::int64_t allowance_ = 0;  // what limits on the work may cost
};

}  // namespace wordorder
