// Oracle orders of random trees: subtrees stay together, and no less is lost than the bound says.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "dice.hpp"
#include "preordering/fuzzy_oracle.hpp"
#include "preordering/kendall_oracle.hpp"
#include "preordering/oracle.hpp"
#include "report.hpp"
#include "syntax/lifting.hpp"
#include "syntax_shapes.hpp"

namespace wordorder::fuzzing {

// One object lives through all inputs: a rejected one must leave nothing behind.
class TreeOracleFuzzer {
public:
    explicit TreeOracleFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        current_input = [this] {
            return "heads " + written(heads_) + " places " + written(places_);
        };
        const std::int64_t words = dice_.between(0, dice_.one_in(500) ? 120 : 10);
        do {
            heads_ = shapes_.heads(words);
        } while (std::count(heads_.begin(), heads_.end(), -1) > 1);
        lifting_.lift(heads_);
        make_places(words);
        if (dice_.one_in(10)) shapes_.spoil(places_);
        const bool good = std::all_of(places_.begin(), places_.end(), [&](std::int32_t place) {
            return place >= -1 && place < words;
        });
        try {
            tree_.build(heads_, places_);
        } catch (const InputError&) {
            require(!good, "good places are taken");
            ++tally["oracles/rejected"];
            return;
        }
        require(good, "a place outside the sentence is refused");
        check(fuzzy_, [](std::int32_t before, std::int32_t after, bool neighbours) {
            return neighbours && after != before + 1;
        });
        check(kendall_,
              [](std::int32_t before, std::int32_t after, bool) { return after < before; });
        ++tally["oracles/ordered"];
    }

private:
    // Places of a reference, some of them shared by groups, some words without one.
    void make_places(std::int64_t words) {
        const std::int64_t grouped_in = dice_.between(1, 6), idle_in = dice_.between(1, 6);
        places_ = dice_.permutation(words);
        Words starts(words);
        for (std::int64_t place = 0; place < words; ++place) {
            const bool goes_on = place > 0 && grouped_in > 1 && dice_.one_in(grouped_in);
            starts[place] = goes_on ? starts[place - 1] : static_cast<std::int32_t>(place);
        }
        for (std::int32_t& place : places_) {
            place = idle_in > 1 && dice_.one_in(idle_in) ? -1 : starts[place];
        }
    }

    // lost(before, after, neighbours): whether two words in this order are one of the losses.
    template <class Oracle, class Lost>
    void check(Oracle& oracle, Lost&& lost) {
        Words order;
        const std::int64_t bound = oracle.append(tree_, order);
        Words sorted = order;
        std::sort(sorted.begin(), sorted.end());
        for (std::int32_t word = 0; word < std::ssize(heads_); ++word) {
            require(sorted.size() == heads_.size() && sorted[word] == word, "every word is there");
        }
        check_subtrees(order);
        const Words ranks = ranks_of(order);
        std::int64_t losses = 0;
        for (std::size_t right = 0; right < ranks.size(); ++right) {
            for (std::size_t left = 0; left < right; ++left) {
                losses += lost(ranks[left], ranks[right], left + 1 == right);
            }
        }
        require(0 <= bound && bound <= losses, "the bound holds");
    }

    void check_subtrees(const Words& order) {
        Words first(order.size()), last(order.size()), size(order.size(), 0);
        for (std::size_t place = 0; place < order.size(); ++place) {
            for (std::int32_t word = order[place]; word != -1; word = heads_[word]) {
                if (size[word]++ == 0) first[word] = static_cast<std::int32_t>(place);
                last[word] = static_cast<std::int32_t>(place);
            }
        }
        for (std::size_t word = 0; word < order.size(); ++word) {
            require(last[word] - first[word] + 1 == size[word], "a subtree stays together");
        }
    }

    // Of words that count, with groups in the order found and without gaps.
    Words ranks_of(const Words& order) const {
        Words seen(order.size(), 0), ranks;
        for (const std::int32_t word : order) {
            const std::int32_t place = places_[word], n = std::ssize(order);
            if (place != -1) ranks.push_back(place * n + seen[place]++);
        }
        Words sorted = ranks;
        std::sort(sorted.begin(), sorted.end());
        for (std::int32_t& rank : ranks) {
            rank = std::lower_bound(sorted.begin(), sorted.end(), rank) - sorted.begin();
        }
        return ranks;
    }

    Dice dice_;
    SyntaxShapes shapes_;
    Words heads_, places_;
    Lifting lifting_{OracleTree::MOST_WORDS};
    OracleTree tree_;
    FuzzyOracle fuzzy_{[] {}};
    KendallOracle kendall_{[] {}};
};

}  // namespace wordorder::fuzzing
