// One alignment: the simple nodes in the tree of its permutation.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "dice.hpp"
#include "permutation_checks.hpp"
#include "reordering/simple_operators.hpp"
#include "reordering_shapes.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class SimpleOperatorFuzzer {
public:
    explicit SimpleOperatorFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        const Alignment alignment = shapes_.make(dice_.pick(ReorderingShapes::SHAPES));
        current_input = [&] { return written(alignment); };
        const Links links = alignment.links();
        const std::multiset<Permutation> found = operators_of(links);
        ++tally[found.empty() ? "simple operators/none" : "simple operators/some"];
        require(found.empty() || links.size() > 0, "no links, no operators");
        require(operators_of(links) == found, "the same again");
    }

private:
    // What stands before them must stay.
    std::multiset<Permutation> operators_of(const Links& links) {
        Words operators{BEFORE};
        std::vector<std::int64_t> ends{1};
        operators_.append(links, operators, ends);
        require(operators[0] == BEFORE && ends[0] == 1, "appending keeps what is there");
        require(ends.back() == std::ssize(operators), "the last operator ends the list");
        std::multiset<Permutation> found;
        OperatorNumbers numbered;
        for (std::size_t i = 1; i < ends.size(); ++i) {
            const Permutation one(operators.begin() + ends[i - 1], operators.begin() + ends[i]);
            require(sorts_to_identity(one), "an operator is a permutation");
            require(one.size() > 300 || (one.size() >= 4 && is_simple(one)), "it is simple");
            found.insert(one);
            numbered.add(one);
        }
        check_numbers(numbered, found);
        return found;
    }

    // Every node has its operator, and no operator that fits a key comes twice.
    static void check_numbers(const OperatorNumbers& numbered,
                              const std::multiset<Permutation>& found) {
        const Rows rows(numbered.ranks, numbered.offsets);
        std::multiset<Permutation> again, short_ones;
        for (const std::int32_t number : numbered.of_nodes) {
            again.emplace(rows[number].begin(), rows[number].end());
        }
        require(again == found, "the operators of the nodes");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Permutation one(rows[i].begin(), rows[i].end());
            if (one.size() <= 16) short_ones.insert(one);
        }
        const std::set<Permutation> different(short_ones.begin(), short_ones.end());
        require(different.size() == short_ones.size(), "each operator has one number");
    }

    static constexpr std::int32_t BEFORE = -7;

    Dice dice_;
    ReorderingShapes shapes_;
    SimpleOperators operators_;
};

}  // namespace wordorder::fuzzing
