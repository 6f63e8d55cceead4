// One alignment, and a second one of the same sentences: orders, crossings, components,
// symmetrisation, agreement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "alignment/agreement.hpp"
#include "alignment/components.hpp"
#include "alignment/conventions.hpp"
#include "alignment/crossings.hpp"
#include "alignment/symmetrization.hpp"
#include "alignment_shapes.hpp"
#include "core/pair_key.hpp"
#include "dice.hpp"
#include "order/relative.hpp"
#include "permutation_checks.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

// Kernels live through many inputs, so that leftovers in their buffers meet the next one.
class AlignmentFuzzer {
public:
    explicit AlignmentFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        const std::string shape = dice_.pick(AlignmentShapes::SHAPES);
        alignment_ = shapes_.make(shape);
        cousin_ = shapes_.cousin_of(alignment_);
        current_input = [this] { return written(alignment_) + "; and " + written(cousin_); };
        ++tally["alignments/" + shape];
        links_ = alignment_.links();
        set_ = set_of(links_);
        if (has_ranks_for_all(links_)) {
            check_lrscore();
            check_reference();
        }
        check_crossings();
        check_components();
        check_symmetrization();
        check_agreement();
    }

private:
    // The contents of `ranks` must stay; without links nothing is appended.
    static Permutation made(const Words& ranks, std::size_t length) {
        require(ranks.size() == 1 + length && ranks[0] == BEFORE, "as many ranks as words");
        const Permutation own(ranks.begin() + 1, ranks.end());
        require(sorts_to_identity(own), "a convention makes a permutation");
        return own;
    }

    std::size_t ordered_words() const { return set_.empty() ? 0 : links_.source_length; }

    void check_lrscore() {
        Words appended{BEFORE};
        lrscore_.append(links_, appended);
        made(appended, ordered_words());
    }

    void check_reference() {
        Words appended{BEFORE}, appended_starts{BEFORE};
        reference_.append(links_, appended, appended_starts);
        const Permutation ranks = made(appended, ordered_words());
        require(appended_starts.size() == appended.size(), "a group start for every rank");
        const Words starts(appended_starts.begin() + 1, appended_starts.end());
        check_groups(ranks, starts);
        check_relative(ranks, starts);
    }

    static void check_groups(const Permutation& ranks, const Words& starts) {
        Words by_place;
        for (const std::int32_t word : inverse_of(ranks)) by_place.push_back(starts[word]);
        for (std::int32_t place = 0; place < std::ssize(by_place); ++place) {
            const bool goes_on = place > 0 && by_place[place] == by_place[place - 1];
            require(goes_on || by_place[place] == place, "a group is a stretch of places");
        }
    }

    // Any order has ranks relative to the reference; an order that differs only within groups has
    // those of the identity.
    void check_relative(const Permutation& ranks, const Words& starts) {
        const Permutation system = dice_.permutation(ranks.size());
        Words relative;
        relative_.append(system, starts, relative);
        require(relative.size() == ranks.size() && sorts_to_identity(relative),
                "a relative order is a permutation");
        Words order = inverse_of(ranks);
        for (std::size_t place = 1; place < order.size(); ++place) {
            const bool free = starts[order[place]] == starts[order[place - 1]];
            if (free && dice_.one_in(2)) std::swap(order[place], order[place - 1]);
        }
        relative.clear();
        relative_.append(inverse_of(order), starts, relative);
        require(std::is_sorted(relative.begin(), relative.end()), "order within groups is free");
    }

    void check_crossings() {
        const CrossingCounts counts = crossings_.count(links_);
        const std::int64_t links = std::ssize(set_);
        require(0 <= counts.crossing && counts.crossing <= counts.pairs, "crossings are pairs");
        require(counts.pairs <= links * (links - 1) / 2, "a pair is two links");
        const Alignment mirrored(swapped(set_), links_.target_length, links_.source_length);
        require(same(counts, crossings_.count(mirrored.links())), "crossings have no direction");
    }

    static bool same(const CrossingCounts& a, const CrossingCounts& b) {
        return a.crossing == b.crossing && a.pairs == b.pairs;
    }

    void check_components() {
        components_.build(links_);
        check_numbers(components_.sources(), links_.sources);
        check_numbers(components_.targets(), links_.targets);
        std::int32_t next = 0;
        for (std::size_t k = 0; k < links_.size(); ++k) {
            const std::int32_t component = of_link(k);
            require(component == components_.of_target(components_.targets().of_link(k)),
                    "linked words share a component");
            require(0 <= component && component <= next, "by their first source words");
            next = std::max(next, component + 1);
        }
        require(components_.size() == static_cast<std::size_t>(next), "number of components");

        Words appended{BEFORE};
        matched_.append(links_, appended);
        made(appended, components_.targets().size());
        check_blocked();
    }

    // The words of a discontinuous component are blocked themselves.
    void check_blocked() {
        blocked_.find(links_);
        Words blocked;
        blocked_.append(blocked);
        require(blocked_.count() == std::ssize(blocked), "number of blocked words");
        require(blocked_.linked() == components_.sources().size(), "number of linked words");
        require(std::ranges::is_sorted(blocked), "blocked words, ascending");
        require(std::ranges::includes(components_.sources().words(), blocked), "linked words");
        bool any = false;
        for (std::size_t k = 0; k < links_.size(); ++k) {
            if (!blocked_.blocking(k)) continue;
            any = true;
            require(std::ranges::binary_search(blocked, links_.sources[k]), "links that block");
        }
        require(any == !blocked.empty(), "no word is blocked by nothing");
    }

    std::int32_t of_link(std::size_t k) const {
        return components_.of_source(components_.sources().of_link(k));
    }

    static void check_numbers(const LinkedWords& numbered, Indices words) {
        const std::set<std::int32_t> different(words.begin(), words.end());
        require(std::ranges::equal(numbered.words(), different), "linked words, ascending");
        for (std::size_t k = 0; k < words.size(); ++k) {
            require(numbered.word(numbered.of_link(k)) == words[k], "a link has its own words");
        }
    }

    void check_symmetrization() {
        const bool swap = dice_.one_in(2);
        const Links cousin = cousin_.links();
        const Links forward = swap ? cousin : links_, reverse = swap ? links_ : cousin;
        const LinkSet common = symmetrized(forward, reverse, Symmetrization::intersection);
        const LinkSet all = symmetrized(forward, reverse, Symmetrization::union_);
        const LinkSet grown = symmetrized(forward, reverse, Symmetrization::grow_diag_final_and);
        for (const LinkSet& direction : {set_of(forward), set_of(reverse)}) {
            require(std::ranges::includes(direction, common), "both have the intersection");
            require(std::ranges::includes(all, direction), "the union has both");
        }
        require(common.size() + all.size() == forward.size() + reverse.size(), "and no other link");
        require(std::ranges::includes(grown, common), "growing keeps the intersection");
        require(std::ranges::includes(all, grown), "growing stays within the union");
    }

    LinkSet symmetrized(const Links& forward, const Links& reverse, Symmetrization method) {
        symmetrizer_.run(forward, reverse, method, chosen_);
        LinkSet links;
        for (const std::uint64_t key : chosen_) {
            const auto at = links.emplace_hint(links.end(), first_of(key), second_of(key));
            require(std::next(at) == links.end(), "chosen links are sorted");
        }
        require(links.size() == chosen_.size(), "no link is chosen twice");
        return links;
    }

    void check_agreement() {
        std::span<const std::uint8_t> marks = alignment_.sure;
        if (dice_.one_in(4)) marks = {};  // all are sure
        const Agreement counts = agreement(cousin_.links(), links_, marks);
        const std::int64_t gold = std::ssize(set_), predicted = std::ssize(cousin_.sources);
        require(counts.predicted == predicted && counts.sure <= gold, "what there is");
        require(0 <= counts.predicted_sure && counts.predicted_sure <= counts.sure &&
                    counts.predicted_sure <= counts.predicted_gold &&
                    counts.predicted_gold <= std::min(gold, predicted),
                "what is found is there");
        const Agreement own = agreement(links_, links_, marks);
        require(
            own.predicted_gold == gold && own.predicted_sure == own.sure && own.sure == counts.sure,
            "an alignment agrees with itself");
    }

    static constexpr std::int32_t BEFORE = -7;  // what the conventions append to

    Dice dice_;
    AlignmentShapes shapes_;
    Alignment alignment_, cousin_;
    Links links_;
    LinkSet set_;
    LrscoreConvention lrscore_;
    ReferenceConvention reference_;
    MatchedConvention matched_;
    RelativeOrder relative_;
    CrossingCounter crossings_;
    Components components_;
    BlockedWords blocked_;
    Symmetrizer symmetrizer_;
    std::vector<std::uint64_t> chosen_;
};

}  // namespace wordorder::fuzzing
