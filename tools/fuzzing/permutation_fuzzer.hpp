// One permutation: scores, tree, blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "dice.hpp"
#include "order/batch.hpp"
#include "order/mending.hpp"
#include "order/misplacement.hpp"
#include "permutation_checks.hpp"
#include "report.hpp"
#include "score_checks.hpp"
#include "tree_checks.hpp"

namespace wordorder::fuzzing {

inline void check_longest_blocks(Ranks ranks) {
    LongestBlocks longest;
    longest.compute(ranks);
    for (std::int32_t end = 0; end < std::ssize(ranks); ++end) {
        const std::int32_t start = longest.start(end);
        require(0 <= start && start <= end, "a block ends at every position");
        const Ranks block = ranks.subspan(start, end - start + 1);
        const auto [low, high] = std::ranges::minmax(block);
        require(high - low == end - start, "a block has as many ranks as words");
    }
}

// A counter and a tree live through many inputs, so that leftovers in their buffers meet the next
// one; a batch has new ones.
class PermutationFuzzer {
public:
    explicit PermutationFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        const std::string shape = dice_.pick(Dice::SHAPES);
        const Permutation ranks = dice_.permutation(dice_.length(), shape);
        current_input = [&] { return written(ranks) + written(request_); };
        ++tally["permutations/" + shape];
        check_scores(ranks);
        check_misplacement(ranks);
        check_mending(ranks);
        tree_.build(ranks);
        check_tree(tree_);
        check_preorder(tree_);
        if (ranks.size() <= 40) check_longest_blocks(ranks);
        if (1 <= ranks.size() && ranks.size() <= WORD_BITS) check_long_path(ranks);
    }

private:
    void check_scores(const Permutation& ranks) {
        if (!counter_ || dice_.one_in(50)) {
            request_ = random_request(dice_);
            counter_ = std::make_unique<Counter>(request_.operators, request_.beta);
        }
        // `pef`, the last in the table, takes quadratic time.
        request_.metrics.resize(METRICS.size() - (ranks.size() > 4'000));
        std::iota(request_.metrics.begin(), request_.metrics.end(), 0);
        const std::vector<std::int64_t> offsets{0, std::ssize(ranks)};
        std::vector<double> scores(request_.metrics.size());
        const Rows rows(ranks, offsets);
        Batch(rows, request_, scores.data()).run();
        for (std::size_t i = 0; i < scores.size(); ++i) {
            check_score(scores[i], ranks);
            const Counts counts =
                counter_->count(ranks, ranks.size() < 2 ? Parts() : METRICS[i].parts);
            require(same(scores[i], score(METRICS[i], counts)), "batch and counter agree");
        }
    }

    // Without the misplaced words the ranks ascend, and fewer words would not do.
    void check_misplacement(const Permutation& ranks) {
        std::vector<std::int32_t> shifts(ranks.size()), tails;
        misplacement_.find(ranks, shifts.data());
        std::int32_t last = -1, in_place = 0;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            require(std::abs(shifts[i]) <= std::ssize(ranks), "no word is farther than the end");
            if (shifts[i] != 0) continue;
            require(ranks[i] > last, "words in place rise");
            last = ranks[i];
            ++in_place;
        }
        require(in_place == longest_increasing(ranks, tails), "as many words in place as can be");
    }

    // Every move puts as many pairs in order as it says; there is one unless all words are in
    // order.
    void check_mending(const Permutation& ranks) {
        Permutation order = ranks;
        for (int moves = 0; moves < 3; ++moves) {
            const double before = counter_->count(order, Part::inversions).inversions;
            const std::optional<MendingMove> move = mending_.best_move(order);
            require(move.has_value() == (before > 0), "a move for every wrong order");
            if (!move) return;
            require(0 <= move->start && move->start < move->stop && move->stop <= std::ssize(order),
                    "a block is inside the sentence");
            require(0 <= move->to && move->to <= std::ssize(order) &&
                        (move->to < move->start || move->to > move->stop),
                    "a block goes elsewhere in the sentence");
            make_move(order, *move);
            const double after = counter_->count(order, Part::inversions).inversions;
            require(move->pairs > 0 && before - after == static_cast<double>(move->pairs),
                    "a move gains what it says");
        }
    }

    // A rising or falling tail takes a short permutation off the one-word path; the result follows
    // from that of the short one.
    void check_long_path(const Permutation& ranks) {
        const std::int32_t n = ranks.size(), more = dice_.between(65 - n, 130 - n);
        const bool rising = dice_.one_in(2);
        Permutation longer;
        for (const std::int32_t rank : ranks) longer.push_back(rising ? rank : rank + more);
        for (std::int32_t i = 0; i < more; ++i) longer.push_back(rising ? n + i : more - 1 - i);
        longer_tree_.build(longer);
        check_tree(longer_tree_);
        require(nodes_in_preorder(longer_tree_) == nodes_with_tail(longer, more, rising),
                "the long path gives the same subtree");
        const Parts parts = Part::inversions | Part::increasing | Part::tree;
        const Counts few = counter_->count(ranks, parts), many = counter_->count(longer, parts);
        const std::int32_t crossing = rising ? 0 : n * more + more * (more - 1) / 2;
        require(many.inversions == few.inversions + crossing, "inversions on the long path");
        require(many.longest_increasing == few.longest_increasing + (rising ? more : 0),
                "longest increasing subsequence on the long path");
        require(many.nodes == few.nodes + more, "number of nodes on the long path");
    }

    // A root of the tail's direction merges with it; any other hangs below.
    std::vector<Node> nodes_with_tail(Ranks longer, std::int32_t more, bool rising) const {
        const std::int32_t size = longer.size();
        const Kind tail = rising ? Kind::monotone : Kind::inverted;
        std::vector<Node> nodes = nodes_in_preorder(tree_);
        for (Node& node : nodes) {
            node.low += rising ? 0 : more;
            node.high += rising ? 0 : more;
        }
        if (nodes[0].kind == tail) nodes.erase(nodes.begin());
        nodes.insert(nodes.begin(), {0, -size, 0, size - 1, tail});
        for (std::int32_t i = size - more; i < size; ++i) {
            nodes.push_back({i, -i - 1, longer[i], longer[i], Kind::leaf});
        }
        return nodes;
    }

    Dice dice_;
    Misplacement misplacement_;
    Mending mending_;
    Request request_;
    std::unique_ptr<Counter> counter_;
    Tree tree_, longer_tree_;
};

}  // namespace wordorder::fuzzing
