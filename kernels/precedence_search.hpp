// What moving an entry of a precedence rule would gain, over all sentences at once.
//
// A head and its children are the units of the head. Every unit has a place; units are written by
// place, and those of one place in source order, or in the reverse of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "order_judge.hpp"
#include "rows.hpp"

namespace wordorder {

// Twice the number of the place, plus one if its units are written in reverse.
using Place = std::int32_t;

// The units of every head, in source order, as one list.
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
        for_each_unit(heads, [&](std::size_t head, std::int32_t unit) { units_[ends[head]++] = unit; });
    }

    std::int64_t begin(std::size_t head) const { return begins_[head]; }
    std::int64_t end(std::size_t head) const { return begins_[head + 1]; }
    std::size_t size() const { return units_.size(); }
    // Units count within their sentence.
    Ranks of(std::size_t head) const {
        return {units_.data() + begin(head), static_cast<std::size_t>(end(head) - begin(head))};
    }
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

// Sets of units that may move together, by the kind of the unit.
struct UnitGroups {
    Rows of_kind;                    // the groups that have each kind
    std::span<const std::uint8_t> allowed;  // for each group and each place, whether to try it
    std::span<const Place> places;
    std::size_t groups() const { return allowed.size() / places.size(); }
};

class PrecedenceSearch {
public:
    PrecedenceSearch(const Rows& heads, Ranks group_starts, Ranks linked_starts, OrderJudge judge)
        : heads_(heads), group_starts_(group_starts), linked_starts_(linked_starts), judge_(judge),
          units_(heads), arranged_(units_.all()), row_of_(heads.values().size()) {
        for (std::size_t row = 0; row < heads.size(); ++row) {
            const std::int64_t begin = heads.offsets()[row], end = heads.offsets()[row + 1];
            std::fill(row_of_.begin() + begin, row_of_.begin() + end, row);
            scores_.push_back(score_row(row));
        }
    }

    const std::vector<OrderScores>& scores() const { return scores_; }

    // Puts the units of some heads, sentence by sentence, at their places: `places[word]` is that of
    // a word among the units of its head, `own_place` that of a head among its own.
    void arrange(std::span<const std::int64_t> heads, std::span<const Place> places,
                 Place own_place) {
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

    // Of all groups at all places, over all words and over linked ones, summed over sentences.
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

    // The units of `heads` stand at the places given. `kinds[word]` is the kind of a word as a child,
    // and `own_kind` that of a head among its own units.
    Gains gains(std::span<const std::int64_t> heads, std::span<const std::uint8_t> rows,
                std::span<const Place> places, Place own_place,
                std::span<const std::int32_t> kinds, std::int32_t own_kind,
                const UnitGroups& groups) {
        Gains found(groups.allowed.size());
        for_each_sentence(heads, [&](std::size_t row, std::span<const std::int64_t> own) {
            if (!rows[row]) return;
            const std::int64_t begin = heads_.offsets()[row];
            Sentence sentence{row, own, begin, {}};
            collect_units(sentence, places, own_place, kinds, own_kind, groups);
            trials_.clear();
            number_gaps(groups);
            for (const std::int32_t group : touched_) try_group(sentence, group, groups, found);
            restore(sentence);
        });
        return found;
    }

private:
    struct Unit { Place place; std::int32_t kind; };
    struct Trial { std::vector<char> members; std::vector<OrderScores> gains; };
    struct Sentence {
        std::size_t row;
        std::span<const std::int64_t> heads;
        std::int64_t begin;
        std::vector<std::int32_t> before;  // the units as arranged so far
    };

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

    void collect_units(Sentence& sentence, std::span<const Place> places, Place own_place,
                       std::span<const std::int32_t> kinds, std::int32_t own_kind,
                       const UnitGroups& groups) {
        unit_of_.clear();
        touched_.clear();
        is_touched_.resize(groups.groups());
        for (const std::int64_t head : sentence.heads) {
            const auto begin = arranged_.begin() + units_.begin(head);
            sentence.before.insert(sentence.before.end(), begin,
                                   arranged_.begin() + units_.end(head));
            const Ranks own = units_.of(head);
            for (const std::int32_t unit : own) {
                const std::int64_t word = sentence.begin + unit;
                unit_of_.push_back(word == head ? Unit{own_place, own_kind}
                                                : Unit{places[word], kinds[word]});
                if (own.size() == 1) continue;
                for (const std::int32_t group : groups.of_kind[unit_of_.back().kind]) {
                    if (is_touched_[group]) continue;
                    is_touched_[group] = true;
                    touched_.push_back(group);
                }
            }
        }
        for (const std::int32_t group : touched_) is_touched_[group] = false;
    }

    // Groups that have the same units in this sentence gain the same.
    void try_group(const Sentence& sentence, std::int32_t group, const UnitGroups& groups,
                   Gains& found) {
        mark_members(group, groups);
        auto known = std::find_if(trials_.begin(), trials_.end(), [this](const Trial& trial) {
            return trial.members == is_member_;
        });
        if (known == trials_.end()) {
            trials_.push_back({is_member_, gains_by_place(sentence, groups)});
            known = trials_.end() - 1;
        }
        const std::size_t first = group * groups.places.size();
        for (std::size_t column = 0; column < groups.places.size(); ++column) {
            if (groups.allowed[first + column]) found.add(first + column, known->gains[column]);
        }
    }

    std::vector<OrderScores> gains_by_place(const Sentence& sentence, const UnitGroups& groups) {
        std::vector<OrderScores> gains;
        last_ = sentence.before;
        OrderScores gain;
        std::size_t last_gap = SIZE_MAX;
        for (std::size_t column = 0; column < groups.places.size(); ++column) {
            if (gaps_[column] != last_gap) {
                last_gap = gaps_[column];
                move_members(sentence, groups.places[column]);
                if (tried_ != last_) {
                    last_ = tried_;
                    gain = score_row(sentence.row) - scores_[sentence.row];
                }
            }
            gains.push_back(gain);
        }
        return gains;
    }

    // Places with the same number make the same order, since no unit stands between them.
    void number_gaps(const UnitGroups& groups) {
        taken_.clear();
        for (const Unit& unit : unit_of_) taken_.push_back(unit.place / 2);
        std::sort(taken_.begin(), taken_.end());
        gaps_.clear();
        for (const Place place : groups.places) {
            const auto next = std::lower_bound(taken_.begin(), taken_.end(), place / 2);
            const bool is_taken = next != taken_.end() && *next == place / 2;
            gaps_.push_back(4 * (next - taken_.begin()) + 2 * is_taken + place % 2);
        }
    }

    void mark_members(std::int32_t group, const UnitGroups& groups) {
        is_member_.clear();
        for (const Unit& unit : unit_of_) {
            const Ranks own = groups.of_kind[unit.kind];
            is_member_.push_back(std::find(own.begin(), own.end(), group) != own.end());
        }
    }

    // Leaves the new order of the units of all heads of the sentence in `tried_`.
    void move_members(const Sentence& sentence, Place place) {
        tried_.clear();
        std::size_t first = 0;
        for (const std::int64_t head : sentence.heads) {
            std::size_t number = first;
            arrange_head(head, [&](std::int32_t) {
                const std::size_t own = number++;
                return is_member_[own] ? place : unit_of_[own].place;
            });
            first = number;
            tried_.insert(tried_.end(), arranged_.begin() + units_.begin(head),
                          arranged_.begin() + units_.end(head));
        }
    }

    void restore(const Sentence& sentence) {
        auto from = sentence.before.begin();
        for (const std::int64_t head : sentence.heads) {
            const std::int64_t count = units_.end(head) - units_.begin(head);
            std::copy_n(from, count, arranged_.begin() + units_.begin(head));
            from += count;
        }
    }

    // `place_of(unit)` is called for each unit, in source order.
    template <class PlaceOf>
    void arrange_head(std::int64_t head, PlaceOf&& place_of) {
        const Ranks own = units_.of(head);
        const auto begin = arranged_.begin() + units_.begin(head);
        keys_.resize(own.size());
        for (std::size_t count = 0; count < own.size(); ++count) {
            const Place key = place_of(own[count]);
            const Place before_equals = key % 2;  // in reverse, the later one goes first
            std::size_t at = count;
            while (at > 0 && keys_[at - 1] + before_equals > key) {
                keys_[at] = keys_[at - 1];
                begin[at] = begin[at - 1];
                --at;
            }
            keys_[at] = key;
            begin[at] = own[count];
        }
    }

    OrderScores score_row(std::size_t row) {
        const std::int64_t begin = heads_.offsets()[row];
        write_order(row, begin);
        const std::size_t words = heads_[row].size();
        return judge_.judge(order_, group_starts_.subspan(begin, words),
                            linked_starts_.subspan(begin, words));
    }

    void write_order(std::size_t row, std::int64_t begin) {
        const Ranks heads = heads_[row];
        order_.clear();
        const auto root = std::find(heads.begin(), heads.end(), -1) - heads.begin();
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
            if (unit == head || units_.end(begin + unit) - inside == 1) order_.push_back(unit);
            else open_.push_back({unit, inside});
        }
    }

    struct Open { std::int32_t head; std::int64_t next; };

    Rows heads_;
    Ranks group_starts_, linked_starts_;
    OrderJudge judge_;
    UnitLists units_;
    std::vector<std::int32_t> arranged_;  // as units_, in the order in which they are written
    std::vector<std::size_t> row_of_;
    std::vector<OrderScores> scores_;
    std::vector<Unit> unit_of_;           // of the heads of one sentence, in source order
    std::vector<char> is_member_, is_touched_;
    std::vector<Trial> trials_;           // of one sentence
    std::vector<std::int32_t> touched_, taken_, last_, tried_, keys_, order_;
    std::vector<std::size_t> gaps_;
    std::vector<Open> open_;
};

}  // namespace wordorder
