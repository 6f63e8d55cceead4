// Units joined so that as many neighbours as possible are kept.
//
// A unit can be arranged in several ways, which matter here only by the cells at its ends (see
// oracle.hpp) and the neighbours kept inside. Two adjacent units keep one more neighbour if a group
// continues from one to the other, or if the last word of a group meets the first word of the next.
// Which words are last and first depends only on the units on the left, so it is enough to know the
// best for every set of units on the left and every cell at its end (the algorithm of Held and Karp
// for the travelling salesman).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/checkpoint.hpp"

namespace wordorder {

// A way to arrange a unit: the cells at its ends, NONE where no neighbour can be kept.
struct UnitEnds {
    static constexpr std::int32_t NONE = -1;

    std::int32_t first, last, kept;
};

class UnitJoining {
public:
    using Set = std::uint32_t;  // of units
    static constexpr std::int32_t NONE = UnitEnds::NONE;
    static constexpr std::int32_t NEVER = std::numeric_limits<std::int32_t>::min() / 2;

    struct Step {
        std::int32_t unit;
        UnitEnds ends;
    };

    explicit UnitJoining(Pace& pace) : pace_(&pace) {}

    // Steps are grouped by unit, from unit 0 on. `holders` are the units with words of each cell.
    void prepare(std::span<const Step> steps, std::span<const Set> holders) {
        steps_.assign(steps.begin(), steps.end());
        units_ = steps.back().unit + 1;
        ends_.clear();
        for (const Step& step : steps) {
            if (step.ends.last != NONE) ends_.push_back(step.ends.last);
        }
        std::ranges::sort(ends_);
        ends_.erase(std::ranges::unique(ends_).begin(), ends_.end());
        joins_.clear();
        for (const Step& step : steps) {
            const std::int32_t first = step.ends.first, before = first == NONE ? NONE : first - 1;
            joins_.push_back({column(step.ends.last), column(first), column(before),
                              before == NONE ? 0 : holders[before],
                              first == NONE ? 0 : holders[first]});
        }
    }

    // Fills the table for orders that begin with this cell, or with any for NONE.
    void run(std::int32_t first) {
        first_ = first;
        width_ = ends_.size() + 1;
        table_.assign((std::size_t{1} << units_) * width_, NEVER);
        for (std::size_t k = 0; k < steps_.size(); ++k) {
            if (may_begin(k)) put(set_of(k), k, steps_[k].ends.kept);
        }
        for (Set left = 1; left < all(); ++left) {
            if (row(left)[ANY] == NEVER) continue;
            for (std::size_t k = 0; k < steps_.size(); ++k) {
                if (left & set_of(k)) continue;
                put(left | set_of(k), k, reached(left, k) + steps_[k].ends.kept);
            }
            pace_->step(steps_.size());
        }
    }

    // The most neighbours kept by an order that ends with this cell, or with any for NONE.
    std::int32_t kept(std::int32_t last) const { return row(all())[column(last)]; }

    // Such an order from left to right; of equal ones, the one with late units of the sentence
    // last.
    std::vector<Step> trace(std::int32_t last) const {
        std::vector<Step> found;
        std::size_t end = column(last);
        for (Set left = all(); left != 0;) {
            const std::size_t k = last_step(left, end);
            found.push_back(steps_[k]);
            const std::int32_t before = row(left)[end] - steps_[k].ends.kept;
            left &= ~set_of(k);
            if (left != 0) end = end_with(left, k, before);
        }
        std::ranges::reverse(found);
        return found;
    }

private:
    static constexpr std::size_t ANY = 0;  // the column for any end

    struct Join {
        std::size_t end, same,
            before;            // columns: its own end, and the ends with which it keeps a neighbour
        Set complete, absent;  // units required and forbidden on the left for `before`
    };

    Set all() const { return (Set{1} << units_) - 1; }
    Set set_of(std::size_t step) const { return Set{1} << steps_[step].unit; }
    const std::int32_t* row(Set left) const { return table_.data() + left * width_; }
    bool may_begin(std::size_t step) const {
        return first_ == NONE || steps_[step].ends.first == first_;
    }

    std::size_t column(std::int32_t cell) const {
        const auto at = std::ranges::lower_bound(ends_, cell);
        return at == ends_.end() || *at != cell ? ANY : at - ends_.begin() + 1;
    }

    void put(Set left, std::size_t step, std::int32_t value) {
        std::int32_t* const at = table_.data() + left * width_;
        at[ANY] = std::max(at[ANY], value);
        at[joins_[step].end] = std::max(at[joins_[step].end], value);
    }

    static bool follows(Set left, const Join& join) {
        return join.before != ANY && (join.complete & ~left) == 0 && (join.absent & left) == 0;
    }

    // The most kept on the left of a step, including the join.
    std::int32_t reached(Set left, std::size_t step) const {
        const Join& join = joins_[step];
        const std::int32_t* const at = row(left);
        std::int32_t best = at[ANY];
        if (join.same != ANY) best = std::max(best, at[join.same] + 1);
        if (follows(left, join)) best = std::max(best, at[join.before] + 1);
        return best;
    }

    // A step that ends such an order.
    std::size_t last_step(Set left, std::size_t end) const {
        std::size_t k = steps_.size();
        while (true) {
            --k;
            if (!(left & set_of(k)) || (end != ANY && joins_[k].end != end)) continue;
            const Set rest = left & ~set_of(k);
            if (rest == 0 && !may_begin(k)) continue;
            const std::int32_t before = rest == 0 ? 0 : reached(rest, k);
            if (before + steps_[k].ends.kept == row(left)[end]) return k;
        }
    }

    // The column before a step that gives this value.
    std::size_t end_with(Set left, std::size_t step, std::int32_t value) const {
        const Join& join = joins_[step];
        if (row(left)[ANY] == value) return ANY;
        return join.same != ANY && row(left)[join.same] + 1 == value ? join.same : join.before;
    }

    Pace* pace_;
    std::int32_t units_ = 0, first_ = NONE;
    std::size_t width_ = 0;
    std::vector<Step> steps_;
    std::vector<Join> joins_;
    std::vector<std::int32_t> ends_;   // the cells at the ends of steps, from column 1 on
    std::vector<std::int32_t> table_;  // a row for each set on the left, a column for each end
};

}  // namespace wordorder
