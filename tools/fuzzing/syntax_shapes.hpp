// Random syntax trees over the words of a sentence, and damaged ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "alignment_shapes.hpp"
#include "dice.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

// Nodes in pre-order.
struct Constituents {
    Words parents, first, last;
    bool operator==(const Constituents&) const = default;
};

inline std::string written(const Constituents& tree) {
    return "parents " + written(tree.parents) + " first " + written(tree.first) + " last " +
           written(tree.last);
}

class SyntaxShapes {
public:
    explicit SyntaxShapes(Dice& dice) : dice_(dice) {}

    Words heads(std::int64_t n) {
        const std::string shape = dice_.pick(HEADS);
        if (shape == "projective") return projective(n);
        const Permutation order = dice_.permutation(n);
        Words heads(n, -1);
        for (std::int64_t i = 1; i < n; ++i) {
            if (shape == "forest" && dice_.one_in(4)) continue;
            const bool chain = shape == "chain", flat = shape == "flat" && !dice_.one_in(8);
            heads[order[i]] = order[chain ? i - 1 : flat ? 0 : dice_.between(0, i - 1)];
        }
        return heads;
    }

    // Some words have no node of their own, some nodes one child only, and rarely the root misses
    // words at the ends.
    Constituents constituents(std::int64_t n) {
        Constituents tree;
        std::vector<Part> waiting;
        const std::int64_t begin = dice_.one_in(10) ? dice_.between(0, n) : 0;
        const std::int64_t end = dice_.one_in(10) ? dice_.between(begin, n) : n;
        if (begin < end) waiting.push_back({begin, end, -1});
        const std::int64_t bare_in = dice_.between(2, 20), single_in = dice_.between(2, 8);
        while (!waiting.empty()) {
            const Part part = waiting.back();
            waiting.pop_back();
            const std::int64_t node = std::ssize(tree.parents);
            tree.parents.push_back(part.parent);
            tree.first.push_back(part.begin);
            tree.last.push_back(part.end - 1);
            const bool one_child = dice_.one_in(single_in);
            if (!one_child && part.end - part.begin == 1) continue;
            std::vector<Part> children{{part.begin, part.end, node}};
            if (!one_child) children = parts(part.begin, part.end, node);
            std::erase_if(children, [&](const Part&) { return dice_.one_in(bare_in); });
            waiting.insert(waiting.end(), children.rbegin(), children.rend());
        }
        return tree;
    }

    void spoil(Words& heads) {
        if (heads.empty()) return;
        heads[dice_.between(0, heads.size() - 1)] = strange_number(heads);
    }

    void spoil(Constituents& tree) {
        Words& numbers = *dice_.pick(std::vector{&tree.parents, &tree.first, &tree.last});
        if (numbers.empty()) return numbers.push_back(strange_number({0}));
        if (dice_.one_in(10)) return numbers.pop_back();
        std::int32_t& number = numbers[dice_.between(0, numbers.size() - 1)];
        if (dice_.one_in(4)) {
            return std::swap(number, numbers[dice_.between(0, numbers.size() - 1)]);
        }
        number = strange_number(numbers);
    }

private:
    struct Part { std::int64_t begin, end, parent; };

    inline static const std::vector<std::string> HEADS = {"projective", "projective", "random",
                                                          "chain",      "flat",       "forest"};

    // Words one by one, halves, and anything between.
    std::vector<Part> parts(std::int64_t begin, std::int64_t end, std::int64_t parent) {
        std::vector<Part> made;
        const std::int64_t single_of_4 = dice_.between(0, 4);
        while (begin < end) {
            const bool single = dice_.between(1, 4) <= single_of_4;
            const std::int64_t behind = single ? begin + 1 : dice_.between(begin + 1, end);
            made.push_back({begin, behind, parent});
            begin = behind;
        }
        return made;
    }

    Words projective(std::int64_t n) {
        Words heads(n, -1);
        std::vector<Part> waiting{{0, n, -1}};
        while (!waiting.empty()) {
            const Part part = waiting.back();
            waiting.pop_back();
            if (part.begin == part.end) continue;
            const std::int64_t word = dice_.between(part.begin, part.end - 1);
            heads[word] = part.parent;
            for (const auto& [begin, end] : {std::pair{part.begin, word}, {word + 1, part.end}}) {
                const std::vector<Part> below = parts(begin, end, word);
                waiting.insert(waiting.end(), below.begin(), below.end());
            }
        }
        return heads;
    }

    std::int32_t strange_number(const Words& numbers) {
        const std::int32_t other = dice_.pick(numbers), n = std::ssize(numbers);
        const std::int32_t next = other == INT32_MAX ? 0 : other + 1;
        return dice_.pick(
            std::vector{-2, -1, 0, other, next, n - 1, n, INT32_MIN, INT32_MAX, dice_.any_int32()});
    }

    Dice dice_;
};

}  // namespace wordorder::fuzzing
