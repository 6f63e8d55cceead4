// Link components, and the words blocked by discontinuous ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "links.hpp"

namespace wordorder {

// The connected parts of the graph of links, in the order of their first source word.
class Components {
public:
    void build(const Links& links) {
        sources_.number(links.sources);
        targets_.number(links.targets);
        if (sources_.size() == links.size() && targets_.size() == links.size()) {
            return take_links_as_components(links.size());
        }
        parent_.resize(sources_.size() + targets_.size());
        std::iota(parent_.begin(), parent_.end(), 0);
        for (std::size_t k = 0; k < links.size(); ++k) {
            unite(sources_.of_link(k), target_node(targets_.of_link(k)));
        }
        number_components();
    }

    std::size_t size() const { return size_; }
    const LinkedWords& sources() const { return sources_; }
    const LinkedWords& targets() const { return targets_; }
    std::int32_t of_source(std::size_t number) const { return component_[number]; }
    std::int32_t of_target(std::size_t number) const { return component_[target_node(number)]; }

private:
    std::int32_t target_node(std::size_t number) const {
        return static_cast<std::int32_t>(sources_.size() + number);
    }

    // No word has two links, and the links are sorted by their source words.
    void take_links_as_components(std::size_t links) {
        size_ = links;
        component_.resize(2 * links);
        for (std::size_t k = 0; k < links; ++k) {
            component_[k] = component_[target_node(targets_.of_link(k))] =
                static_cast<std::int32_t>(k);
        }
    }

    std::int32_t root(std::int32_t node) {
        while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
        return node;
    }

    // The smaller node, a source word, stays the root.
    void unite(std::int32_t a, std::int32_t b) {
        a = root(a), b = root(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

    void number_components() {
        component_.resize(parent_.size());
        size_ = 0;
        for (std::int32_t node = 0; node < std::ssize(parent_); ++node) {
            const std::int32_t r = root(node);
            component_[node] = r == node ? static_cast<std::int32_t>(size_++) : component_[r];
        }
    }

    LinkedWords sources_, targets_;
    std::vector<std::int32_t> parent_, component_;
    std::size_t size_ = 0;
};

// A component is discontinuous if, on either side, a linked word of another component stands
// between its first and its last word. All linked words in that range are blocked; on the target
// side that means the source words linked to them.
class BlockedWords {
public:
    // The blocked ones among the linked source words, ascending.
    const std::vector<std::int32_t>& find(const Links& links) {
        components_.build(links);
        broken_.assign(components_.size(), 0);
        blocked_.clear();
        if (components_.size() == links.size()) return blocked_;  // none has a gap
        mark(components_.sources(), in_source_range_,
             [this](std::size_t word) { return components_.of_source(word); });
        mark(components_.targets(), in_target_range_,
             [this](std::size_t word) { return components_.of_target(word); });
        for (std::size_t k = 0; k < links.size(); ++k) {
            const bool under = in_target_range_[components_.targets().of_link(k)];
            in_source_range_[components_.sources().of_link(k)] |= static_cast<std::int32_t>(under);
        }
        for (std::size_t word = 0; word < components_.sources().size(); ++word) {
            if (in_source_range_[word]) blocked_.push_back(components_.sources().word(word));
        }
        return blocked_;
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
        ranges_.assign(components_.size(), {-1, -1, 0});
        for (std::size_t word = 0; word < words.size(); ++word) {
            Range& range = ranges_[component_of(word)];
            if (range.words++ == 0) range.first = static_cast<std::int32_t>(word);
            range.last = static_cast<std::int32_t>(word);
        }
        covered.assign(words.size() + 1, 0);
        for (std::size_t component = 0; component < ranges_.size(); ++component) {
            const Range& range = ranges_[component];
            if (range.last - range.first + 1 == range.words) continue;
            broken_[component] = 1;
            ++covered[range.first];
            --covered[range.last + 1];
        }
        std::partial_sum(covered.begin(), covered.end(), covered.begin());
    }

    Components components_;
    std::vector<Range> ranges_;
    std::vector<std::int32_t> in_source_range_, in_target_range_, blocked_;
    std::vector<std::uint8_t> broken_;
};

}  // namespace wordorder
