// A reference and a translation of one source: which of its reorderings the translation keeps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"
#include "reordering/reorderings.hpp"
#include "reordering/retention.hpp"
#include "reordering_shapes.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class RetentionFuzzer {
public:
    explicit RetentionFuzzer(Dice& dice) : dice_(dice), shapes_(dice), others_(dice) {}

    void run() {
        reference_ = shapes_.make(dice_.pick(ReorderingShapes::SHAPES));
        translation_ = dice_.one_in(3) ? moved_by_one() : others_.cousin_of(reference_);
        current_input = [this] {
            return written(reference_) + "; and " + written(translation_) + "; moved " +
                   written(moved_) + " phrases " + written(phrases_);
        };
        make_pairs();
        judge_.read(reference_.links(), translation_.links(), moved_, phrases_);
        const std::vector<Blocks> all = blocks_of(reference_.links());
        for (const Blocks& blocks : all) check(blocks);
        if (dice_.one_in(4)) check(any_blocks());
        judge_.read(reference_.links(), reference_.links(), {}, {});
        for (const Blocks& blocks : all) {
            require(judge_.judge(blocks) == Fate::order, "the reference keeps its own reorderings");
        }
    }

private:
    void check(const Blocks& blocks) const {
        const Fate fate = judge_.judge(blocks);
        require(Fate::unjudgeable <= fate && fate <= Fate::phrase, "what became of a reordering");
        require(fate != Fate::phrase || !phrases_.empty(), "without phrases none covers anything");
        require(fate != Fate::shifted || !moved_.empty(), "what is shifted moves");
        ++tally["retention/" + NAMES[static_cast<int>(fate) + 1]];
    }

    // ---- Inputs

    // The words of the source have the links of their neighbours.
    Alignment moved_by_one() {
        LinkSet links;
        const std::int64_t by = dice_.one_in(2) ? 1 : -1;
        for (const auto& [source, target] : set_of(reference_.links())) {
            const bool inside = 0 <= source + by && source + by < reference_.source_length;
            if (inside && !dice_.one_in(8)) links.emplace(source + by, target);
        }
        return {links, reference_.source_length, reference_.target_length};
    }

    std::vector<Blocks> blocks_of(const Links& links) {
        ReorderingFinder& finder = dice_.one_in(2) ? left_ : right_;
        std::vector<Blocks> all;
        for (const Choice& choice : finder.find(links)) {
            const Hulls& hulls = finder.stretches().hulls();
            all.push_back({hulls.source(choice.begin), hulls.source(choice.cut - 1),
                           hulls.source(choice.cut), hulls.source(choice.end - 1)});
        }
        return all;
    }

    // First and last words of what moves in the translation, and of phrases, which cover parts of
    // the source without overlap, in the order of the translation.
    void make_pairs() {
        moved_.clear();
        phrases_.clear();
        for (const Blocks& own : blocks_of(translation_.links())) {
            moved_.insert(moved_.end(), {own.a_first, own.b_last});
        }
        const std::int64_t longest = dice_.between(1, dice_.one_in(2) ? 5 : 40);
        std::vector<Link> parts;
        if (dice_.one_in(2)) {
            for (std::int64_t at = 0; at < reference_.source_length && parts.size() < 50;) {
                const std::int64_t rest = reference_.source_length - at;
                const std::int64_t end = at + std::min(dice_.between(1, longest), rest);
                if (!dice_.one_in(4)) parts.push_back(Link{at, end - 1});
                at = end;
            }
        }
        for (const std::int32_t place : dice_.permutation(std::ssize(parts))) {
            phrases_.insert(phrases_.end(), {parts[place].first, parts[place].second});
        }
        moved_.shrink_to_fit();
        phrases_.shrink_to_fit();
    }

    // Callers may also ask about blocks that are not the reference's.
    Blocks any_blocks() {
        std::vector<std::int32_t> ends(4);
        for (std::int32_t& end : ends) {
            end = dice_.between(0, std::max(reference_.source_length - 1, 0));
        }
        std::sort(ends.begin(), ends.end());
        return {ends[0], ends[1], ends[2], ends[3]};
    }

    inline static const std::vector<std::string> NAMES = {"unjudgeable", "lost", "order", "shifted",
                                                          "phrase"};

    Dice dice_;
    ReorderingShapes shapes_;
    AlignmentShapes others_;
    Alignment reference_, translation_;
    Words moved_, phrases_;
    ReorderingFinder left_{Branching::left, Branching::left};
    ReorderingFinder right_{Branching::right, Branching::right};
    RetentionJudge judge_;
};

}  // namespace wordorder::fuzzing
