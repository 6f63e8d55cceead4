// Gains of moving random groups of units, against orders made with the moves.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dice.hpp"
#include "preordering/precedence_search.hpp"
#include "report.hpp"
#include "syntax_shapes.hpp"

namespace wordorder::fuzzing {

class PrecedenceSearchFuzzer {
public:
    explicit PrecedenceSearchFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        Words heads, group_starts, linked_starts;
        std::vector<std::int64_t> offsets{0};
        for (auto rows = dice_.between(1, 3); rows > 0; --rows) {
            add_row(heads, group_starts, linked_starts);
            offsets.push_back(std::ssize(heads));
        }
        current_input = [&] { return "heads " + written(heads) + " in rows " + written(offsets); };
        const Rows rows(heads, Offsets(std::span<const std::int64_t>(offsets)));
        const char* metric = dice_.pick(std::vector{"fuzzy", "kendall", "ulam"});
        const OrderJudge judge(METRICS[number_of_metric(metric)]);
        try {
            search(PrecedenceSearch(rows, group_starts, linked_starts, judge), rows.size(),
                   heads.size());
            ++tally["precedence search/searched"];
        } catch (const InputError&) {
            ++tally["precedence search/no tree"];
        }
    }

private:
    static constexpr std::int64_t KINDS = 4, GROUPS = 3, PLACES = 24;
    using Numbers = std::vector<std::int64_t>;

    // The trials: heads, kinds of words, groups of each kind, and places.
    struct Trials {
        Numbers heads;
        Words kinds, groups, tried;
        Numbers offsets{0};
        std::vector<std::uint8_t> rows, allowed;

        bool moves(std::int32_t kind, std::int64_t group) const {
            const auto end = groups.begin() + offsets[kind + 1];
            return std::find(groups.begin() + offsets[kind], end, group) != end;
        }
    };

    void add_row(Words& heads, Words& group_starts, Words& linked_starts) {
        const std::int64_t words = dice_.one_in(20) ? dice_.between(33, 140) : dice_.between(1, 9);
        Words own = shapes_.heads(words);
        if (dice_.one_in(10)) shapes_.spoil(own);
        for (auto& head : own) head = head < -1 || head >= words ? -1 : head;
        if (std::ranges::find(own, -1) == own.end()) own[0] = -1;
        heads.insert(heads.end(), own.begin(), own.end());
        append_starts(words, words, group_starts);
        append_starts(words, dice_.between(0, words), linked_starts);
    }

    // Groups of some of the words of a row; -1 for the others.
    void append_starts(std::int64_t words, std::int64_t grouped, Words& to) {
        Words starts(words, -1);
        const Permutation order = dice_.permutation(words);
        std::int32_t start = 0;
        for (std::int32_t i = 0; i < grouped; ++i) {
            if (!dice_.one_in(3)) start = i;
            starts[order[i]] = start;
        }
        to.insert(to.end(), starts.begin(), starts.end());
    }

    Words numbers(std::int64_t count, std::int64_t end) {
        Words found(count);
        for (auto& number : found) number = static_cast<std::int32_t>(dice_.between(0, end - 1));
        return found;
    }

    void search(PrecedenceSearch search, std::size_t rows, std::int64_t words) {
        Trials trials = random_trials(rows, words);
        Words places(words);
        UnitPlace own_place = 0;
        for (auto round = dice_.between(1, 3); round > 0; --round) {
            if (!dice_.one_in(3)) {
                places = numbers(words, PLACES);
                own_place = static_cast<UnitPlace>(dice_.between(0, PLACES - 1));
            }
            search.arrange(trials.heads, places, own_place);
            check(search, trials, places, own_place);
        }
    }

    Trials random_trials(std::size_t rows, std::int64_t words) {
        Trials made;
        for (std::int64_t word = 0; word < words; ++word) {
            if (dice_.one_in(2)) made.heads.push_back(word);
        }
        made.kinds = numbers(words, KINDS);
        for (std::int64_t kind = 0; kind <= KINDS; ++kind) {
            for (std::int32_t group = 0; group < GROUPS; ++group) {
                if (dice_.one_in(2)) made.groups.push_back(group);
            }
            made.offsets.push_back(std::ssize(made.groups));
        }
        made.tried = numbers(dice_.between(1, 4), PLACES);
        for (std::size_t row = 0; row < rows; ++row) made.rows.push_back(!dice_.one_in(4));
        for (std::size_t i = 0; i < GROUPS * made.tried.size(); ++i) {
            made.allowed.push_back(!dice_.one_in(4));
        }
        return made;
    }

    static void check(PrecedenceSearch& search, const Trials& trials, const Words& places,
                      UnitPlace own_place) {
        const Rows of_kind(trials.groups, Offsets(std::span<const std::int64_t>(trials.offsets)));
        const std::vector<OrderScores> before = search.scores();
        const auto gains = search.gains(trials.heads, trials.rows, places, own_place, trials.kinds,
                                        KINDS, {of_kind, trials.allowed, trials.tried});
        for (std::int64_t group = 0; group < GROUPS; ++group) {
            Words moved = places;
            for (std::size_t column = 0; column < trials.tried.size(); ++column) {
                const std::size_t at = group * trials.tried.size() + column;
                const UnitPlace place = trials.tried[column];
                for (std::size_t word = 0; word < places.size(); ++word) {
                    if (trials.moves(trials.kinds[word], group)) moved[word] = place;
                }
                PrecedenceSearch other = search;
                other.arrange(trials.heads, moved, trials.moves(KINDS, group) ? place : own_place);
                double all = 0, squares = 0;
                for (std::size_t row = 0; row < before.size(); ++row) {
                    if (!trials.rows[row] || !trials.allowed[at]) continue;
                    const OrderScores gain = other.scores()[row] - before[row];
                    all += gain.all;
                    squares += gain.all * gain.all;
                }
                require(std::abs(gains.all[at] - all) < 1e-9, "gains are those of the move");
                require(std::abs(gains.all_squares[at] - squares) < 1e-9, "so are their squares");
            }
        }
        search.arrange(trials.heads, places, own_place);
        for (std::size_t row = 0; row < before.size(); ++row) {
            require(search.scores()[row].all == before[row].all, "trials leave the order alone");
        }
    }

    Dice dice_;
    SyntaxShapes shapes_;
};

}  // namespace wordorder::fuzzing
