// Start and end of the search for the best order of a projective dependency tree.
//
// Every subtree stays contiguous, so under each head its *units* change places: the head word
// itself and the subtrees of its dependents. Only some words may count; a unit without any is
// written next to its neighbour in the sentence and left out of the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/rows.hpp"

namespace wordorder {

class OracleTree {
public:
    using Unit = std::int32_t;

    static constexpr std::int32_t NONE = -1;
    // The counts for a head may take memory quadratic in its dependents.
    static constexpr std::int64_t MOST_WORDS = 10'000;

    // `heads` is a projective tree, with -1 for the root. `places` holds the first place of each
    // word's group in the reference, -1 for a word that does not count.
    void build(Ranks heads, Ranks places) {
        if (heads.size() != places.size()) {
            throw InputError("the numbers of heads and places differ");
        }
        if (std::ssize(heads) > MOST_WORDS) {
            throw InputError("a sentence may have at most " + std::to_string(MOST_WORDS) +
                             " words; this one has " + std::to_string(heads.size()));
        }
        number_cells(places);
        heads_ = heads;
        list_units();
        order_bottom_up();
        first_.resize(words());
        behind_.resize(words());
        counting_.resize(words());
        for (std::int32_t word = 0; word < words(); ++word) {
            first_[word] = word;
            behind_[word] = word + 1;
            counting_[word] = cells_[word] != NONE;
        }
        for (const std::int32_t word : bottom_up_) {
            const std::int32_t head = heads[word];
            if (head == NONE) continue;
            first_[head] = std::min(first_[head], first_[word]);
            behind_[head] = std::max(behind_[head], behind_[word]);
            counting_[head] += counting_[word];
        }
    }

    std::int32_t words() const { return static_cast<std::int32_t>(heads_.size()); }
    // Unit w is the subtree of word w, unit words() + w the word itself.
    Unit word_alone(std::int32_t word) const { return words() + word; }
    std::int32_t root() const { return bottom_up_.back(); }
    std::span<const std::int32_t> bottom_up() const { return bottom_up_; }

    // The words of a group share a *cell*; cells are numbered in the order of the reference.
    std::int32_t cells() const { return static_cast<std::int32_t>(cell_sizes_.size()); }
    std::int32_t cell_size(std::int32_t cell) const { return cell_sizes_[cell]; }

    std::int32_t counting(Unit unit) const {
        return unit < words() ? counting_[unit] : cells_[unit - words()] != NONE;
    }
    // The cells of the words of a unit; NONE for words that do not count.
    std::span<const std::int32_t> cells_of(Unit unit) const {
        if (unit >= words()) return std::span(cells_).subspan(unit - words(), 1);
        return std::span(cells_).subspan(first_[unit], behind_[unit] - first_[unit]);
    }

    // In the order of the sentence.
    std::span<const Unit> units(std::int32_t head) const {
        return std::span(units_).subspan(unit_starts_[head],
                                         unit_starts_[head + 1] - unit_starts_[head]);
    }
    void list_counting_units(std::int32_t head, std::vector<Unit>& found) const {
        found.clear();
        for (const Unit unit : units(head)) {
            if (counting(unit) > 0) found.push_back(unit);
        }
    }

    // A unit, and the choice made for its inside.
    template <class Choice>
    struct Chosen {
        Unit unit;
        Choice choice;
    };

    // Appends the words from left to right. arrange(head, choice, found) lists, from left to right,
    // the units of a head with words that count.
    template <class Choice, class Arrange>
    void write(const Choice& of_root, Arrange&& arrange, std::vector<std::int32_t>& order) const {
        std::vector<Chosen<Choice>> open{{root(), of_root}}, arranged;
        while (!open.empty()) {
            const auto [unit, choice] = open.back();
            open.pop_back();
            if (unit >= words()) {
                order.push_back(unit - words());
            } else if (counting(unit) == 0) {
                for (std::int32_t w = first_[unit]; w < behind_[unit]; ++w) order.push_back(w);
            } else {
                arranged.clear();
                arrange(unit, choice, arranged);
                for (auto it = arranged.rbegin(); it != arranged.rend(); ++it) {
                    push_with_neighbours(units(unit), *it, open);
                }
            }
        }
    }

private:
    void number_cells(Ranks places) {
        const std::size_t n = places.size();
        cells_.assign(n, NONE);
        std::vector<std::int32_t> sizes(n, 0), numbers(n, 0);
        for (const std::int32_t place : places) {
            if (place < NONE || place >= std::ssize(places)) {
                throw InputError("a place is outside its sentence");
            }
            if (place != NONE) ++sizes[place];
        }
        cell_sizes_.clear();
        for (std::size_t place = 0; place < n; ++place) {
            numbers[place] = cells();
            if (sizes[place] > 0) cell_sizes_.push_back(sizes[place]);
        }
        for (std::size_t word = 0; word < n; ++word) {
            if (places[word] != NONE) cells_[word] = numbers[places[word]];
        }
    }

    void list_units() {
        const std::int32_t n = words();
        unit_starts_.assign(n + 1, 0);
        const auto for_each_unit = [&](auto&& step) {
            for (std::int32_t word = 0; word < n; ++word) {
                step(word, word_alone(word));
                if (heads_[word] != NONE) step(heads_[word], word);
            }
        };
        for_each_unit([&](std::int32_t head, Unit) { ++unit_starts_[head + 1]; });
        for (std::int32_t head = 0; head < n; ++head) unit_starts_[head + 1] += unit_starts_[head];
        units_.resize(unit_starts_[n]);
        std::vector<std::int32_t> next(unit_starts_.begin(), unit_starts_.end() - 1);
        for_each_unit([&](std::int32_t head, Unit unit) { units_[next[head]++] = unit; });
    }

    void order_bottom_up() {
        bottom_up_.clear();
        for (std::int32_t word = 0; word < words(); ++word) {
            if (heads_[word] == NONE) bottom_up_.push_back(word);
        }
        for (std::size_t done = 0; done < bottom_up_.size(); ++done) {
            for (const Unit unit : units(bottom_up_[done])) {
                if (unit < words()) bottom_up_.push_back(unit);
            }
        }
        std::ranges::reverse(bottom_up_);
    }

    // Units without words that count stand before the next unit that has some, as words without
    // links do in a reference order; those behind the last one follow it.
    template <class Choice>
    void push_with_neighbours(std::span<const Unit> units, const Chosen<Choice>& chosen,
                              std::vector<Chosen<Choice>>& open) const {
        const auto push = [&](Unit unit) { open.push_back({unit, chosen.choice}); };
        const auto idle = [&](std::size_t k) { return counting(units[k]) == 0; };
        const std::size_t at = std::ranges::find(units, chosen.unit) - units.begin();
        std::size_t behind = at + 1, before = at;
        while (behind < units.size() && idle(behind)) ++behind;
        if (behind == units.size()) {
            while (behind > at + 1) push(units[--behind]);
        }
        open.push_back(chosen);
        while (before > 0 && idle(before - 1)) push(units[--before]);
    }

    Ranks heads_;
    std::vector<std::int32_t> cells_, cell_sizes_;
    std::vector<std::int32_t> unit_starts_, bottom_up_;
    std::vector<Unit> units_;
    std::vector<std::int32_t> first_, behind_, counting_;
};

}  // namespace wordorder
