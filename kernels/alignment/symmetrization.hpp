// Symmetrisation of two alignments made in opposite directions: intersection, union, and
// grow-diag-final-and (Koehn, Och and Marcu 2003; Koehn et al. 2005).
//
// The result of the last depends on the order in which links are visited, which is that of Moses:
// target word by target word, and at the end forward links before reverse ones.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <queue>
#include <utility>
#include <vector>

#include "alignment/links.hpp"
#include "core/pair_key.hpp"

namespace wordorder {

enum class Symmetrization { intersection, union_, grow_diag_final_and };

class Symmetrizer {
public:
    // Sets `chosen` to the resulting links as sorted keys (source, target).
    void run(const Links& forward, const Links& reverse, Symmetrization method,
             std::vector<std::uint64_t>& chosen) {
        unite(forward, reverse);
        switch (method) {
            case Symmetrization::intersection: choose_common(); break;
            case Symmetrization::union_: chosen_.assign(links_.size(), true); break;
            case Symmetrization::grow_diag_final_and:
                choose_common();
                grow_diag();
                final_and(in_forward_);
                final_and(in_reverse_);
        }
        chosen.clear();
        for (std::size_t k = 0; k < links_.size(); ++k) {
            if (chosen_[k]) chosen.push_back(pair_key(second_of(links_[k]), first_of(links_[k])));
        }
        sort_keys(chosen);
    }

private:
    static constexpr std::array<std::pair<int, int>, 8> NEIGHBOURS{
        {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

    // The union as keys (target, source), with the directions each link comes from.
    void unite(const Links& forward, const Links& reverse) {
        collect(forward, forward_);
        collect(reverse, reverse_);
        links_.clear();
        std::ranges::set_union(forward_, reverse_, std::back_inserter(links_));
        mark(forward_, in_forward_);
        mark(reverse_, in_reverse_);
        number_words();
    }

    static void collect(const Links& links, std::vector<std::uint64_t>& keys) {
        keys.clear();
        for (std::size_t k = 0; k < links.size(); ++k) {
            keys.push_back(pair_key(links.targets[k], links.sources[k]));
        }
        sort_keys(keys);
    }

    void mark(const std::vector<std::uint64_t>& direction, std::vector<bool>& in_direction) const {
        in_direction.clear();
        auto next = direction.begin();
        for (const std::uint64_t link : links_) {
            in_direction.push_back(next != direction.end() && *next == link);
            if (in_direction.back()) ++next;
        }
    }

    void number_words() {
        words_.clear();
        for (const std::uint64_t link : links_) words_.push_back(first_of(link));
        targets_.number(words_);
        words_.clear();
        for (const std::uint64_t link : links_) words_.push_back(second_of(link));
        sources_.number(words_);
        source_taken_.assign(sources_.size(), false);
        target_taken_.assign(targets_.size(), false);
    }

    void choose_common() {
        chosen_.assign(links_.size(), false);
        for (std::size_t k = 0; k < links_.size(); ++k) {
            if (in_forward_[k] && in_reverse_[k]) choose(k);
        }
    }

    void choose(std::size_t k) {
        chosen_[k] = true;
        source_taken_[sources_.of_link(k)] = true;
        target_taken_[targets_.of_link(k)] = true;
    }

    // The published loop sweeps over the matrix until a sweep adds nothing. But no link has more to
    // add on a second visit: a refused neighbour has both words taken, and they stay taken. So each
    // link is visited once, in the order of those sweeps: a link that the current sweep has passed
    // waits for the next.
    void grow_diag() {
        using Visit = std::pair<std::size_t, std::size_t>;  // sweep, link
        std::priority_queue<Visit, std::vector<Visit>, std::greater<>> visits;
        for (std::size_t k = 0; k < links_.size(); ++k) {
            if (chosen_[k]) visits.emplace(0, k);
        }
        while (!visits.empty()) {
            const auto [sweep, k] = visits.top();
            visits.pop();
            for (const auto& [down, right] : NEIGHBOURS) {
                const std::size_t near =
                    find(first_of(links_[k]) + down, second_of(links_[k]) + right);
                if (near == links_.size() || (source_taken(near) && target_taken(near))) continue;
                choose(near);
                visits.emplace(near > k ? sweep : sweep + 1, near);
            }
        }
    }

    void final_and(const std::vector<bool>& in_direction) {
        for (std::size_t k = 0; k < links_.size(); ++k) {
            if (in_direction[k] && !source_taken(k) && !target_taken(k)) choose(k);
        }
    }

    bool source_taken(std::size_t k) const { return source_taken_[sources_.of_link(k)]; }
    bool target_taken(std::size_t k) const { return target_taken_[targets_.of_link(k)]; }

    std::size_t find(std::int32_t target, std::int32_t source) const {
        if (target < 0 || source < 0) return links_.size();
        const std::uint64_t key = pair_key(target, source);
        const auto found = std::ranges::lower_bound(links_, key);
        return found != links_.end() && *found == key ? found - links_.begin() : links_.size();
    }

    std::vector<std::uint64_t> links_, forward_, reverse_;
    std::vector<bool> in_forward_, in_reverse_, chosen_, source_taken_, target_taken_;
    LinkedWords sources_, targets_;
    std::vector<std::int32_t> words_;
};

}  // namespace wordorder
