// Which numbers make a tree, written from the definition.
#pragma once

#include <cstdint>
#include <iterator>

#include "alignment_shapes.hpp"
#include "syntax_shapes.hpp"

namespace wordorder::fuzzing {

// Every word leads to a root.
inline bool is_tree(const Words& heads) {
    const std::int64_t n = std::ssize(heads);
    for (std::int32_t at : heads) {
        for (std::int64_t steps = 0; steps <= n && at != -1; ++steps) {
            if (at < 0 || at >= n) return false;
            at = heads[at];
        }
        if (at != -1) return false;
    }
    return true;
}

// One root comes first, parents come before their children, who stand side by side inside them.
inline bool is_tree(const Constituents& tree, std::int32_t words) {
    const auto& [parents, first, last] = tree;
    if (first.size() != parents.size() || last.size() != parents.size()) return false;
    for (std::int32_t node = 0; node < std::ssize(parents); ++node) {
        const std::int32_t parent = parents[node];
        if (first[node] < 0 || first[node] > last[node] || last[node] >= words) return false;
        if (node == 0 ? parent != -1 : parent < 0 || parent >= node) return false;
        if (node > 0 && (first[node] < first[parent] || last[node] > last[parent])) return false;
        for (std::int32_t other = 1; other < node; ++other) {
            if (parents[other] == parent && last[other] >= first[node]) return false;
        }
    }
    return true;
}

}  // namespace wordorder::fuzzing
