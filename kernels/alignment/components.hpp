// Components of links, and the words that discontinuous ones block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "alignment/links.hpp"

namespace wordorder {

// The connected parts of the graph of links, in the order of their first source word.
class Components {
public:
    void build(const Links& links) {
        sources_.number_ascending(links.sources);
        targets_.number(links.targets);
        parent_.resize(sources_.size());
        std::iota(parent_.begin(), parent_.end(), 0);
        first_source_.assign(targets_.size(), NONE);
        for (std::size_t k = 0; k < links.size(); ++k) {
            std::int32_t& first = first_source_[targets_.of_link(k)];
            if (first == NONE) {
                first = sources_.of_link(k);
            } else {
                unite(first, sources_.of_link(k));
            }
        }
        number_components();
    }

    std::size_t size() const { return size_; }
    const LinkedWords& sources() const { return sources_; }
    const LinkedWords& targets() const { return targets_; }
    std::int32_t of_source(std::size_t number) const { return component_[number]; }
    std::int32_t of_target(std::size_t number) const { return component_[first_source_[number]]; }

private:
    static constexpr std::int32_t NONE = -1;

    std::int32_t root(std::int32_t word) {
        while (parent_[word] != word) word = parent_[word] = parent_[parent_[word]];
        return word;
    }

    // The first source word stays the root, so parents come before their children.
    void unite(std::int32_t a, std::int32_t b) {
        a = root(a), b = root(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

    void number_components() {
        component_.resize(parent_.size());
        size_ = 0;
        for (std::int32_t word = 0; word < std::ssize(parent_); ++word) {
            const bool first = parent_[word] == word;
            component_[word] = first ? static_cast<std::int32_t>(size_) : component_[parent_[word]];
            size_ += static_cast<std::size_t>(first);
        }
    }

    LinkedWords sources_, targets_;
    std::vector<std::int32_t> parent_, component_;  // by source word
    std::vector<std::int32_t> first_source_;        // of each target word
    std::size_t size_ = 0;
};

// A component is discontinuous if, on either side, a linked word of another component stands
// between its first and its last word. All linked words in that range are blocked; on the target
// side that means the source words linked to them.
class BlockedWords {
public:
    void find(const Links& links) {
        components_.build(links);
        broken_.assign(components_.size(), 0);
        in_source_range_.assign(linked(), 0);
        if (components_.size() == links.size()) return;  // single links have no gaps
        mark(components_.sources(), in_source_range_,
             [this](std::size_t word) { return components_.of_source(word); });
        mark(components_.targets(), in_target_range_,
             [this](std::size_t word) { return components_.of_target(word); });
        for (std::size_t k = 0; k < links.size(); ++k) {
            in_source_range_[components_.sources().of_link(k)] |=
                in_target_range_[components_.targets().of_link(k)];
        }
    }

    // The number of blocked words among the linked source words.
    std::int64_t count() const {
        std::int64_t blocked = 0;
        for (std::size_t word = 0; word < linked(); ++word) blocked += in_source_range_[word] != 0;
        return blocked;
    }

    // Appends the blocked words, ascending.
    void append(std::vector<std::int32_t>& blocked) const {
        for (std::size_t word = 0; word < linked(); ++word) {
            if (in_source_range_[word]) blocked.push_back(components_.sources().word(word));
        }
    }

    std::size_t linked() const { return components_.sources().size(); }

    // Whether link k of the row belongs to a discontinuous component.
    bool blocking(std::size_t k) const {
        return broken_[components_.of_source(components_.sources().of_link(k))] != 0;
    }

private:
    struct Range { std::int32_t first, last, words; };

    // Words are numbered without gaps, so a range with more numbers than the component has words
    // contains a word of another component.
    template <class ComponentOf>
    void mark(const LinkedWords& words, std::vector<std::int32_t>& covered,
              const ComponentOf& component_of) {
        ranges_.assign(components_.size(), {std::numeric_limits<std::int32_t>::max(), -1, 0});
        for (std::int32_t word = 0; word < std::ssize(words.words()); ++word) {
            Range& range = ranges_[component_of(word)];
            range.first = std::min(range.first, word);
            range.last = word;
            ++range.words;
        }
        covered.assign(words.size() + 1, 0);
        for (std::size_t component = 0; component < ranges_.size(); ++component) {
            const Range& range = ranges_[component];
            const bool broken = range.last - range.first + 1 != range.words;
            broken_[component] |= static_cast<std::uint8_t>(broken);
            covered[range.first] += static_cast<std::int32_t>(broken);
            covered[range.last + 1] -= static_cast<std::int32_t>(broken);
        }
        std::partial_sum(covered.begin(), covered.end(), covered.begin());
    }

    Components components_;
    std::vector<Range> ranges_;
    std::vector<std::int32_t> in_source_range_, in_target_range_;  // by word, > 0 inside
    std::vector<std::uint8_t> broken_;
};

}  // namespace wordorder
