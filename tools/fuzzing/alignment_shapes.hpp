// Random alignments of several shapes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "alignment/links.hpp"
#include "dice.hpp"

namespace wordorder::fuzzing {

using Words = std::vector<std::int32_t>;
using Link = std::pair<std::int32_t, std::int32_t>;  // source word, target word
using LinkSet = std::set<Link>;

struct Alignment {
    Words sources, targets;
    std::vector<std::uint8_t> sure;  // a mark for each link
    std::int32_t source_length = 0, target_length = 0;

    // Vectors have no spare capacity: one step past the end is a step into the sanitizer's fence.
    Alignment(const LinkSet& links, std::int64_t source_words, std::int64_t target_words)
        : sure(links.size(), 1), source_length(source_words), target_length(target_words) {
        sources.reserve(links.size());
        targets.reserve(links.size());
        for (const auto& [source, target] : links) {
            sources.push_back(source);
            targets.push_back(target);
        }
    }
    Alignment() = default;

    Links links() const { return {sources, targets, source_length, target_length}; }
    bool operator==(const Alignment&) const = default;
};

inline LinkSet set_of(const Links& links) {
    LinkSet set;
    for (std::size_t k = 0; k < links.size(); ++k) set.emplace(links.sources[k], links.targets[k]);
    return set;
}

inline LinkSet swapped(const LinkSet& links) {
    LinkSet others;
    for (const auto& [source, target] : links) others.emplace(target, source);
    return others;
}

inline std::string written(const Alignment& alignment) {
    std::string text;
    for (std::size_t k = 0; k < alignment.sources.size(); ++k) {
        text += std::to_string(alignment.sources[k]) + (alignment.sure[k] ? "-" : "?") +
                std::to_string(alignment.targets[k]) + " ";
    }
    return text + "of " + std::to_string(alignment.source_length) + " and " +
           std::to_string(alignment.target_length) + " words";
}

// A permutation has a rank for each word. For sentences of the shape "huge" it would not fit into
// memory.
inline bool has_ranks_for_all(const Links& links) {
    return links.size() == 0 || links.source_length <= 1'000'000;
}

class AlignmentShapes {
public:
    explicit AlignmentShapes(Dice& dice) : dice_(dice) {}

    inline static const std::vector<std::string> SHAPES = {
        "empty", "one to one", "sparse", "dense", "phrases", "phrases", "hub", "huge"};

    // `longest` limits the words of a sentence.
    Alignment make(const std::string& shape, std::int64_t longest = LARGEST_WORD + 1) {
        longest_ = longest;
        Alignment made = without_marks(shape);
        if (dice_.one_in(2)) {
            for (std::uint8_t& sure : made.sure) sure = dice_.one_in(2);
        }
        return made;
    }

    // Another aligner's view of the same sentences: some links are missing, others stand beside the
    // common ones, along which symmetrisation has to grow.
    Alignment cousin_of(const Alignment& alignment) {
        LinkSet links;
        const std::int64_t kept_of_8 = dice_.between(0, 8), added_of_8 = dice_.between(0, 8);
        const auto chance = [this](std::int64_t of_8) { return dice_.between(1, 8) <= of_8; };
        for (std::size_t k = 0; k < alignment.sources.size(); ++k) {
            const std::int32_t source = alignment.sources[k], target = alignment.targets[k];
            if (chance(kept_of_8)) links.emplace(source, target);
            if (!chance(added_of_8)) continue;
            const std::int64_t down = source + dice_.between(-2, 2);
            const std::int64_t right = target + dice_.between(-2, 2);
            const bool inside = 0 <= down && down < alignment.source_length && 0 <= right &&
                                right < alignment.target_length;
            if (inside) links.emplace(down, right);
        }
        return {links, alignment.source_length, alignment.target_length};
    }

private:
    Alignment without_marks(const std::string& shape) {
        if (shape == "one to one") return one_to_one();
        if (shape == "sparse") return sparse();
        if (shape == "dense") return dense();
        if (shape == "phrases") return phrases();
        if (shape == "hub") return hub();
        if (shape == "huge") return huge();
        return {{}, any_length(), any_length()};
    }

    std::int64_t any_length() {
        return dice_.one_in(4) ? longest_ - dice_.between(0, 2) : dice_.length();
    }

    // In braces, calls of the dice have an order; as arguments of a function they have none.
    Link any_link(std::int64_t n, std::int64_t m) {
        return Link{dice_.between(0, n - 1), dice_.between(0, m - 1)};
    }

    // Some words of either side are left without a partner.
    Alignment one_to_one() {
        const Permutation ranks = dice_.permutation(dice_.length());
        const std::int64_t linked_of_4 = dice_.between(1, 4);
        const std::int64_t more_sources = dice_.between(0, 3), more_targets = dice_.between(0, 3);
        LinkSet links;
        for (std::size_t word = 0; word < ranks.size(); ++word) {
            const bool linked = dice_.between(1, 4) <= linked_of_4;
            if (linked) links.emplace(word + more_sources, ranks[word]);
        }
        const std::int64_t words = std::ssize(ranks);
        return {links, words + more_sources, words + more_targets};
    }

    Alignment sparse() {
        const std::int64_t n = dice_.length(), m = dice_.length();
        LinkSet links;
        for (auto k = n > 0 && m > 0 ? dice_.between(1, std::max(n, m)) : 0; k > 0; --k) {
            links.insert(any_link(n, m));
        }
        return {links, n, m};
    }

    Alignment dense() {
        const std::int64_t n = dice_.between(1, 12), m = dice_.between(1, 12);
        const std::int64_t linked_of_8 = dice_.between(1, 8);
        LinkSet links;
        for (std::int64_t source = 0; source < n; ++source) {
            for (std::int64_t target = 0; target < m; ++target) {
                if (dice_.between(1, 8) <= linked_of_8) links.emplace(source, target);
            }
        }
        return {links, n, m};
    }

    // Reordered phrases, all words linked with all. A phrase may have no translation, and a stray
    // link may tie two together.
    Alignment phrases() {
        const Permutation places = dice_.permutation(dice_.between(1, 12));
        std::vector<std::int64_t> ends(places.size() + 1, 0);
        for (std::size_t i = 0; i < places.size(); ++i) ends[i + 1] = ends[i] + dice_.between(1, 4);
        LinkSet links;
        std::int64_t n = 0;
        for (const std::int32_t place : places) {
            const std::int64_t begin = n;
            n += dice_.between(1, 4);
            if (dice_.one_in(5)) continue;
            for (std::int64_t source = begin; source < n; ++source) {
                for (auto target = ends[place]; target < ends[place + 1]; ++target) {
                    links.emplace(source, target);
                }
            }
        }
        const std::int64_t m = ends.back();
        if (dice_.one_in(3)) links.insert(any_link(n, m));
        return {links, n, m};
    }

    // A word with more links than a machine word has bits.
    Alignment hub() {
        const std::int64_t n = dice_.between(1, 9), m = dice_.between(65, 150);
        const std::int64_t word = dice_.between(0, n - 1);
        LinkSet links;
        for (auto k = dice_.between(0, 20); k > 0; --k) links.insert(any_link(n, m));
        for (std::int64_t other = 0; other < m; ++other) links.emplace(word, other);
        if (dice_.one_in(2)) return {links, n, m};
        return {swapped(links), m, n};
    }

    // Few links at both ends, and in between, of the longest sentences allowed.
    Alignment huge() {
        const std::int64_t n = longest_ - dice_.between(0, 2), m = longest_ - dice_.between(0, 2);
        const auto word = [this](std::int64_t length) {
            const std::int64_t from_end = dice_.between(0, 3);
            return static_cast<std::int32_t>(dice_.pick(
                std::vector{from_end, length - 1 - from_end, dice_.between(0, length - 1)}));
        };
        LinkSet links;
        for (auto k = dice_.between(1, 12); k > 0; --k) links.insert(Link{word(n), word(m)});
        return {links, n, m};
    }

    Dice dice_;
    std::int64_t longest_ = 0;
};

}  // namespace wordorder::fuzzing
