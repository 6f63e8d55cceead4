// Slow answers about reorderings, written from the definitions: all stretches, S5.1 to S5.3.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "alignment_shapes.hpp"
#include "reorderings.hpp"
#include "syntax_oracles.hpp"

namespace wordorder::fuzzing {

// First and last words of A and B in the source, then in the target; and the units they are.
struct Reordering {
    std::array<std::int32_t, 8> spans;
    bool syntactic = false;
    std::int32_t parent = -1;
    Words a_units = {}, b_units = {};
    bool operator==(const Reordering&) const = default;
};

class SlowReorderings {
public:
    explicit SlowReorderings(const LinkSet& links) : links_(links) {
        for (const auto& [source, target] : links) targets_of_[source].insert(target);
        for (const auto& [source, targets] : targets_of_) linked_.push_back(source);
    }

    std::vector<Reordering> find(Branching branching) const {
        std::vector<Reordering> found;
        for (std::size_t cut = 1; cut < linked_.size(); ++cut) {
            const std::vector<Pair> pairs = all_at(cut);
            if (!pairs.empty()) found.push_back({spans(preferred(pairs, branching))});
        }
        return found;
    }

    std::vector<Reordering> find(Branching branching, Branching siblings,
                                 const SlowSyntax& tree) const {
        std::vector<Reordering> found;
        for (std::size_t cut = 1; cut < linked_.size(); ++cut) {
            const Family family = tree.over(linked_[cut - 1], linked_[cut]);
            const std::vector<Pair> pairs = all_at(cut);
            std::vector<Pair> of_units;
            for (const Pair& pair : pairs) {
                if (units_in(family, pair.a) && units_in(family, pair.b)) of_units.push_back(pair);
            }
            if (!of_units.empty()) {
                const Pair pair = preferred(of_units, siblings);
                found.push_back({spans(pair), true, family.parent, *units_in(family, pair.a),
                                 *units_in(family, pair.b)});
            } else if (!pairs.empty()) {
                found.push_back({spans(preferred(pairs, branching))});
            }
        }
        return found;
    }

    // Where the longest consistent stretch that ends with this word begins; at the word itself if
    // there is none. Both are places among the linked words.
    std::size_t longest_start(std::size_t word) const {
        std::size_t begin = 0;
        while (begin < word && !is_consistent({begin, word + 1})) ++begin;
        return begin;
    }

    // S5.2 for two blocks given by their first and last words.
    bool is_reordering(const std::array<std::int32_t, 8>& spans) const {
        const Stretch a = between(spans[0], spans[1]), b = between(spans[2], spans[3]);
        return a.end == b.begin && is_reordering(Pair{a, b}) && this->spans({a, b}) == spans;
    }

private:
    struct Stretch {
        std::size_t begin, end;  // among the linked words
        std::int64_t size() const { return static_cast<std::int64_t>(end - begin); }
    };
    struct Pair { Stretch a, b; };

    Stretch between(std::int32_t first, std::int32_t last) const {
        const auto begin = std::ranges::lower_bound(linked_, first) - linked_.begin();
        const auto end = std::ranges::upper_bound(linked_, last) - linked_.begin();
        return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
    }

    // Its first and last target.
    Link targets(const Stretch& words) const {
        Link range{INT32_MAX, -1};
        for (std::size_t i = words.begin; i < words.end; ++i) {
            const std::set<std::int32_t>& own = targets_of_.at(linked_[i]);
            range.first = std::min(range.first, *own.begin());
            range.second = std::max(range.second, *own.rbegin());
        }
        return range;
    }

    // S5.1: no target from its first to its last one is linked to a word outside it.
    bool is_consistent(const Stretch& words) const {
        const auto [low, high] = targets(words);
        for (const auto& [source, target] : links_) {
            const bool outside = source < linked_[words.begin] || source > linked_[words.end - 1];
            if (outside && low <= target && target <= high) return false;
        }
        return true;
    }

    bool is_reordering(const Pair& pair) const {
        return is_consistent(pair.a) && is_consistent(pair.b) &&
               is_consistent({pair.a.begin, pair.b.end}) &&
               targets(pair.b).second < targets(pair.a).first;
    }

    // Every A and B that meet at the cut.
    std::vector<Pair> all_at(std::size_t cut) const {
        std::vector<Pair> found;
        for (std::size_t begin = 0; begin < cut; ++begin) {
            if (!is_consistent({begin, cut})) continue;
            for (std::size_t end = cut + 1; end <= linked_.size(); ++end) {
                const Pair pair{{begin, cut}, {cut, end}};
                if (is_reordering(pair)) found.push_back(pair);
            }
        }
        return found;
    }

    // Right: A smallest, then B largest; left: B smallest, then A largest.
    static Pair preferred(const std::vector<Pair>& pairs, Branching branching) {
        return *std::ranges::min_element(pairs, {}, [branching](const Pair& pair) {
            return branching == Branching::right ? std::pair{pair.a.size(), -pair.b.size()}
                                                 : std::pair{pair.b.size(), -pair.a.size()};
        });
    }

    std::array<std::int32_t, 8> spans(const Pair& pair) const {
        const Link a = targets(pair.a), b = targets(pair.b);
        return {linked_[pair.a.begin], linked_[pair.a.end - 1], linked_[pair.b.begin],
                linked_[pair.b.end - 1], a.first, a.second, b.first, b.second};
    }

    // The names of the units, from left to right, that together have the linked words of the
    // stretch and no others.
    std::optional<Words> units_in(const Family& family, const Stretch& words) const {
        std::map<std::int32_t, std::int32_t> names;  // by the first word
        std::int64_t found = 0;
        for (const Unit& unit : family.units) {
            if (!unit.contiguous()) continue;
            std::int64_t inside = 0, outside = 0;
            for (std::size_t i = 0; i < linked_.size(); ++i) {
                if (!unit.words.contains(linked_[i])) continue;
                ++(words.begin <= i && i < words.end ? inside : outside);
            }
            if (inside == 0) continue;
            if (outside > 0) return std::nullopt;
            names[*unit.words.begin()] = unit.name;
            found += inside;
        }
        if (found != words.size()) return std::nullopt;
        Words in_order;
        for (const auto& [first, name] : names) in_order.push_back(name);
        return in_order;
    }

    LinkSet links_;
    std::map<std::int32_t, std::set<std::int32_t>> targets_of_;
    Words linked_;
};

}  // namespace wordorder::fuzzing
