// A syntax tree over the source as units that may change places: constituents, or, under
// every head of a dependency tree, the head word itself and the subtrees of its dependents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/rows.hpp"

namespace wordorder {

class UnitTree {
public:
    static constexpr std::int32_t NONE = -1;

    // Nodes in pre-order, each with its parent (NONE for the root) and its first and last word.
    void build_constituents(Indices parents, Indices first, Indices last, std::int32_t words) {
        refuse_if(first.size() != parents.size() || last.size() != parents.size(),
                  "a node needs a parent, a first and a last word");
        const auto nodes = static_cast<std::int32_t>(parents.size());
        resize(nodes, words);
        first_.assign(first.begin(), first.end());
        last_.assign(last.begin(), last.end());
        heads_ = nodes;
        taken_to_.assign(nodes + 1, 0);  // behind the last child so far, for each parent
        for (std::int32_t node = 0; node < nodes; ++node) {
            const std::int32_t parent = parents[node];
            refuse_if(parent < NONE || parent >= node || (parent == NONE) != (node == 0),
                      "the nodes of a tree are not in pre-order");
            const std::int32_t begin =
                std::max(node == 0 ? 0 : first[parent], taken_to_[parent + 1]);
            const std::int32_t end = node == 0 ? words : last[parent] + 1;
            refuse_if(
                first[node] < begin || last[node] < first[node] || last[node] >= end,
                "the words of a node must lie within its parent, after those of its siblings");
            taken_to_[parent + 1] = last[node] + 1;
            parent_[node] = parent;
            enter_[node] = first[node];
            leave_[node] = last[node] + 1;
            contiguous_[node] = true;
            // Children come later and take over their words.
            std::fill(unit_of_.begin() + first[node], unit_of_.begin() + last[node] + 1, node);
        }
        for (std::int32_t word = 0; word < words; ++word) key_[word] = word;
    }

    // The head of each word, NONE for the root. Unit w is the subtree of word w, unit words + w the
    // word itself.
    void build_dependencies(Indices heads) {
        const auto words = static_cast<std::int32_t>(heads.size());
        resize(2 * words, words);
        heads_ = words;
        list_dependents(heads);
        number_in_preorder(heads);
        first_.resize(2 * static_cast<std::size_t>(words));
        last_.resize(2 * static_cast<std::size_t>(words));
        for (std::int32_t word = 0; word < words; ++word) {
            parent_[word] = heads[word];
            parent_[words + word] = word;
            unit_of_[word] = words + word;
            enter_[words + word] = key_[word];
            leave_[words + word] = key_[word] + 1;
            first_[word] = last_[word] = first_[words + word] = last_[words + word] = word;
        }
        // Words after their dependents.
        for (const std::int32_t word : std::views::reverse(preorder_)) {
            const std::int32_t head = heads[word];
            const std::int32_t size = leave_[word] - enter_[word];
            contiguous_[word] = last_[word] - first_[word] + 1 == size;
            contiguous_[words + word] = true;
            if (head == NONE) continue;
            first_[head] = std::min(first_[head], first_[word]);
            last_[head] = std::max(last_[head], last_[word]);
        }
    }

    std::int32_t words() const { return static_cast<std::int32_t>(unit_of_.size()); }

    // The unit that holds `word` under the lowest common parent of both words; NONE if they have no
    // common parent, or `word` has no unit of its own under it.
    std::int32_t unit_apart_from(std::int32_t word, std::int32_t other) const {
        std::int32_t unit = unit_of_[word];
        if (unit == NONE || holds(unit, other)) return NONE;
        while (parent_[unit] != NONE && !holds(parent_[unit], other)) unit = parent_[unit];
        return parent_[unit] == NONE ? NONE : unit;
    }

    std::int32_t parent(std::int32_t unit) const { return parent_[unit]; }
    bool contiguous(std::int32_t unit) const { return contiguous_[unit]; }
    std::int32_t first(std::int32_t unit) const { return first_[unit]; }
    std::int32_t last(std::int32_t unit) const { return last_[unit]; }
    // The caller's name of a unit: a node or a dependent word; NONE for a head word itself.
    std::int32_t name(std::int32_t unit) const { return unit < heads_ ? unit : NONE; }

private:
    void resize(std::int32_t units, std::int32_t words) {
        for (auto* array : {&parent_, &enter_, &leave_, &contiguous_}) array->resize(units);
        key_.resize(words);
        unit_of_.assign(words, NONE);
    }

    bool holds(std::int32_t unit, std::int32_t word) const {
        return enter_[unit] <= key_[word] && key_[word] < leave_[unit];
    }

    void list_dependents(Indices heads) {
        const auto words = static_cast<std::int32_t>(heads.size());
        first_dependent_.assign(words + 1, NONE);  // the last one: of the root
        next_dependent_.resize(words);
        for (std::int32_t word = words - 1; word >= 0; --word) {
            refuse_if(heads[word] < NONE || heads[word] >= words, "a head is outside its sentence");
            std::int32_t& first = first_dependent_[heads[word] == NONE ? words : heads[word]];
            next_dependent_[word] = first;
            first = word;
        }
    }

    // A subtree takes consecutive numbers from its own on. No recursion: a tree may be deep.
    void number_in_preorder(Indices heads) {
        const auto words = static_cast<std::int32_t>(heads.size());
        preorder_.clear();
        std::int32_t word = first_dependent_[words];
        while (word != NONE) {
            enter_[word] = key_[word] = static_cast<std::int32_t>(preorder_.size());
            preorder_.push_back(word);
            if (first_dependent_[word] != NONE) {
                word = first_dependent_[word];
                continue;
            }
            while (word != NONE) {
                leave_[word] = static_cast<std::int32_t>(preorder_.size());
                if (next_dependent_[word] != NONE) break;
                word = heads[word];
            }
            if (word != NONE) word = next_dependent_[word];
        }
        refuse_if(static_cast<std::int32_t>(preorder_.size()) != words,
                  "the heads of a sentence form a cycle");
    }

    std::int32_t heads_ = 0;  // units below this one are named after nodes or words
    std::vector<std::int32_t> parent_, enter_, leave_, contiguous_, first_, last_;
    std::vector<std::int32_t> key_, unit_of_;
    std::vector<std::int32_t> taken_to_, first_dependent_, next_dependent_, preorder_;
};

}  // namespace wordorder
