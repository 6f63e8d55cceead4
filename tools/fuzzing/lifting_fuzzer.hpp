// Dependency trees lifted until they are projective; many are no trees.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "dice.hpp"
#include "report.hpp"
#include "syntax/lifting.hpp"
#include "syntax_oracles.hpp"
#include "syntax_shapes.hpp"

namespace wordorder::fuzzing {

// One object lives through all inputs: a rejected one must leave nothing behind.
class LiftingFuzzer {
public:
    explicit LiftingFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        const std::int64_t words = dice_.between(0, dice_.one_in(10) ? 200 : 9);
        Words heads = shapes_.heads(words);
        for (auto i = dice_.one_in(3) ? dice_.between(1, 2) : 0; i > 0; --i) shapes_.spoil(heads);
        heads.shrink_to_fit();
        const Words given = heads;
        current_input = [&] { return "heads " + written(given); };
        const bool good = is_tree(given) && std::count(given.begin(), given.end(), -1) <= 1;
        std::int64_t lifted = 0;
        try {
            lifted = lifting_.lift(heads);
        } catch (const InputError&) {
            require(!good || std::ssize(given) > MOST_WORDS, "a tree is lifted");
            ++tally["lifting/rejected"];
            return;
        }
        require(good, "what is no tree is rejected");
        ++tally[lifted == 0 ? "lifting/projective" : "lifting/lifted"];
        check(given, heads, lifted);
    }

private:
    static constexpr std::int64_t MOST_WORDS = 150;

    void check(const Words& given, Words& heads, std::int64_t lifted) {
        std::int64_t changed = 0;
        for (std::int32_t word = 0; word < std::ssize(heads); ++word) {
            changed += heads[word] != given[word];
            require(leads_to(given, word, heads[word]), "a new head is above the old one");
        }
        require(changed == lifted, "every new head is counted");
        require(is_tree(heads), "the result is a tree");
        const Words once = heads;
        require(lifting_.lift(heads) == 0 && heads == once, "and a projective one");
    }

    static bool leads_to(const Words& heads, std::int32_t word, std::int32_t goal) {
        do {
            word = heads[word];
        } while (word != goal && word != -1);
        return word == goal;
    }

    Dice dice_;
    SyntaxShapes shapes_;
    Lifting lifting_{MOST_WORDS};
};

}  // namespace wordorder::fuzzing
