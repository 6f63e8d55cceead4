// The gains of moving entries of a precedence rule, over all sentences at once.
//
// A head and its children are the units of the head. Every unit has a place. Units are written by
// place, and those of one place in source order or in its reverse.
#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/rows.hpp"
#include "preordering/order_judge.hpp"

namespace wordorder {

// The units of every head (the head and its children), in source order, as one list.
class UnitLists {
public:
    // Heads count from 0 within their sentence, -1 for the root, and form a projective tree.
    explicit UnitLists(const Rows& heads) {
        const std::size_t words = heads.values().size();
        begins_.assign(words + 1, 0);
        for_each_unit(heads, [this](std::size_t head, std::int32_t) { ++begins_[head + 1]; });
        for (std::size_t word = 0; word < words; ++word) begins_[word + 1] += begins_[word];
        units_.resize(begins_[words]);
        std::vector<std::int64_t> ends(begins_.begin(), begins_.end() - 1);
        for_each_unit(heads,
                      [&](std::size_t head, std::int32_t unit) { units_[ends[head]++] = unit; });
    }

    std::int64_t begin(std::size_t head) const { return begins_[head]; }
    std::int64_t end(std::size_t head) const { return begins_[head + 1]; }
    std::size_t count(std::size_t head) const { return end(head) - begin(head); }
    // Numbers within the sentence.
    Ranks of(std::size_t head) const { return {units_.data() + begin(head), count(head)}; }
    const std::vector<std::int32_t>& all() const { return units_; }

private:
    template <class Visit>
    static void for_each_unit(const Rows& heads, Visit&& visit) {
        for (std::size_t row = 0; row < heads.size(); ++row) {
            const Ranks own = heads[row];
            const std::int64_t begin = heads.offsets()[row];
            for (std::int32_t word = 0; word < std::ssize(own); ++word) {
                visit(begin + word, word);
                if (own[word] >= 0) visit(begin + own[word], word);
            }
        }
    }

    std::vector<std::int64_t> begins_;
    std::vector<std::int32_t> units_;
};

// Twice the place, plus one if its units are written in reverse.
using UnitPlace = std::int32_t;

// Sets of units that may move together, by the kind of the unit.
struct UnitGroups {
    Rows of_kind;                           // the groups that have each kind
    std::span<const std::uint8_t> allowed;  // for each group and each place, whether to try it
    std::span<const UnitPlace> places;
    std::size_t groups() const { return allowed.size() / places.size(); }
};

class PrecedenceSearch {
public:
    PrecedenceSearch(const Rows& heads, Ranks group_starts, Ranks linked_starts, OrderJudge judge)
        : heads_(heads), group_starts_(group_starts), linked_starts_(linked_starts),
          judge_(std::move(judge)), units_(heads), arranged_(units_.all()),
          row_of_(heads.values().size()), tried_(heads.size()) {
        for (std::size_t row = 0; row < heads.size(); ++row) {
            const std::int64_t begin = heads.offsets()[row], end = heads.offsets()[row + 1];
            std::fill(row_of_.begin() + begin, row_of_.begin() + end, row);
            write_order(row);
            if (order_.size() != heads[row].size()) {
                throw InputError("row " + std::to_string(row) + " is not a tree");
            }
            scores_.push_back(score_row(row));
        }
    }

    const std::vector<OrderScores>& scores() const { return scores_; }

    // Puts the units of some heads at their places: places[word] is the place of a word among the
    // units of its head, own_place that of a head among its own.
    void arrange(std::span<const std::int64_t> heads, std::span<const UnitPlace> places,
                 UnitPlace own_place) {
        for_each_sentence(heads, [&](std::size_t row, std::span<const std::int64_t> own) {
            const std::int64_t begin = heads_.offsets()[row];
            for (const std::int64_t head : own) {
                arrange_head(head, [&](std::int32_t unit) {
                    return begin + unit == head ? own_place : places[begin + unit];
                });
            }
            scores_[row] = score_row(row);
        });
    }

    // For all groups at all places: over all words and over linked ones, summed over sentences.
    struct Gains {
        explicit Gains(std::size_t size)
            : all(size), linked(size), all_squares(size), linked_squares(size), products(size) {}

        void add(std::size_t at, OrderScores gain) {
            if (gain.all == 0 && gain.linked == 0) return;
            all[at] += gain.all;
            linked[at] += gain.linked;
            all_squares[at] += gain.all * gain.all;
            linked_squares[at] += gain.linked * gain.linked;
            products[at] += gain.all * gain.linked;
        }

        std::vector<double> all, linked, all_squares, linked_squares, products;
    };

    // Units stand at `places`. kinds[word] is the kind of a word as a child, own_kind that of a
    // head among its own units.
    Gains gains(std::span<const std::int64_t> heads, std::span<const std::uint8_t> rows,
                std::span<const UnitPlace> places, UnitPlace own_place,
                std::span<const std::int32_t> kinds, std::int32_t own_kind,
                const UnitGroups& groups) {
        Gains found(groups.allowed.size());
        slot_of_.assign(groups.groups(), -1);
        for_each_sentence(heads, [&](std::size_t row, std::span<const std::int64_t> own) {
            if (!rows[row]) return;
            const Sentence sentence{row, own, heads_.offsets()[row]};
            collect_units(sentence, places, own_place, kinds, own_kind, groups);
            number_gaps(groups);
            forget_other_trials(sentence);
            for (std::size_t slot = 0; slot < touched_.size(); ++slot) {
                add_gains(sentence, slot, groups, found);
            }
        });
        return found;
    }

private:
    using Set = std::vector<std::uint64_t>;  // of units, a bit for each

    struct Unit {
        UnitPlace place;
        std::int32_t kind;
    };
    struct Sentence {
        std::size_t row;
        std::span<const std::int64_t> heads;
        std::int64_t begin;
    };
    // The gains of moving a set of units to each gap; NaN where untried.
    struct Trial {
        Set members;
        std::vector<OrderScores> by_gap;
    };
    // The trials of a sentence, valid until something else in it changes.
    struct Tried {
        std::vector<std::int64_t> heads;
        std::vector<std::int32_t> arranged, shape;
        std::vector<Trial> trials;
    };
    static constexpr double UNTRIED = std::numeric_limits<double>::quiet_NaN();

    template <class Visit>
    void for_each_sentence(std::span<const std::int64_t> heads, Visit&& visit) const {
        for (std::size_t first = 0; first < heads.size();) {
            const std::size_t row = row_of_[heads[first]];
            std::size_t behind = first + 1;
            while (behind < heads.size() && row_of_[heads[behind]] == row) ++behind;
            visit(row, heads.subspan(first, behind - first));
            first = behind;
        }
    }

    // Finds the units of a sentence, and for each group the units that move with it.
    void collect_units(const Sentence& sentence, std::span<const UnitPlace> places,
                       UnitPlace own_place, std::span<const std::int32_t> kinds,
                       std::int32_t own_kind, const UnitGroups& groups) {
        unit_of_.clear();
        before_.clear();
        touched_.clear();
        sets_.clear();
        std::size_t count = 0;
        for (const std::int64_t head : sentence.heads) count += units_.count(head);
        set_size_ = (count + 63) / 64;
        for (const std::int64_t head : sentence.heads) {
            append_arranged(head, before_);
            const Ranks own = units_.of(head);
            for (const std::int32_t unit : own) {
                const std::int64_t word = sentence.begin + unit;
                unit_of_.push_back(word == head ? Unit{own_place, own_kind}
                                                : Unit{places[word], kinds[word]});
                if (own.size() == 1) continue;
                for (const std::int32_t group : groups.of_kind[unit_of_.back().kind]) {
                    add_member(group, unit_of_.size() - 1);
                }
            }
        }
        for (const std::int32_t group : touched_) slot_of_[group] = -1;
    }

    void add_member(std::int32_t group, std::size_t unit) {
        std::int32_t& slot = slot_of_[group];
        if (slot < 0) {
            slot = static_cast<std::int32_t>(touched_.size());
            touched_.push_back(group);
            sets_.resize(sets_.size() + set_size_);
        }
        sets_[slot * set_size_ + unit / 64] |= std::uint64_t{1} << unit % 64;
    }

    // Places with the same gap give the same order, since no unit stands between them. The shape
    // tells the gaps of the units.
    void number_gaps(const UnitGroups& groups) {
        taken_.clear();
        for (const Unit& unit : unit_of_) taken_.push_back(unit.place / 2);
        std::ranges::sort(taken_);
        taken_.erase(std::ranges::unique(taken_).begin(), taken_.end());
        gaps_.clear();
        for (const UnitPlace place : groups.places) gaps_.push_back(gap_of(place));
        shape_.clear();
        for (const Unit& unit : unit_of_) shape_.push_back(gap_of(unit.place));
    }

    std::int32_t gap_of(UnitPlace place) const {
        const auto next = std::ranges::lower_bound(taken_, place / 2);
        const bool is_taken = next != taken_.end() && *next == place / 2;
        const auto number = static_cast<std::int32_t>(next - taken_.begin());
        return 4 * number + 2 * is_taken + place % 2;
    }

    void forget_other_trials(const Sentence& sentence) {
        Tried& tried = tried_[sentence.row];
        const std::size_t words = heads_[sentence.row].size();
        const auto begin = arranged_.begin() + units_.begin(sentence.begin);
        const auto end = arranged_.begin() + units_.begin(sentence.begin + words);
        if (std::ranges::equal(tried.heads, sentence.heads) && tried.shape == shape_ &&
            std::equal(begin, end, tried.arranged.begin(), tried.arranged.end())) {
            return;
        }
        tried.heads.assign(sentence.heads.begin(), sentence.heads.end());
        tried.arranged.assign(begin, end);
        tried.shape = shape_;
        tried.trials.clear();
    }

    void add_gains(const Sentence& sentence, std::size_t slot, const UnitGroups& groups,
                   Gains& found) {
        Trial& trial = trial_of(sentence, slot);
        const std::size_t first = touched_[slot] * groups.places.size();
        last_ = before_;
        last_gain_ = {};
        for (std::size_t column = 0; column < groups.places.size(); ++column) {
            if (!groups.allowed[first + column]) continue;
            OrderScores& gain = trial.by_gap[gaps_[column]];
            if (std::isnan(gain.all)) gain = tried_gain(sentence, trial, groups.places[column]);
            found.add(first + column, gain);
        }
        if (last_ != before_) restore(sentence);
    }

    // Groups with the same units in this sentence gain the same.
    Trial& trial_of(const Sentence& sentence, std::size_t slot) {
        const auto set = sets_.begin() + slot * set_size_;
        auto& trials = tried_[sentence.row].trials;
        for (Trial& trial : trials) {
            if (std::equal(trial.members.begin(), trial.members.end(), set)) return trial;
        }
        trials.push_back({Set(set, set + set_size_),
                          std::vector<OrderScores>(4 * taken_.size() + 4, {UNTRIED, UNTRIED})});
        return trials.back();
    }

    // Leaves the sentence in the order tried, and the order of its units in `last_`.
    OrderScores tried_gain(const Sentence& sentence, const Trial& trial, UnitPlace place) {
        moved_.clear();
        std::size_t first = 0;
        for (const std::int64_t head : sentence.heads) {
            std::size_t number = first;
            first += units_.count(head);
            if (has_member(trial.members, number, first)) {
                arrange_head(head, [&](std::int32_t) {
                    const std::size_t own = number++;
                    return is_member(trial.members, own) ? place : unit_of_[own].place;
                });
            }
            append_arranged(head, moved_);
        }
        if (moved_ != last_) {
            std::swap(moved_, last_);
            last_gain_ = score_row(sentence.row) - scores_[sentence.row];
        }
        return last_gain_;
    }

    static bool is_member(const Set& set, std::size_t unit) {
        return set[unit / 64] >> unit % 64 & 1;
    }

    static bool has_member(const Set& set, std::size_t first, std::size_t end) {
        while (first < end && !is_member(set, first)) ++first;
        return first < end;
    }

    void append_arranged(std::int64_t head, std::vector<std::int32_t>& to) const {
        to.insert(to.end(), arranged_.begin() + units_.begin(head),
                  arranged_.begin() + units_.end(head));
    }

    void restore(const Sentence& sentence) {
        auto from = before_.begin();
        for (const std::int64_t head : sentence.heads) {
            std::copy_n(from, units_.count(head), arranged_.begin() + units_.begin(head));
            from += units_.count(head);
        }
    }

    // Calls place_of(unit) for each unit, in source order.
    template <class PlaceOf>
    void arrange_head(std::int64_t head, PlaceOf&& place_of) {
        const Ranks own = units_.of(head);
        keys_.clear();
        for (const std::int32_t unit : own) {
            const UnitPlace place = place_of(unit);
            keys_.push_back({place, place % 2 ? -unit : unit});
        }
        const auto to = arranged_.begin() + units_.begin(head);
        if (own.size() <= FEW) {
            insert_by_key(own, to);
            return;
        }
        by_key_.resize(own.size());
        std::iota(by_key_.begin(), by_key_.end(), 0);
        std::ranges::sort(by_key_, {}, [this](std::size_t number) { return keys_[number]; });
        std::ranges::transform(by_key_, to, [own](std::size_t number) { return own[number]; });
    }

    // Fastest for a few units, but quadratic.
    void insert_by_key(Ranks own, std::vector<std::int32_t>::iterator to) {
        for (std::size_t count = 0; count < own.size(); ++count) {
            const Key key = keys_[count];
            std::size_t at = count;
            for (; at > 0 && keys_[at - 1] > key; --at) {
                keys_[at] = keys_[at - 1];
                to[at] = to[at - 1];
            }
            keys_[at] = key;
            to[at] = own[count];
        }
    }

    OrderScores score_row(std::size_t row) {
        const std::int64_t begin = heads_.offsets()[row];
        write_order(row);
        const std::size_t words = heads_[row].size();
        return judge_.judge(order_, group_starts_.subspan(begin, words),
                            linked_starts_.subspan(begin, words));
    }

    void write_order(std::size_t row) {
        const std::int64_t begin = heads_.offsets()[row];
        const Ranks heads = heads_[row];
        order_.clear();
        const auto root = std::ranges::find(heads, -1) - heads.begin();
        open_.clear();
        open_.push_back({static_cast<std::int32_t>(root), units_.begin(begin + root)});
        while (!open_.empty()) {
            auto& [head, next] = open_.back();
            if (next == units_.end(begin + head)) {
                open_.pop_back();
                continue;
            }
            const std::int32_t unit = arranged_[next++];
            const std::int64_t inside = units_.begin(begin + unit);
            if (unit == head || units_.end(begin + unit) - inside == 1) {
                order_.push_back(unit);
            } else {
                open_.push_back({unit, inside});
            }
        }
    }

    struct Open {
        std::int32_t head;
        std::int64_t next;
    };
    struct Key {
        UnitPlace place;
        std::int32_t in_place;
        auto operator<=>(const Key&) const = default;
    };
    static constexpr std::size_t FEW = 32;

    Rows heads_;
    Ranks group_starts_, linked_starts_;
    OrderJudge judge_;
    UnitLists units_;
    std::vector<std::int32_t> arranged_;  // like units_, in the order written
    std::vector<std::size_t> row_of_;
    std::vector<OrderScores> scores_;
    std::vector<Tried> tried_;  // by row

    // Of one sentence.
    std::vector<Unit> unit_of_;          // of its heads, in source order
    std::vector<std::int32_t> before_;   // these units as arranged so far
    std::vector<std::int32_t> touched_;  // the groups that have units
    Set sets_;                           // the units of each of them, one after the other
    std::size_t set_size_ = 0;
    std::vector<std::int32_t> slot_of_;  // the slot of each group, or -1
    std::vector<UnitPlace> taken_;       // halves of the places of units
    std::vector<std::int32_t> gaps_, shape_;

    std::vector<std::int32_t> last_, moved_, order_;
    OrderScores last_gain_;
    std::vector<Key> keys_;
    std::vector<std::size_t> by_key_;
    std::vector<Open> open_;
};

}  // namespace wordorder
