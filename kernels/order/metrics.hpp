// All metrics as one table: name, what to count, formula. A new metric is a new row (and, if it
// counts something new, a header of its own).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "order/displacement.hpp"
#include "order/increasing.hpp"
#include "order/inversions.hpp"
#include "order/joins.hpp"
#include "tree/catalan.hpp"
#include "tree/recursive_score.hpp"
#include "tree/tree.hpp"

namespace wordorder {

enum class Part : std::uint8_t {
    inversions,
    displacement,
    increasing,
    joins,
    tree,
    bracketings,
    pet,
    pef,
};

// A set of parts.
class Parts {
public:
    constexpr Parts() = default;
    constexpr explicit(false) Parts(Part part) : bits_(1U << static_cast<unsigned>(part)) {}

    constexpr bool has(Part part) const { return (bits_ & Parts(part).bits_) != 0; }
    constexpr Parts& operator|=(Parts others) {
        bits_ |= others.bits_;
        return *this;
    }
    friend constexpr Parts operator|(Parts some, Parts others) { return some |= others; }

private:
    unsigned bits_ = 0;
};
constexpr Parts operator|(Part one, Part other) { return Parts(one) | other; }

// Counts of one permutation; only the requested parts are filled in.
struct Counts {
    double n = 0;
    double inversions = 0;
    Displacement displacement;
    double longest_increasing = 0;
    Joins joins;
    double binary_nodes = 0;  // of a PET: a linear node with k children is k − 1 binary ones
    double nodes = 0;
    double longest_operator = 0;
    double bracketings = 0;
    double pet = 0;
    double pef = 0;

    double pairs() const { return n * (n - 1) / 2; }
    double runs() const { return n - static_cast<double>(joins.inner); }
    double breaks() const { return n + 1 - static_cast<double>(joins.inner + joins.outer); }
    double mean_operator() const { return 1 + (n - 1) / nodes; }
};

struct Metric {
    std::string_view name;
    bool flat;
    Parts parts;
    double (*score)(const Counts&);
};

namespace detail {

// A formula that gives 0/0 at n = 2 is worth 1.
inline double share(double part, double whole) { return whole == 0 ? 1 : part / whole; }
inline double one_minus(double part, double whole) { return whole == 0 ? 1 : 1 - part / whole; }

}  // namespace detail

inline constexpr std::array METRICS{
    Metric{"kendall", true, Part::inversions,
           [](const Counts& c) { return detail::one_minus(c.inversions, c.pairs()); }},
    Metric{"kendall_sqrt", true, Part::inversions,
           [](const Counts& c) { return 1 - std::sqrt(c.inversions / c.pairs()); }},
    Metric{"hamming", true, Part::displacement,
           [](const Counts& c) { return static_cast<double>(c.displacement.unmoved) / c.n; }},
    Metric{"spearman", true, Part::displacement,
           [](const Counts& c) {
               // Rounding would leave −10⁻¹⁶ for long inverted sentences.
               const double squares = c.displacement.squares.as_double();
               return std::max(0.0, 1 - 3 * squares / (c.n * (c.n * c.n - 1)));
           }},
    Metric{"footrule", true, Part::displacement,
           [](const Counts& c) {
               const auto distance = static_cast<double>(c.displacement.distance);
               return 1 - distance / std::floor(c.n * c.n / 2);
           }},
    Metric{"ulam", true, Part::increasing,
           [](const Counts& c) { return (c.longest_increasing - 1) / (c.n - 1); }},
    Metric{"fuzzy", true, Part::joins,
           [](const Counts& c) { return 1 - (c.runs() - 1) / (c.n - 1); }},
    Metric{"fuzzy_bounded", true, Part::joins,
           [](const Counts& c) { return 1 - c.breaks() / (c.n + 1); }},
    Metric{"pet_size", false, Part::tree,
           [](const Counts& c) { return detail::share(c.nodes - 1, c.n - 2); }},
    Metric{"pet_count", false, Part::tree | Part::bracketings,
           [](const Counts& c) { return c.bracketings; }},
    Metric{"max_op", false, Part::tree,
           [](const Counts& c) { return detail::one_minus(c.longest_operator - 2, c.n - 2); }},
    Metric{"avg_op", false, Part::tree,
           [](const Counts& c) { return detail::one_minus(c.mean_operator() - 2, c.n - 2); }},
    Metric{"binary_nodes", false, Part::tree,
           [](const Counts& c) { return c.binary_nodes / c.nodes; }},
    Metric{"pet", false, Part::tree | Part::pet, [](const Counts& c) { return c.pet; }},
    Metric{"pef", false, Part::tree | Part::pef, [](const Counts& c) { return c.pef; }},
};

inline std::size_t number_of_metric(std::string_view name) {
    for (std::size_t number = 0; number < METRICS.size(); ++number) {
        if (METRICS[number].name == name) return number;
    }
    throw std::invalid_argument("no such metric: " + std::string(name));
}

// The algorithms with their buffers, which are reused from one permutation to the next.
class Counter {
public:
    Counter(const OperatorScores& operators, double beta, Checkpoint checkpoint = {})
        : recursive_(operators, beta, std::move(checkpoint)) {}

    bool is_permutation(Ranks ranks) { return wordorder::is_permutation(ranks, seen_); }

    // `ranks` must have passed is_permutation.
    Counts count(Ranks ranks, Parts parts) {
        Counts c;
        c.n = static_cast<double>(ranks.size());
        if (parts.has(Part::inversions)) {
            c.inversions = static_cast<double>(inversions(ranks, buffer_));
        }
        if (parts.has(Part::displacement)) c.displacement = displacement(ranks);
        if (parts.has(Part::increasing)) {
            c.longest_increasing = static_cast<double>(longest_increasing(ranks, buffer_));
        }
        if (parts.has(Part::joins)) c.joins = joins(ranks);
        if (parts.has(Part::tree)) {
            tree_.build(ranks);
            count_nodes(c);
        }
        if (parts.has(Part::bracketings)) c.bracketings = bracketings_.of(tree_);
        if (parts.has(Part::pet) || parts.has(Part::pef)) {
            const auto found = recursive_.score(tree_, parts.has(Part::pef));
            c.pet = found.left_branching;
            c.pef = found.forest;
        }
        return c;
    }

private:
    void count_nodes(Counts& c) const {
        std::int32_t simple = 0, binary = 0, longest = 0;
        for (const std::int32_t id : tree_.bottom_up()) {
            const InnerNode& node = tree_.inner(id);
            const bool linear = node.kind != Kind::simple;
            binary += linear ? node.arity - 1 : 0;
            simple += !linear;
            longest = std::max(longest, linear ? 2 : node.arity);
        }
        c.binary_nodes = binary;
        c.nodes = static_cast<double>(binary) + simple;
        c.longest_operator = longest;
    }

    Tree tree_;
    RecursiveScore recursive_;
    BracketingShare bracketings_;
    std::vector<bool> seen_;
    std::vector<std::int32_t> buffer_;
};

// Without words there is no order to judge; one word is in order.
inline double score(const Metric& metric, const Counts& counts) {
    if (counts.n == 0) return std::numeric_limits<double>::quiet_NaN();
    if (counts.n == 1) return 1;
    return metric.score(counts);
}

}  // namespace wordorder
