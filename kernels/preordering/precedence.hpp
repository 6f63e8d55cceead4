// The word order that precedence rules give to dependency trees, in linear time and without
// recursion: a tree may be as deep as the sentence is long.
//
// The units of a head are the head itself and the subtrees of its dependents. The first rule whose
// test the head passes assigns each unit to one of its entries; units are written in the order of
// their entries.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/pair_map.hpp"
#include "core/rows.hpp"

namespace wordorder {

enum class ChildSide : std::int32_t { both, before, after };
enum class Manner : std::int32_t { normal, reverse, fixed };
enum class WordColumn : std::int32_t { upos, deprel, xpos, lemma, marker, features };

// Rules as tables of numbers. Labels are numbers, too: OTHERS and SELF, then the labels that rules
// name.
class PrecedenceRules {
public:
    static constexpr std::int32_t OTHERS = 0, SELF = 1;

    using Numbers = std::span<const std::int32_t>;

    // The column of each condition; the conditions of each test; the test of each rule's head; for
    // each rule a row of entries, given by their tests, with all their sides and manners; for each
    // rule and label a row of the entries that name it.
    PrecedenceRules(Numbers columns, const Rows& tests, Numbers heads, const Rows& entries,
                    Numbers sides, Numbers manners, const Rows& named, std::int32_t labels)
        : columns_(columns), tests_(tests), heads_(heads), entries_(entries), sides_(sides),
          manners_(manners), named_(named), labels_(labels) {
        check();
    }

    std::int32_t rules() const { return static_cast<std::int32_t>(heads_.size()); }
    std::int32_t labels() const { return labels_; }
    std::size_t conditions() const { return columns_.size(); }
    WordColumn column(std::int32_t condition) const { return WordColumn{columns_[condition]}; }
    bool look_at(WordColumn column) const {
        return std::ranges::find(columns_, static_cast<std::int32_t>(column)) != columns_.end();
    }

    Numbers conditions_of(std::int32_t test) const { return tests_[test]; }
    std::int32_t head_test(std::int32_t rule) const { return heads_[rule]; }
    Numbers named(std::int32_t rule, std::int32_t label) const {
        return named_[static_cast<std::size_t>(rule) * labels_ + label];
    }
    std::int32_t test(std::int32_t rule, std::int32_t entry) const { return entries_[rule][entry]; }
    ChildSide side(std::int32_t rule, std::int32_t entry) const {
        return ChildSide{sides_[at(rule, entry)]};
    }
    Manner manner(std::int32_t rule, std::int32_t entry) const {
        return Manner{manners_[at(rule, entry)]};
    }

private:
    std::size_t at(std::int32_t rule, std::int32_t entry) const {
        return entries_.offsets()[rule] + entry;
    }

    static void refuse_outside(Numbers numbers, std::size_t end, const char* what) {
        for (const std::int32_t number : numbers) {
            refuse_if(number < 0 || static_cast<std::size_t>(number) >= end, what);
        }
    }

    void check() const {
        refuse_if(labels_ <= SELF, "expected labels for the head and for all others");
        refuse_if(entries_.size() != heads_.size() || entries_.offsets()[0] != 0 ||
                      named_.size() != heads_.size() * labels_,
                  "each rule needs a row of entries and rows of labels");
        const auto count = static_cast<std::size_t>(entries_.offsets()[entries_.size()]);
        refuse_if(sides_.size() != count || manners_.size() != count,
                  "each entry needs a side and a manner");
        refuse_outside(columns_, static_cast<std::size_t>(WordColumn::features) + 1,
                       "there is no such column");
        refuse_outside(tests_.values(), columns_.size(), "there is no such condition");
        refuse_outside(heads_, tests_.size(), "there is no such test");
        refuse_outside(entries_.values(), tests_.size(), "there is no such test");
        refuse_outside(sides_, static_cast<std::size_t>(ChildSide::after) + 1,
                       "there is no such side");
        refuse_outside(manners_, static_cast<std::size_t>(Manner::fixed) + 1,
                       "there is no such manner");
        for (std::int32_t rule = 0; rule < rules(); ++rule) check_labels(rule);
    }

    void check_labels(std::int32_t rule) const {
        for (std::int32_t label = 0; label < labels_; ++label) {
            refuse_outside(named(rule, label), entries_[rule].size(), "there is no such entry");
        }
        refuse_if(named(rule, SELF).size() != 1, "each rule needs one entry for the head");
        for (const ChildSide side : {ChildSide::before, ChildSide::after}) {
            const auto takes_all = [&](std::int32_t entry) {
                const ChildSide own = this->side(rule, entry);
                return (own == ChildSide::both || own == side) &&
                       conditions_of(test(rule, entry)).empty();
            };
            refuse_if(std::ranges::none_of(named(rule, OTHERS), takes_all),
                      "each rule needs an entry for all others");
        }
    }

    Numbers columns_;
    Rows tests_;
    Numbers heads_;
    Rows entries_;
    Numbers sides_, manners_;
    Rows named_;
    std::int32_t labels_;
};

// The data that rules may look at: numbers for each word, and for each relation its label and that
// of the relation without its subtype.
struct RuleWords {
    using Numbers = std::span<const std::int32_t>;

    Rows heads;
    Numbers deprels, upos, xpos, lemmas;    // the last two only if rules look at them
    std::optional<Rows> markers, features;  // a row for each word, likewise
    Rows allowed;                           // for each condition, sorted: the numbers that meet it
    Numbers labels, base_labels;            // OTHERS where the rules do not name it
};

class Precedence {
public:
    static constexpr std::int32_t NONE = -1;

    Precedence(const PrecedenceRules& rules, const RuleWords& words)
        : rules_(rules), words_(words) {
        const std::size_t count = words.heads.values().size();
        const auto needs = [&](WordColumn column, std::size_t size) {
            refuse_if(rules.look_at(column) && size != count,
                      "the rules test a column that is not given");
        };
        refuse_if(words.deprels.size() != count || words.upos.size() != count,
                  "each word needs a relation and a part of speech");
        needs(WordColumn::xpos, words.xpos.size());
        needs(WordColumn::lemma, words.lemmas.size());
        needs(WordColumn::marker, words.markers ? words.markers->size() : 0);
        needs(WordColumn::features, words.features ? words.features->size() : 0);
        refuse_if(words.allowed.size() != rules.conditions(),
                  "each condition needs the numbers that meet it");
        refuse_if(words.labels.size() != words.base_labels.size(),
                  "each relation needs a label and a base label");
        for (const auto& labels : {words.labels, words.base_labels}) {
            for (const std::int32_t label : labels) {
                refuse_if(label < 0 || label >= rules.labels(), "there is no such label");
            }
        }
    }

    // Writes for each word of a sentence its place, the rule that orders its dependents (NONE
    // without dependents or a matching rule), and its entry in the rule of its head (NONE for the
    // root, and if its head has no rule).
    void arrange(std::size_t row, std::span<std::int32_t> places, std::span<std::int32_t> rules,
                 std::span<std::int32_t> entries) {
        heads_ = words_.heads[row];
        first_word_ = words_.heads.offsets()[row];
        std::ranges::fill(rules, NONE);
        std::ranges::fill(entries, NONE);
        if (heads_.empty()) return;
        list_units();
        order_from_root();
        for (std::int32_t head = 0; head < words(); ++head) {
            if (begin_[head + 1] - begin_[head] == 1) continue;  // the head alone
            rules[head] = rule_of(head);
            if (rules[head] != NONE) arrange_units(head, rules[head], entries);
        }
        write_places(places);
    }

private:
    std::int32_t words() const { return static_cast<std::int32_t>(heads_.size()); }
    std::span<std::int32_t> units(std::int32_t head) {
        return {units_.data() + begin_[head], units_.data() + begin_[head + 1]};
    }

    // The units of each head, in the order of the source.
    void list_units() {
        begin_.assign(words() + 2, 0);
        for (std::int32_t word = 0; word < words(); ++word) {
            const std::int32_t head = heads_[word];
            refuse_if(head < NONE || head >= words(), "a head is outside its sentence");
            ++begin_[word + 2];
            if (head != NONE) ++begin_[head + 2];
        }
        for (std::int32_t word = 0; word < words(); ++word) begin_[word + 2] += begin_[word + 1];
        units_.resize(begin_.back());
        for (std::int32_t word = 0; word < words(); ++word) {
            // Afterwards begin_[head + 1] is where the units of the head end.
            units_[begin_[word + 1]++] = word;
            if (heads_[word] != NONE) units_[begin_[heads_[word] + 1]++] = word;
        }
    }

    // Heads before their dependents.
    void order_from_root() {
        top_down_.clear();
        for (std::int32_t word = 0; word < words(); ++word) {
            if (heads_[word] == NONE) top_down_.push_back(word);
        }
        refuse_if(top_down_.size() != 1, "expected one root");
        for (std::size_t done = 0; done < top_down_.size(); ++done) {
            const std::int32_t head = top_down_[done];
            for (const std::int32_t unit : units(head)) {
                if (unit != head) top_down_.push_back(unit);
            }
        }
        refuse_if(std::ssize(top_down_) != words(), "not all heads lead to a root");
    }

    // Most rules ask for part of speech or relation. The rules that a pair of these allows are
    // listed once, so the number of other rules does not matter.
    std::int32_t rule_of(std::int32_t head) {
        const std::int64_t word = first_word_ + head;
        const auto pair = std::uint64_t{static_cast<std::uint32_t>(words_.upos[word])} << 32 |
                          static_cast<std::uint32_t>(words_.deprels[word]);
        const auto count = static_cast<std::int32_t>(allowed_rules_.size());
        const auto [list, is_new] = lists_of_rules_.insert(pair, count);
        if (is_new) allowed_rules_.push_back(rules_allowed_for(word));
        for (const std::int32_t rule : allowed_rules_[list]) {
            if (holds(rules_.head_test(rule), head)) return rule;
        }
        return NONE;
    }

    // Ends with the first rule that asks for nothing else.
    std::vector<std::int32_t> rules_allowed_for(std::int64_t word) const {
        std::vector<std::int32_t> found;
        for (std::int32_t rule = 0; rule < rules_.rules(); ++rule) {
            bool is_allowed = true, asks_for_more = false;
            for (const std::int32_t condition : rules_.conditions_of(rules_.head_test(rule))) {
                const WordColumn column = rules_.column(condition);
                const bool is_listed = column == WordColumn::upos || column == WordColumn::deprel;
                asks_for_more |= !is_listed;
                is_allowed &= !is_listed || meets(condition, word);
            }
            if (is_allowed) found.push_back(rule);
            if (is_allowed && !asks_for_more) break;
        }
        return found;
    }

    bool holds(std::int32_t test, std::int32_t word) const {
        return std::ranges::all_of(rules_.conditions_of(test), [&](std::int32_t condition) {
            return meets(condition, first_word_ + word);
        });
    }

    bool meets(std::int32_t condition, std::int64_t word) const {
        const Ranks allowed = words_.allowed[condition];
        const auto is_allowed = [&](std::int32_t number) {
            return std::ranges::binary_search(allowed, number);
        };
        switch (rules_.column(condition)) {
            case WordColumn::upos: return is_allowed(words_.upos[word]);
            case WordColumn::deprel: return is_allowed(words_.deprels[word]);
            case WordColumn::xpos: return is_allowed(words_.xpos[word]);
            case WordColumn::lemma: return is_allowed(words_.lemmas[word]);
            case WordColumn::marker:
                return std::ranges::any_of((*words_.markers)[word], is_allowed);
            case WordColumn::features: break;
        }
        return std::ranges::any_of((*words_.features)[word], is_allowed);
    }

    // The exact label beats the base label, which beats all others; among equals the first wins.
    std::int32_t entry_of(std::int32_t unit, std::int32_t head, std::int32_t rule) const {
        if (unit == head) return rules_.named(rule, PrecedenceRules::SELF)[0];
        const std::int32_t deprel = words_.deprels[first_word_ + unit];
        refuse_if(deprel < 0 || deprel >= std::ssize(words_.labels), "there is no such relation");
        for (const std::int32_t label : {words_.labels[deprel], words_.base_labels[deprel]}) {
            if (label == PrecedenceRules::OTHERS) continue;  // the rules do not name it
            const std::int32_t entry = first_that_takes(rule, label, unit, head);
            if (entry != NONE) return entry;
        }
        return first_that_takes(rule, PrecedenceRules::OTHERS, unit, head);
    }

    std::int32_t first_that_takes(std::int32_t rule, std::int32_t label, std::int32_t unit,
                                  std::int32_t head) const {
        for (const std::int32_t entry : rules_.named(rule, label)) {
            if (takes(rule, entry, unit, head)) return entry;
        }
        return NONE;
    }

    bool takes(std::int32_t rule, std::int32_t entry, std::int32_t unit, std::int32_t head) const {
        const ChildSide side = rules_.side(rule, entry);
        const ChildSide own = unit < head ? ChildSide::before : ChildSide::after;
        return (side == ChildSide::both || side == own) && holds(rules_.test(rule, entry), unit);
    }

    void arrange_units(std::int32_t head, std::int32_t rule, std::span<std::int32_t> entries) {
        const std::span<std::int32_t> own = units(head);
        moved_.clear();
        free_.clear();
        for (std::size_t place = 0; place < own.size(); ++place) {
            const std::int32_t unit = own[place], entry = entry_of(unit, head, rule);
            if (unit != head) entries[unit] = entry;
            const Manner manner = rules_.manner(rule, entry);
            if (manner == Manner::fixed) continue;
            free_.push_back(place);
            moved_.push_back({entry, manner == Manner::reverse ? -unit : unit, unit});
        }
        std::ranges::sort(moved_);
        for (std::size_t i = 0; i < free_.size(); ++i) own[free_[i]] = moved_[i].unit;
    }

    void write_places(std::span<std::int32_t> places) {
        sizes_.assign(words(), 1);
        for (std::size_t i = top_down_.size(); i-- > 1;) {
            sizes_[heads_[top_down_[i]]] += sizes_[top_down_[i]];
        }
        start_.resize(words());
        start_[top_down_[0]] = 0;
        for (const std::int32_t head : top_down_) {
            std::int32_t place = start_[head];
            for (const std::int32_t unit : units(head)) {
                (unit == head ? places[head] : start_[unit]) = place;
                place += unit == head ? 1 : sizes_[unit];
            }
        }
    }

    struct Moved {
        std::int32_t entry, among_equals, unit;
        auto operator<=>(const Moved&) const = default;
    };

    PrecedenceRules rules_;
    RuleWords words_;
    PairMap lists_of_rules_;  // by part of speech and relation: an index of allowed_rules_
    std::vector<std::vector<std::int32_t>> allowed_rules_;

    // The current sentence.
    Ranks heads_;
    std::int64_t first_word_ = 0;
    std::vector<std::int32_t> begin_, units_;  // the units of each head, one head after the other
    std::vector<std::int32_t> top_down_, sizes_, start_;
    std::vector<Moved> moved_;
    std::vector<std::size_t> free_;
};

}  // namespace wordorder
