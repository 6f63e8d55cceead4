// The mirror image of a sentence pair, its tree and its reorderings: both sides read backwards.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

#include "alignment_shapes.hpp"
#include "reordering/reorderings.hpp"
#include "syntax_shapes.hpp"

namespace wordorder::fuzzing {

// First and last words of A and B in the source, then in the target; and the units they are.
struct Reordering {
    std::array<std::int32_t, 8> spans;
    bool syntactic = false;
    std::int32_t parent = -1;
    Words a_units = {}, b_units = {};
    bool operator==(const Reordering&) const = default;
};

inline Alignment mirrored(const Links& links) {
    LinkSet image;
    for (const auto& [source, target] : set_of(links)) {
        image.emplace(links.source_length - 1 - source, links.target_length - 1 - target);
    }
    return {image, links.source_length, links.target_length};
}

inline Branching mirrored(Branching branching) {
    return branching == Branching::left ? Branching::right : Branching::left;
}

inline Words mirrored(const Words& heads) {
    const auto n = static_cast<std::int32_t>(heads.size());
    Words image(heads.rbegin(), heads.rend());
    for (std::int32_t& head : image) head = head == -1 ? -1 : n - 1 - head;
    return image;
}

// The new number of every node. Backwards, the node that ends last comes first, and of those the
// one that begins first, which is above the others.
inline Words mirrored_numbers(const Constituents& tree) {
    Words order(tree.parents.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::int32_t a, std::int32_t b) {
        return tree.last[a] != tree.last[b] ? tree.last[a] > tree.last[b]
                                            : tree.first[a] < tree.first[b];
    });
    Words numbers(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) numbers[order[place]] = place;
    return numbers;
}

inline Constituents mirrored(const Constituents& tree, std::int32_t words) {
    const Words numbers = mirrored_numbers(tree);
    Constituents image = tree;
    for (std::size_t node = 0; node < numbers.size(); ++node) {
        const std::int32_t at = numbers[node], parent = tree.parents[node];
        image.parents[at] = parent == -1 ? -1 : numbers[parent];
        image.first[at] = words - 1 - tree.last[node];
        image.last[at] = words - 1 - tree.first[node];
    }
    return image;
}

// `numbers`: what the mirror image calls every unit.
inline std::vector<Reordering> mirrored(const std::vector<Reordering>& found, const Links& links,
                                        const Words& numbers) {
    const std::int32_t n = links.source_length - 1, m = links.target_length - 1;
    const auto renamed = [&](std::int32_t name) {
        return name < 0 ? name : numbers[name];  // a head itself, or what was left out
    };
    const auto backwards = [&](const Words& units) {
        Words image;
        std::transform(units.rbegin(), units.rend(), std::back_inserter(image), renamed);
        return image;
    };
    std::vector<Reordering> image;
    for (auto one = found.rbegin(); one != found.rend(); ++one) {
        const auto& [a, b, c, d, e, f, g, h] = one->spans;
        image.push_back({{n - d, n - c, n - b, n - a, m - h, m - g, m - f, m - e},
                         one->syntactic,
                         renamed(one->parent),
                         backwards(one->b_units),
                         backwards(one->a_units)});
    }
    return image;
}

}  // namespace wordorder::fuzzing
