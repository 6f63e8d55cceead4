// PETscore and PEFscore (`pet`, `pef`): a score that grows bottom-up over the tree.
//
// Written in terms of the excess of a node: its score minus the score of its own operator.
// A node whose children are all leaves has the excess 0; any other
//     excess = (1 − β) · mean over its inferences of (φ_inf − operator score).
// So nodes over leaves only come out exactly, with no case of their own.
#pragma once

#include <algorithm>
#include <array>
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
        : operators_(&operators), beta_(beta), checkpoint_(std::move(checkpoint)) {
        for (std::size_t length = 1; length < FEW; ++length) weights_[length] = weight(length);
    }

    // `left_branching` counts only the last split of every linear node: the canonical
    // left-branching tree. `forest` is the mean over all binary splits of every linear node, after
    // Figure 6 of the paper: O(k²) time, O(k) memory for k children.
    struct Scores { double left_branching = 1, forest = 1; };

    // Both in one walk over the children; `forest` is valid only if `wants_forest`.
    Scores score(const Tree& tree, bool wants_forest) {
        if (tree.bottom_up().empty()) return {};
        if (scores_.size() < static_cast<std::size_t>(tree.ids())) scores_.resize(tree.ids());
        for (const std::int32_t id : tree.bottom_up()) {
            const InnerNode& node = tree.inner(id);
            const double own = operator_score(tree, node);
            Scores excess{0, 0};
            if (node.inner_children > 0) excess = excess_of(tree, node, own, wants_forest);
            scores_[slot(tree, id)] = {own + excess.left_branching, own + excess.forest};
        }
        return scores_[slot(tree, tree.bottom_up().back())];
    }

private:
    // Up to this arity, children are added one by one; beyond, vector operations are faster.
    static constexpr std::size_t FEW = 16;

    // All leaves share the first slot.
    static std::size_t slot(const Tree& tree, std::int32_t id) {
        return std::max(id - tree.leaves(), -1) + 1;
    }

    double operator_score(const Tree& tree, const InnerNode& node) {
        if (operators_->simple && node.kind == Kind::simple) {
            return operators_->simple(operator_of(tree, node));
        }
        const double of_kinds[] = {0, operators_->monotone, operators_->inverted, 0};
        return of_kinds[static_cast<std::size_t>(node.kind)];
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

    // Leaves are unpredictable, so they get no branch: a leaf has the score of the operator, and
    // so the excess 0.
    Scores excess_of(const Tree& tree, const InnerNode& node, double own, bool wants_forest) {
        const auto arity = static_cast<std::size_t>(node.arity);
        const bool simple = node.kind == Kind::simple;
        const bool few = wants_forest && !simple && arity <= FEW;
        make_room(arity);
        scores_[0] = {own, own};
        std::int32_t child = node.first_child;
        bool run_is_leaf = tree.is_leaf(child);
        // A leaf has the excess 0, so beside a leaf the sum of two is the other side alone.
        const double shares[] = {(1 - beta_) * 0.5, 1 - beta_};
        double left = 0;
        Scores sum{0, 0};
        for (std::size_t i = 0; i < arity; ++i, child = tree.next_sibling(child)) {
            const bool leaf = tree.is_leaf(child);
            const Scores& score = scores_[slot(tree, child)];
            const Scores excess{score.left_branching - own, score.forest - own};
            sum.left_branching += excess.left_branching;
            sum.forest += excess.forest;
            left = i == 0 ? excess.left_branching
                          : shares[run_is_leaf | leaf] * (left + excess.left_branching);
            run_is_leaf &= i == 0;
            leaf_[i] = leaf;
            excess_[i] = excess.forest;
            if (few) add_runs_to(i);
        }
        if (simple) {
            return {one_inference(node, sum.left_branching), one_inference(node, sum.forest)};
        }
        if (!wants_forest) return {left, 0};
        return {left, few ? excess_[0] : all_splits(arity)};
    }

    void make_room(std::size_t arity) {
        if (excess_.size() >= arity) return;
        for (auto* array : {&excess_, &longer_, &leaf_, &rows_, &columns_}) array->resize(arity);
    }

    double one_inference(const InnerNode& node, double sum) const {
        return (1 - beta_) * sum / node.inner_children;
    }

    // The factor of every split of a run of `length` + 1 children.
    double weight(std::size_t length) const {
        return (1 - beta_) / (2 * static_cast<double>(length));
    }

    // excess(a, b) of the runs of children a..b that end with the child `b`, from short to long.
    // The splits of a..b need the sums of excess(a, ·), kept in rows_, and of excess(·, b). Of
    // excess_, the first b now belong to the runs that end with the child before.
    void add_runs_to(std::size_t b) {
        const double own = excess_[b];
        double column = own, shorter = own;
        for (std::size_t a = b; a-- > 0;) {
            const double run =
                weights_[b - a] * (rows_[a] + column + leaf_[a] * shorter + leaf_[b] * excess_[a]);
            rows_[a] += run;
            column += run;
            excess_[a] = shorter = run;
        }
        rows_[b] = own;
    }

    // The same by growing length, so that the runs of one length do not depend on each other and
    // the inner loop is a vector operation. It adds in the same order, so the bits are the same.
    double all_splits(std::size_t arity) {
        for (std::size_t i = 0; i < arity; ++i) rows_[i] = columns_[i] = excess_[i];
        for (std::size_t length = 1; length < arity; ++length) {
            lengthen(arity - length, weight(length), leaf_.data(), leaf_.data() + length,
                     excess_.data(), rows_.data(), columns_.data() + length, longer_.data());
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

    const OperatorScores* operators_;
    double beta_;
    Checkpoint checkpoint_;
    std::array<double, FEW> weights_{};
    std::vector<Scores> scores_;
    std::vector<double> excess_, longer_, leaf_, rows_, columns_;
    std::vector<std::int32_t> operator_;
    std::vector<std::pair<std::int32_t, std::int32_t>> by_low_;
};

}  // namespace wordorder
