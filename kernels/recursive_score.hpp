// PETscore and PEFscore (`pet`, `pef`, S3.4): a score that grows bottom-up over the tree.
//
// Written in terms of the excess of a node: its score minus the score of its own operator.
// A node whose children are all leaves has the excess 0; any other
//     excess = (1 − β) · mean over its inferences of (φ_inf − operator score).
// So nodes over leaves only come out exactly, with no case of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tree.hpp"

namespace wordorder {

// What an operator is worth. `simple` receives the operator as 0-based ranks; without it a
// simple operator is worth 0, as in the paper.
struct OperatorScores {
    double monotone = 1;
    double inverted = 0;
    std::function<double(Ranks)> simple;
};

class RecursiveScore {
public:
    RecursiveScore(const OperatorScores& operators, double beta)
        : operators_(&operators), beta_(beta) {}

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
        if (tree.inner_count() == 0) return 1;
        scores_.resize(tree.inner_count());
        for (const std::int32_t id : tree.bottom_up()) {
            const InnerNode& node = tree.inner(id);
            const double own = operator_score(tree, node);
            const bool only_leaves = !gather(tree, node, own);
            double excess = 0;
            if (!only_leaves) {
                excess = node.kind == Kind::simple ? one_inference(node.arity)
                                                   : linear_excess(node.arity);
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
        std::sort(by_low_.begin(), by_low_.end());
        operator_.resize(node.arity);
        for (std::int32_t rank = 0; rank < node.arity; ++rank) {
            operator_[by_low_[rank].second] = rank;
        }
        return operator_;
    }

    // Fills excess_ and leaf_ (1 for a leaf) with the children of the node.
    bool gather(const Tree& tree, const InnerNode& node, double own) {
        if (excess_.size() < static_cast<std::size_t>(node.arity)) {
            for (auto* array : {&excess_, &longer_, &leaf_, &rows_, &columns_}) {
                array->resize(node.arity);
            }
        }
        bool any_inner = false;
        std::int32_t child = node.first_child;
        for (std::int32_t i = 0; i < node.arity; ++i, child = tree.next_sibling(child)) {
            const bool leaf = tree.is_leaf(child);
            any_inner |= !leaf;
            leaf_[i] = leaf;
            excess_[i] = leaf ? 0 : scores_[child - tree.leaves()] - own;
        }
        return any_inner;
    }

    double one_inference(std::size_t arity) const {
        double sum = 0, inner = 0;
        for (std::size_t i = 0; i < arity; ++i) {
            sum += excess_[i];
            inner += 1 - leaf_[i];
        }
        return (1 - beta_) * sum / inner;
    }

    // excess(a, b) of the run of children a..b, by growing length, so that the runs of one
    // length do not depend on each other and the inner loop is a vector operation. The splits
    // of a..b need the sums of excess(a, ·) and excess(·, b), kept in rows_ and columns_.
    double all_splits(std::size_t arity) {
        std::copy_n(excess_.data(), arity, rows_.data());
        std::copy_n(excess_.data(), arity, columns_.data());
        for (std::size_t length = 1; length < arity; ++length) {
            const double weight = (1 - beta_) / (2 * static_cast<double>(length));
            lengthen(arity - length, weight, leaf_.data(), leaf_.data() + length, excess_.data(),
                     rows_.data(), columns_.data() + length, longer_.data());
            excess_.swap(longer_);
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
            const double inner = (1 - run_is_leaf) + (1 - leaf_[i]);
            run = inner == 0 ? 0 : (1 - beta_) * (run + excess_[i]) / inner;
            run_is_leaf = 0;
        }
        return run;
    }

    const OperatorScores* operators_;
    double beta_;
    std::vector<double> scores_, excess_, longer_, leaf_, rows_, columns_;
    std::vector<std::int32_t> operator_;
    std::vector<std::pair<std::int32_t, std::int32_t>> by_low_;
};

}  // namespace wordorder
