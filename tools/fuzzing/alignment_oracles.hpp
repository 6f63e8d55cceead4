// Slow answers about alignments, written from the definitions and from Koehn et
// al. 2005 for the symmetrisation, Och and Ney 2003 for the agreement.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "agreement.hpp"
#include "alignment_shapes.hpp"
#include "crossings.hpp"
#include "dice.hpp"

namespace wordorder::fuzzing {

// ---- Orders of the source words

inline std::map<std::int32_t, std::int32_t> first_targets(const LinkSet& links) {
    std::map<std::int32_t, std::int32_t> first;
    for (const auto& [source, target] : links) first.emplace(source, target);
    return first;
}

inline Words by_first_target(const LinkSet& links) {
    LinkSet sorted;
    for (const auto& [source, target] : first_targets(links)) sorted.emplace(target, source);
    Words order;
    for (const auto& [target, source] : sorted) order.push_back(source);
    return order;
}

inline auto find_word(Words& order, std::int32_t word) {
    return std::find(order.begin(), order.end(), word);
}

inline Words slow_lrscore_order(const LinkSet& links, std::int32_t n) {
    Words order = by_first_target(links);
    for (std::int32_t word = 0; word < n; ++word) {
        if (find_word(order, word) != order.end()) continue;
        order.insert(word == 0 ? order.begin() : find_word(order, word - 1) + 1, word);
    }
    return order;
}

inline Words slow_reference_order(const LinkSet& links, std::int32_t n) {
    Words order = by_first_target(links);
    const std::int32_t last_linked = links.rbegin()->first;
    for (std::int32_t word = last_linked - 1; word >= 0; --word) {
        if (find_word(order, word) == order.end()) order.insert(find_word(order, word + 1), word);
    }
    for (std::int32_t word = last_linked + 1; word < n; ++word) order.push_back(word);
    return order;
}

inline Permutation ranks_of(const Words& order) {
    Permutation ranks(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) ranks[order[place]] = place;
    return ranks;
}

inline Words slow_group_starts(const LinkSet& links, const Words& order) {
    const Permutation ranks = ranks_of(order);
    std::map<std::int32_t, std::set<std::int32_t>> places;  // of the words of each first target
    for (const auto& [word, target] : first_targets(links)) places[target].insert(ranks[word]);
    Words starts = ranks;
    for (const auto& [target, members] : places) {
        for (std::int32_t place = *members.begin(); place <= *members.rbegin(); ++place) {
            starts[order[place]] = *members.begin();
        }
    }
    return starts;
}

// ---- Components

// The component of each link, numbered by their first links. Links are sorted by source.
inline Words slow_components(const Links& links) {
    Words least(links.size());  // the first link known to hang together with each
    std::iota(least.begin(), least.end(), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t a = 0; a < links.size(); ++a) {
            for (std::size_t b = 0; b < links.size(); ++b) {
                const bool together = links.sources[a] == links.sources[b] ||
                                      links.targets[a] == links.targets[b];
                if (!together || least[a] <= least[b]) continue;
                least[a] = least[b];
                changed = true;
            }
        }
    }
    const std::set<std::int32_t> firsts(least.begin(), least.end());
    for (std::int32_t& first : least) first = std::distance(firsts.begin(), firsts.find(first));
    return least;
}

inline Permutation slow_matched_ranks(const Links& links, const Words& components) {
    const std::set<std::int32_t> matched(links.targets.begin(), links.targets.end());
    LinkSet order;  // (component, rank)
    for (std::size_t k = 0; k < links.size(); ++k) {
        order.emplace(components[k],
                      std::distance(matched.begin(), matched.find(links.targets[k])));
    }
    Permutation ranks;
    for (const auto& [component, rank] : order) ranks.push_back(rank);
    return ranks;
}

struct Blocking {
    std::set<std::int32_t> words;  // the blocked ones
    std::set<std::int32_t> components;  // those that block them
};

inline Blocking slow_blocking(const Links& links, const Words& components) {
    Blocking found;
    for (const Indices side : {links.sources, links.targets}) {
        std::map<std::int32_t, std::set<std::int32_t>> words;  // of each component
        for (std::size_t k = 0; k < links.size(); ++k) words[components[k]].insert(side[k]);
        for (const auto& [component, own] : words) {
            std::set<std::int32_t> in_range;  // source words
            bool contiguous = true;
            for (std::size_t k = 0; k < links.size(); ++k) {
                if (side[k] < *own.begin() || side[k] > *own.rbegin()) continue;
                in_range.insert(links.sources[k]);
                contiguous &= components[k] == component;
            }
            if (contiguous) continue;
            found.words.merge(in_range);
            found.components.insert(component);
        }
    }
    return found;
}

// ---- Pairs of links, and of alignments

inline CrossingCounts slow_crossings(const Links& links) {
    CrossingCounts counts{0, 0};
    for (std::size_t a = 0; a < links.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const std::int64_t down = links.sources[a] - links.sources[b];
            const std::int64_t right = links.targets[a] - links.targets[b];
            counts.crossing += down * right < 0;
            counts.pairs += down != 0 && right != 0;
        }
    }
    return counts;
}

inline Agreement slow_agreement(const Links& predicted, const Links& gold,
                                std::span<const std::uint8_t> gold_sure) {
    const LinkSet guesses = set_of(predicted);
    Agreement counts;
    counts.predicted = std::ssize(guesses);
    for (std::size_t k = 0; k < gold.size(); ++k) {
        const bool sure = gold_sure.empty() || gold_sure[k];
        const bool found = guesses.contains({gold.sources[k], gold.targets[k]});
        counts.sure += sure;
        counts.predicted_sure += found && sure;
        counts.predicted_gold += found;
    }
    return counts;
}

// The published loops. Links are (target, source) here, so that sets have them in Moses' order.
class SlowSymmetrization {
public:
    SlowSymmetrization(const LinkSet& forward, const LinkSet& reverse)
        : forward_(swapped(forward)), reverse_(swapped(reverse)), all_(forward_) {
        all_.insert(reverse_.begin(), reverse_.end());
        for (const Link& link : forward_) {
            if (reverse_.contains(link)) choose(link);
        }
    }

    LinkSet common() const { return swapped(chosen_); }
    LinkSet all() const { return swapped(all_); }

    LinkSet grow_diag_final_and() {
        while (sweep()) {
        }
        for (const LinkSet& direction : {forward_, reverse_}) {
            for (const Link& link : direction) {
                if (!targets_.contains(link.first) && !sources_.contains(link.second)) choose(link);
            }
        }
        return swapped(chosen_);
    }

private:
    static constexpr std::array<Link, 8> NEIGHBOURS{
        {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

    void choose(const Link& link) {
        chosen_.insert(link);
        targets_.insert(link.first);
        sources_.insert(link.second);
    }

    // What is added behind the current link is still visited in this sweep. Whether it added any.
    bool sweep() {
        const std::size_t before = chosen_.size();
        for (const Link& link : chosen_) {
            for (const auto& [down, right] : NEIGHBOURS) {
                const Link near{link.first + down, link.second + right};
                const bool both_linked =
                    targets_.contains(near.first) && sources_.contains(near.second);
                if (all_.contains(near) && !both_linked) choose(near);
            }
        }
        return chosen_.size() > before;
    }

    LinkSet forward_, reverse_, all_, chosen_;
    std::set<std::int32_t> targets_, sources_;
};

}  // namespace wordorder::fuzzing
