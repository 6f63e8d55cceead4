// Syntax trees as units; many are no trees.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "dice.hpp"
#include "report.hpp"
#include "syntax/unit_tree.hpp"
#include "syntax_oracles.hpp"
#include "syntax_shapes.hpp"

namespace wordorder::fuzzing {

// One tree lives through all inputs: a rejected one must leave nothing behind.
class UnitTreeFuzzer {
public:
    explicit UnitTreeFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        const std::int64_t words = dice_.between(0, dice_.one_in(10) ? 40 : 9);
        const std::int64_t wrong = dice_.one_in(2) ? dice_.between(1, 2) : 0;
        dice_.one_in(2) ? run_dependencies(words, wrong) : run_constituents(words, wrong);
    }

private:
    void run_dependencies(std::int64_t words, std::int64_t wrong) {
        Words heads = shapes_.heads(words);
        for (auto i = wrong; i > 0; --i) shapes_.spoil(heads);
        heads.shrink_to_fit();
        current_input = [&] { return "heads " + written(heads); };
        const bool built = builds([&] { tree_.build_dependencies(heads); });
        ++tally[std::string("dependency trees/") + (built ? "built" : "rejected")];
        require(built == is_tree(heads), "heads that make a tree, and no others");
        if (built) check(words);
    }

    void run_constituents(std::int64_t words, std::int64_t wrong) {
        Constituents nodes = shapes_.constituents(words);
        for (auto i = wrong; i > 0; --i) shapes_.spoil(nodes);
        for (Words* numbers : {&nodes.parents, &nodes.first, &nodes.last}) numbers->shrink_to_fit();
        current_input = [&] { return written(nodes) + " of " + std::to_string(words) + " words"; };
        const bool built = builds(
            [&] { tree_.build_constituents(nodes.parents, nodes.first, nodes.last, words); });
        ++tally[std::string("constituency trees/") + (built ? "built" : "rejected")];
        require(built == is_tree(nodes, words), "nodes that make a tree, and no others");
        if (built) check(words);
    }

    template <class Build>
    static bool builds(Build build) {
        try {
            build();
            return true;
        } catch (const InputError&) {
            return false;
        }
    }

    void check(std::int64_t words) const {
        require(tree_.words() == words, "a tree has all words");
        for (std::int32_t word = 0; word < words; ++word) {
            for (std::int32_t other = 0; other < words; ++other) {
                if (word != other) check_pair(word, other);
            }
        }
    }

    void check_pair(std::int32_t word, std::int32_t other) const {
        const std::int32_t unit = tree_.unit_apart_from(word, other);
        if (unit == UnitTree::NONE) return;
        const auto spans = [&](std::int32_t one) {
            return tree_.first(unit) <= one && one <= tree_.last(unit);
        };
        require(spans(word), "a unit has its word");
        require(!tree_.contiguous(unit) || !spans(other), "and not the other one");
        const std::int32_t beside = tree_.unit_apart_from(other, word);
        require(beside == UnitTree::NONE || tree_.parent(beside) == tree_.parent(unit),
                "both units are below the same parent");
    }

    Dice dice_;
    SyntaxShapes shapes_;
    UnitTree tree_;
};

}  // namespace wordorder::fuzzing
