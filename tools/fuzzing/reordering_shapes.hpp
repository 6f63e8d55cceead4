// Random alignments in which stretches of words change places, at every depth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "alignment_shapes.hpp"
#include "dice.hpp"

namespace wordorder::fuzzing {

class ReorderingShapes {
public:
    explicit ReorderingShapes(Dice& dice) : dice_(dice), others_(dice) {}

    inline static const std::vector<std::string> SHAPES = {"woven", "woven", "spread", "other"};

    Alignment make(const std::string& shape) {
        if (shape == "woven") return woven(length());
        if (shape == "spread") return spread(woven(dice_.between(0, 8)));
        return others_.make(dice_.pick(AlignmentShapes::SHAPES));
    }

private:
    // Rarely long: a long one takes as much time as thousands of short ones.
    std::int64_t length() {
        if (dice_.one_in(3'000)) return 50'000;
        if (dice_.one_in(500)) return dice_.between(500, 2'500);
        return dice_.between(0, dice_.one_in(4) ? 30 : 8);
    }

    struct Piece { std::int64_t sources, targets; };  // as many words on either side

    // A permutation whose words are little alignments. Stray links tie some of them together.
    Alignment woven(std::int64_t words) {
        const Permutation places = dice_.permutation(words);
        const std::int64_t single_of_4 = dice_.between(1, 4);
        std::vector<Piece> pieces(words, {1, 1});
        for (Piece& piece : pieces) {
            if (dice_.between(1, 4) <= single_of_4) continue;
            piece = {dice_.between(1, 3), dice_.between(1, 3)};
        }
        std::vector<std::int64_t> begins(words + 1, 0);  // in the target, by place
        for (std::int64_t i = 0; i < words; ++i) begins[places[i] + 1] = pieces[i].targets;
        for (std::int64_t i = 0; i < words; ++i) begins[i + 1] += begins[i];
        LinkSet links;
        std::int64_t n = 0;
        for (std::int64_t i = 0; i < words; n += pieces[i++].sources) {
            link_piece(links, pieces[i], n, begins[places[i]]);
        }
        const std::int64_t m = begins[words];
        const bool has_strays = words > 0 && dice_.one_in(5);
        for (auto i = has_strays ? dice_.between(1, 3) : 0; i > 0; --i) {
            links.insert(Link{dice_.between(0, n - 1), dice_.between(0, m - 1)});
        }
        return {links, n, m};
    }

    // All links, steps that hang together, any links, or none.
    void link_piece(LinkSet& links, const Piece& piece, std::int64_t source, std::int64_t target) {
        const std::string pattern = dice_.pick(PATTERNS);
        for (std::int64_t i = 0; i < piece.sources; ++i) {
            for (std::int64_t j = 0; j < piece.targets; ++j) {
                const bool is_step = j == std::min(i, piece.targets - 1) || j == i + 1;
                const bool linked = pattern == "all" || (pattern == "steps" && is_step) ||
                                    (pattern == "any" && dice_.one_in(2));
                if (linked) links.emplace(source + i, target + j);
            }
        }
    }

    // The same links with huge gaps between the words.
    Alignment spread(const Alignment& near) {
        const std::int64_t longest = LARGEST_WORD + 1;
        const std::int64_t down = longest / std::max(near.source_length, 1);
        const std::int64_t right = longest / std::max(near.target_length, 1);
        LinkSet links;
        for (const auto& [source, target] : set_of(near.links())) {
            links.insert(Link{(source + 1) * down - 1, (target + 1) * right - 1});
        }
        return {links, longest, longest};
    }

    inline static const std::vector<std::string> PATTERNS = {"all",   "all", "all",
                                                             "steps", "any", "none"};

    Dice dice_;
    AlignmentShapes others_;
};

}  // namespace wordorder::fuzzing
