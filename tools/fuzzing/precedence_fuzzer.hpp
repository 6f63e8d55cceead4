// Words in the order of random rules; many rules and many trees are invalid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dice.hpp"
#include "preordering/precedence.hpp"
#include "report.hpp"
#include "syntax_oracles.hpp"
#include "syntax_shapes.hpp"

namespace wordorder::fuzzing {

class PrecedenceFuzzer {
public:
    explicit PrecedenceFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        const Tables tables = random_tables();
        Words heads = shapes_.heads(dice_.between(0, dice_.one_in(10) ? 200 : 9));
        for (auto i = dice_.one_in(3) ? dice_.between(1, 2) : 0; i > 0; --i) shapes_.spoil(heads);
        heads.shrink_to_fit();
        current_input = [&] { return "heads " + written(heads); };
        const Words places = arranged(tables, heads);
        const bool is_one_tree = is_tree(heads) && std::count(heads.begin(), heads.end(), -1) <= 1;
        if (places.empty()) return;
        require(is_one_tree, "what is no tree is rejected");
        check(heads, places);
    }

private:
    static constexpr std::int64_t LABELS = 4, NAMES = 6, COLUMNS = 6;

    // Rows one after the other.
    struct Table {
        Words values;
        std::vector<std::int64_t> offsets{0};

        void append(const Words& row) {
            values.insert(values.end(), row.begin(), row.end());
            offsets.push_back(std::ssize(values));
        }
        Rows rows() const { return Rows(values, Offsets(std::span<const std::int64_t>(offsets))); }
    };

    struct Tables {
        Words columns, heads, sides, manners;
        Table tests, entries, named, allowed;
    };

    Words numbers(std::int64_t count, std::int64_t end) {
        Words found(count);
        for (auto& number : found) number = static_cast<std::int32_t>(dice_.between(0, end - 1));
        return found;
    }

    Tables random_tables() {
        Tables made;
        const std::int64_t conditions = dice_.between(0, 3), tests = dice_.between(1, 4);
        made.columns = numbers(conditions, COLUMNS);
        for (std::int64_t i = 0; i < conditions; ++i) {
            Words allowed = numbers(dice_.between(0, 3), NAMES);
            std::sort(allowed.begin(), allowed.end());
            made.allowed.append(allowed);
        }
        made.tests.append({});
        for (std::int64_t i = 1; i < tests; ++i) {
            made.tests.append(numbers(conditions ? dice_.between(0, 2) : 0, conditions));
        }
        const std::int64_t rules = dice_.between(0, 3);
        made.heads = numbers(rules, tests);
        for (std::int64_t rule = 0; rule < rules; ++rule) add_rule(made, tests);
        if (dice_.one_in(4)) spoil(made);
        return made;
    }

    // Its first two entries are for the head and for all others.
    void add_rule(Tables& made, std::int64_t tests) {
        const std::int64_t entries = dice_.between(2, 6);
        Words own_tests = numbers(entries, tests), sides = numbers(entries, 3);
        const Words manners = numbers(entries, 3);
        own_tests[1] = sides[1] = 0;
        made.entries.append(own_tests);
        made.sides.insert(made.sides.end(), sides.begin(), sides.end());
        made.manners.insert(made.manners.end(), manners.begin(), manners.end());
        made.named.append({1});
        made.named.append({0});
        for (std::int64_t label = 2; label < LABELS; ++label) {
            made.named.append(numbers(dice_.between(0, 2), entries));
        }
    }

    void spoil(Tables& made) {
        Words& spoilt = *dice_.pick(std::vector<Words*>{&made.columns, &made.heads, &made.sides,
                                                        &made.manners, &made.tests.values,
                                                        &made.entries.values, &made.named.values});
        if (spoilt.empty()) return;
        if (dice_.one_in(3)) {
            if (&spoilt != &made.tests.values && &spoilt != &made.entries.values &&
                &spoilt != &made.named.values) {
                spoilt.pop_back();
            }
            return;
        }
        const std::int32_t any = dice_.any_int32();
        spoilt[dice_.between(0, spoilt.size() - 1)] = dice_.one_in(2) ? any : -1;
    }

    // Nothing if the rules or the tree are rejected.
    Words arranged(const Tables& made, const Words& heads) {
        const std::int64_t count = std::ssize(heads);
        const Words deprels = numbers(count, NAMES + dice_.one_in(10)),
                    upos = numbers(count, NAMES), xpos = numbers(count, NAMES),
                    lemmas = numbers(count, NAMES), labels = numbers(NAMES, LABELS),
                    bases = numbers(NAMES, LABELS);
        Table markers, features, trees;
        for (std::int64_t i = 0; i < count; ++i) {
            markers.append(numbers(dice_.between(0, 2), NAMES));
            features.append(numbers(dice_.between(0, 2), NAMES));
        }
        trees.append(heads);
        Words places(count), rules(count), entries(count);
        try {
            const PrecedenceRules known(made.columns, made.tests.rows(), made.heads,
                                        made.entries.rows(), made.sides, made.manners,
                                        made.named.rows(), LABELS);
            const RuleWords words{
                trees.rows(),        deprels, upos, xpos, lemmas, markers.rows(), features.rows(),
                made.allowed.rows(), labels,  bases};
            Precedence(known, words).arrange(0, places, rules, entries);
        } catch (const InputError&) {
            ++tally["precedence/rejected"];
            return {};
        }
        ++tally["precedence/arranged"];
        return places;
    }

    static void check(const Words& heads, const Words& places) {
        Words order(places.size(), -1);
        for (std::size_t word = 0; word < places.size(); ++word) {
            require(places[word] >= 0 && places[word] < std::ssize(places),
                    "places are in the row");
            order[places[word]] = static_cast<std::int32_t>(word);
        }
        require(std::ranges::find(order, -1) == order.end(), "every place is taken");
        Words first = places, last = places, size(places.size(), 1);
        for (std::size_t word = 0; word < places.size(); ++word) {
            for (std::int32_t at = heads[word]; at != -1; at = heads[at]) {
                first[at] = std::min(first[at], places[word]);
                last[at] = std::max(last[at], places[word]);
                ++size[at];
            }
        }
        for (std::size_t word = 0; word < places.size(); ++word) {
            require(last[word] - first[word] + 1 == size[word], "subtrees stay together");
        }
    }

    Dice dice_;
    SyntaxShapes shapes_;
};

}  // namespace wordorder::fuzzing
