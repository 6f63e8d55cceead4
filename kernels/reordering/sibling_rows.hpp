// Adjacent units of a syntax tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "syntax/unit_tree.hpp"

namespace wordorder {

// The sibling units beside every cut. Siblings without a gap of other linked words between them
// form a row, and so do their cuts.
class SiblingRows {
public:
    static constexpr std::int32_t NONE = -1;
    struct Beside {
        std::int32_t row, left, right;       // the row and the two units
        std::int32_t left_begin, right_end;  // their start and end, in linked words
    };
    struct Row { std::int32_t begin, end; };

    void build(const UnitTree& tree, Indices linked) {
        rows_.clear();
        beside_.assign(linked.size() + 1, {NONE, NONE, NONE, 0, 0});
        for (std::int32_t cut = 1; cut < std::ssize(linked); ++cut) {
            const std::int32_t left = tree.unit_apart_from(linked[cut - 1], linked[cut]);
            const std::int32_t right = tree.unit_apart_from(linked[cut], linked[cut - 1]);
            if (left == NONE || right == NONE) continue;
            if (!tree.contiguous(left) || !tree.contiguous(right)) continue;
            add(cut, {NONE, left, right, number(linked, tree.first(left)),
                      number(linked, tree.last(right) + 1)});
        }
    }

    const Beside& at(std::int32_t cut) const { return beside_[cut]; }
    const Row& row(std::int32_t id) const { return rows_[id]; }

    // Appends the names of the units from `begin`, a cut or the start of the row, up to a cut.
    void append_before(std::int32_t cut, std::int32_t begin, const UnitTree& tree,
                       std::vector<std::int32_t>& names) const {
        const std::size_t start = names.size();
        for (; cut > begin; cut = beside_[cut].left_begin) {
            names.push_back(tree.name(beside_[cut].left));
        }
        std::reverse(names.begin() + start, names.end());
    }

    // The same from a cut up to `end`, a cut or the end of the row.
    void append_behind(std::int32_t cut, std::int32_t end, const UnitTree& tree,
                       std::vector<std::int32_t>& names) const {
        for (; cut < end; cut = beside_[cut].right_end) {
            names.push_back(tree.name(beside_[cut].right));
        }
    }

private:
    static std::int32_t number(Indices linked, std::int32_t word) {
        return static_cast<std::int32_t>(std::ranges::lower_bound(linked, word) - linked.begin());
    }

    void add(std::int32_t cut, Beside beside) {
        const Beside& before = beside_[beside.left_begin];
        if (before.row != NONE && before.right == beside.left) {
            beside.row = before.row;
        } else {
            beside.row = static_cast<std::int32_t>(rows_.size());
            rows_.push_back({beside.left_begin, 0});
        }
        rows_[beside.row].end = beside.right_end;
        beside_[cut] = beside;
    }

    std::vector<Beside> beside_;
    std::vector<Row> rows_;
};

}  // namespace wordorder
