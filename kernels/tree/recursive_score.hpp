// PETscore and PEFscore (`pet`, `pef`): a score that grows bottom-up over the tree.
//
// Written in terms of the excess of a node: its score minus the score of its own operator.
// A node whose children are all leaves has the excess 0; any other
//     excess = (1 − β) · mean over its inferences of (φ_inf − operator score).
// So nodes over leaves only come out exactly, with no case of their own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/checkpoint.hpp"
#include "tree/tree.hpp"

namespace wordorder {

// The worth of operators. `simple` receives an operator as 0-based ranks; without it, simple
// operators are worth 0, as in the paper.
struct OperatorScores {
    double monotone = 1;
    double inverted = 0;
    std::function<double(Ranks)> simple;
};

class RecursiveScore {
public:
    RecursiveScore(const OperatorScores& operators, double beta, Checkpoint checkpoint = {})
        : operators_(&operators), beta_(beta), checkpoint_(std::move(checkpoint)) {}

    // The mean over all binary splits of every linear node: O(k²) time, O(k) memory for k
    // children, after Figure 6 of the paper.
    double forest(const Tree& tree) {
        return score(tree, [this](std::size_t arity) { return all_splits(arity); });
    }

    // Only the last split of every linear node: the canonical left-branching tree.
    double left_branching(const Tree& tree) {
        return score(tree, [this](std::size_t arity) { return last_splits(arity); });
    }

private:
    template <class LinearExcess>
    double score(const Tree& tree, LinearExcess linear_excess) {
        if (tree.bottom_up().empty()) return 1;
        scores_.resize(tree.ids() - tree.leaves());
        for (const std::int32_t id : tree.bottom_up()) {
            const InnerNode& node = tree.inner(id);
            const double own = operator_score(tree, node);
            double excess = 0;
            if (node.inner_children > 0) {
                gather(tree, node, own);
                excess =
                    node.kind == Kind::simple ? one_inference(node) : linear_excess(node.arity);
            }
            scores_[id - tree.leaves()] = own + excess;
        }
        return scores_[tree.bottom_up().back() - tree.leaves()];
    }

    double operator_score(const Tree& tree, const InnerNode& node) {
        if (node.kind == Kind::monotone) return operators_->monotone;
        if (node.kind == Kind::inverted) return operators_->inverted;
        if (!operators_->simple) return 0;
        return operators_->simple(operator_of(tree, node));
    }

    // The operator of a simple node: the ranks of its children among themselves.
    Ranks operator_of(const Tree& tree, const InnerNode& node) {
        by_low_.clear();
        std::int32_t child = node.first_child;
        for (std::int32_t i = 0; i < node.arity; ++i, child = tree.next_sibling(child)) {
            by_low_.emplace_back(tree.low(child), i);
        }
        std::ranges::sort(by_low_);
        operator_.resize(node.arity);
        for (std::int32_t rank = 0; rank < node.arity; ++rank) {
            operator_[by_low_[rank].second] = rank;
        }
        return operator_;
    }

    // Fills excess_ and leaf_ (1 for a leaf) with the children of the node.
    void gather(const Tree& tree, const InnerNode& node, double own) {
        if (excess_.size() < static_cast<std::size_t>(node.arity)) {
            for (auto* array : {&excess_, &longer_, &leaf_, &rows_, &columns_}) {
                array->resize(node.arity);
            }
        }
        std::int32_t child = node.first_child;
        for (std::int32_t i = 0; i < node.arity; ++i, child = tree.next_sibling(child)) {
            const bool leaf = tree.is_leaf(child);
            leaf_[i] = leaf;
            excess_[i] = leaf ? 0 : scores_[child - tree.leaves()] - own;
        }
    }

    double one_inference(const InnerNode& node) const {
        double sum = 0;
        for (std::int32_t i = 0; i < node.arity; ++i) sum += excess_[i];
        return (1 - beta_) * sum / node.inner_children;
    }

    // excess(a, b) of the run of children a..b, by growing length, so that the runs of one
    // length do not depend on each other and the inner loop is a vector operation. The splits
    // of a..b need the sums of excess(a, ·) and excess(·, b), kept in rows_ and columns_.
    double all_splits(std::size_t arity) {
        for (std::size_t i = 0; i < arity; ++i) rows_[i] = columns_[i] = excess_[i];
        for (std::size_t length = 1; length < arity; ++length) {
            const double weight = (1 - beta_) / (2 * static_cast<double>(length));
            lengthen(arity - length, weight, leaf_.data(), leaf_.data() + length, excess_.data(),
                     rows_.data(), columns_.data() + length, longer_.data());
            excess_.swap(longer_);
            if (length % 256 == 0 && checkpoint_) checkpoint_();
        }
        return excess_[0];
    }

    // One step of all_splits: `shorter` and `longer` hold the excess of the runs of one length
    // and of the next. A split that cuts off a leaf counts the other side alone, hence the two
    // leaf terms.
    static void lengthen(std::size_t runs, double weight, const double* first_is_leaf,
                         const double* last_is_leaf, const double* __restrict shorter,
                         double* __restrict rows, double* __restrict columns,
                         double* __restrict longer) {
        for (std::size_t a = 0; a < runs; ++a) {
            const double run = weight * (rows[a] + columns[a] + first_is_leaf[a] * shorter[a + 1] +
                                         last_is_leaf[a] * shorter[a]);
            rows[a] += run;
            columns[a] += run;
            longer[a] = run;
        }
    }

    double last_splits(std::size_t arity) const {
        double run = excess_[0];
        double run_is_leaf = leaf_[0];
        for (std::size_t i = 1; i < arity; ++i) {
            // A leaf has the excess 0, so beside a leaf the sum is the other side alone.
            const double share = run_is_leaf + leaf_[i] > 0 ? 1 : 0.5;
            run = (1 - beta_) * share * (run + excess_[i]);
            run_is_leaf = 0;
        }
        return run;
    }

    const OperatorScores* operators_;
    double beta_;
    Checkpoint checkpoint_;
    std::vector<double> scores_, excess_, longer_, leaf_, rows_, columns_;
    std::vector<std::int32_t> operator_;
    std::vector<std::pair<std::int32_t, std::int32_t>> by_low_;
};

}  // namespace wordorder
