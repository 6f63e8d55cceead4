// One alignment: target words that stand before their source words.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "dice.hpp"
#include "reordering/anticipation.hpp"
#include "reordering_shapes.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class AnticipationFuzzer {
public:
    explicit AnticipationFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        const Alignment alignment = shapes_.make(dice_.pick(ReorderingShapes::SHAPES));
        Words ks;
        for (auto i = dice_.between(0, 4); i > 0; --i) {
            ks.push_back(dice_.pick(std::vector<std::int32_t>{0, 1, 2, 3, 5, -1, -4, INT32_MIN,
                                                              INT32_MAX, dice_.any_int32()}));
        }
        ks.shrink_to_fit();
        current_input = [&] { return written(alignment) + "; ks " + written(ks); };
        ++tally["anticipation"];
        const Links links = alignment.links();
        std::vector<std::int64_t> counts(ks.size(), BEFORE), scaled(ks.size(), BEFORE);
        const std::int64_t linked = counter_.count(links, ks, counts.data(), scaled.data());
        const std::set<std::int32_t> targets(links.targets.begin(), links.targets.end());
        require(linked == std::ssize(targets), "linked target words");
        check(ks, linked, counts);
        check(ks, linked, scaled);
    }

private:
    static void check(const Words& ks, std::int64_t linked,
                      const std::vector<std::int64_t>& counts) {
        for (std::size_t i = 0; i < ks.size(); ++i) {
            require(BEFORE <= counts[i] && counts[i] <= BEFORE + linked, "some linked words");
            // No sentence is that long.
            require(ks[i] > -(1 << 30) || counts[i] == BEFORE + linked, "all stand so far ahead");
            require(ks[i] < 1 << 30 || counts[i] == BEFORE, "none stands so far ahead");
            for (std::size_t j = 0; j < i; ++j) {
                require(ks[i] > ks[j] ? counts[i] <= counts[j] : counts[i] >= counts[j],
                        "the farther ahead, the fewer");
            }
        }
    }

    static constexpr std::int64_t BEFORE = 7;  // what the counter adds to

    Dice dice_;
    ReorderingShapes shapes_;
    AnticipationCounter counter_;
};

}  // namespace wordorder::fuzzing
