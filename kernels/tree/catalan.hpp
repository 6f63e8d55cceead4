// The share of all binary bracketings that a permutation has (`pet_count`):
// (Π Catalan(k − 1) − 1) / (Catalan(n − 1) − 1) over the linear nodes with k children.
//
// Up to n = 36 the integers fit 64 bits. Beyond, Catalan(m) = 4^m · c(m) with a c(m) that falls
// only like m^(−3/2): the powers of 4 are kept as whole numbers, so nothing overflows, whatever n
// is, and rounding errors stay small (4·10⁻¹⁴ at 400,000 words).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tree/tree.hpp"

namespace wordorder {

class BracketingShare {
public:
    double of(const Tree& tree) { return tree.leaves() <= EXACT ? exact(tree) : scaled(tree); }

private:
    static constexpr std::int32_t EXACT = 36;

    static constexpr auto CATALAN = [] {
        std::array<std::uint64_t, EXACT> numbers{1, 1};
        for (std::size_t m = 2; m < EXACT; ++m) {
            numbers[m] = 0;
            for (std::size_t i = 0; i < m; ++i) numbers[m] += numbers[i] * numbers[m - 1 - i];
        }
        return numbers;
    }();

    static double exact(const Tree& tree) {
        if (tree.leaves() < 3) return 1;  // 0/0
        std::uint64_t count = 1;
        for (const std::int32_t id : tree.bottom_up()) {
            const InnerNode& node = tree.inner(id);
            if (node.kind != Kind::simple) count *= CATALAN[node.arity - 1];
        }
        return static_cast<double>(count - 1) / static_cast<double>(CATALAN[tree.leaves() - 1] - 1);
    }

    double scaled(const Tree& tree) {
        double mantissa = 1;  // count / Catalan(n − 1) = mantissa · 2^exponent
        std::int64_t exponent = -2 * std::int64_t{tree.leaves() - 1};
        double count = 1;  // infinity is fine: it only serves to take 1 off a small count
        for (const std::int32_t id : tree.bottom_up()) {
            const InnerNode& node = tree.inner(id);
            if (node.kind == Kind::simple) continue;
            int shift = 0;
            mantissa = std::frexp(mantissa * c(node.arity - 1), &shift);
            exponent += shift + 2 * std::int64_t{node.arity - 1};
            count *= std::ldexp(c(node.arity - 1), 2 * std::min(node.arity - 1, 500));
        }
        mantissa /= c(tree.leaves() - 1);
        const auto bounded = static_cast<int>(std::max<std::int64_t>(exponent, -4000));
        return std::ldexp(mantissa, bounded) * (1 - 1 / count);
    }

    // Catalan(m) / 4^m, by Catalan(m + 1) = Catalan(m) · (4m + 2) / (m + 2).
    double c(std::int32_t m) {
        while (scaled_.size() <= static_cast<std::size_t>(m)) {
            const auto last = static_cast<double>(scaled_.size() - 1);
            scaled_.push_back(scaled_.back() * (2 * last + 1) / (2 * (last + 2)));
        }
        return scaled_[m];
    }

    std::vector<double> scaled_{1};
};

}  // namespace wordorder
