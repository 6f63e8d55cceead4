// Slow answers about the units of syntax trees, written from the definitions: S5.3.
#pragma once

#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

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

struct Unit {
    std::int32_t name;  // a node or a dependent; -1 for a head word itself
    std::set<std::int32_t> words;

    bool contiguous() const { return *words.rbegin() - *words.begin() + 1 == std::ssize(words); }
};

struct Family {
    std::int32_t parent = -1;  // -1: there is none
    std::vector<Unit> units;
};

class SlowSyntax {
public:
    explicit SlowSyntax(const Words& heads) : parents_(heads), words_(heads.size()) {
        heads_are_units_ = true;
        for (std::int32_t word = 0; word < std::ssize(heads); ++word) {
            for (std::int32_t at = word; at != -1; at = heads[at]) words_[at].insert(word);
        }
    }

    explicit SlowSyntax(const Constituents& tree) : parents_(tree.parents) {
        for (std::size_t node = 0; node < parents_.size(); ++node) {
            std::set<std::int32_t>& words = words_.emplace_back();
            for (auto word = tree.first[node]; word <= tree.last[node]; ++word) words.insert(word);
        }
    }

    // The units under the lowest node over both words. Of nodes with the same words the last one
    // is the lowest.
    Family over(std::int32_t word, std::int32_t other) const {
        Family family;
        for (std::int32_t node = 0; node < std::ssize(words_); ++node) {
            if (!words_[node].contains(word) || !words_[node].contains(other)) continue;
            const bool lower =
                family.parent == -1 || words_[node].size() <= words_[family.parent].size();
            if (lower) family.parent = node;
        }
        if (family.parent == -1) return family;
        for (std::int32_t node = 0; node < std::ssize(words_); ++node) {
            if (parents_[node] == family.parent) family.units.push_back({node, words_[node]});
        }
        if (heads_are_units_) family.units.push_back({-1, {family.parent}});
        return family;
    }

private:
    Words parents_;
    std::vector<std::set<std::int32_t>> words_;  // of each node
    bool heads_are_units_ = false;
};

}  // namespace wordorder::fuzzing
