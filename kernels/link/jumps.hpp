// Factors of the distance between the partners of neighbours, and sums over all distances.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace wordorder {

// Distances have a kind each up to 3 words, share one up to 7, and another beyond; backwards, none
// and forwards.
class Jumps {
public:
    static constexpr std::size_t KINDS = 11;
    using Factors = std::array<double, KINDS>;
    static constexpr std::int32_t FAR = 8;  // words; from here on all distances are alike

    explicit Jumps(const Factors& factors) {
        for (std::int32_t distance = -FAR; distance <= FAR; ++distance) {
            factors_[FAR + distance] = factors[kind(distance)];
        }
    }

    double operator()(std::int32_t distance) const {
        return factors_[FAR + std::clamp(distance, -FAR, FAR)];
    }

private:
    static std::size_t kind(std::int32_t distance) {
        const std::int32_t size = std::abs(distance), far_step = size < FAR ? 4 : 5;
        const std::int32_t step = size <= 3 ? size : far_step;
        return distance < 0 ? 5 - step : 5 + step;
    }

    std::array<double, 2 * FAR + 1> factors_{};
};

// Jumps between any two places, a block of places at a time: near places have a factor each, all
// far ones on one side share one. So the time grows linearly, and a block is computed as a whole.
class BlockedJumps {
public:
    static constexpr std::size_t BLOCK = 8;

    // The number of values, padded to whole blocks.
    static std::size_t padded(std::size_t places) { return (places + BLOCK - 1) / BLOCK * BLOCK; }

    // `places` ascend. A jump has the factor of its distance times `direction`, 1 or -1.
    void set(std::span<const std::int32_t> places, const Jumps& jumps, std::int32_t direction) {
        far_ahead_ = jumps(direction * Jumps::FAR);
        far_back_ = jumps(-direction * Jumps::FAR);
        places_ = places.size();
        blocks_.clear();
        factors_.clear();
        std::size_t near = 0, end = 0;
        for (std::size_t first = 0; first < places.size(); first += BLOCK) {
            const auto block = places.subspan(first, std::min(BLOCK, places.size() - first));
            while (places[near] <= block.front() - Jumps::FAR) ++near;
            while (end < places.size() && places[end] < block.back() + Jumps::FAR) ++end;
            blocks_.push_back({near, end});
            add_factors(places.subspan(near, end - near), block, jumps, direction);
        }
        behind_.resize(blocks_.size());
    }

    // Adds to each place the shares of all places times the factors of the jumps from them. What is
    // added to the padding does not matter.
    void add(const double* shares, double* sums) {
        double behind = 0;
        std::size_t left = places_;
        for (std::size_t b = blocks_.size(); b-- > 0;) {
            while (left > blocks_[b].end) behind += shares[--left];
            behind_[b] = behind;
        }
        double before = 0;
        std::size_t passed = 0;
        const double* factors = factors_.data();
        for (std::size_t b = 0; b < blocks_.size(); ++b) {
            while (passed < blocks_[b].near) before += shares[passed++];
            const double far = far_ahead_ * before + far_back_ * behind_[b];
            factors =
                add_near(shares + passed, shares + blocks_[b].end, far, factors, sums + b * BLOCK);
        }
    }

private:
    // The range of places near to at least one of a block.
    struct Block { std::size_t near, end; };

    // Two numbers at once: left alone, a compiler rather takes two steps of a sum at once.
    using Two [[gnu::vector_size(16)]] = double;
    static Two two(const double* values) {
        Two found;
        std::memcpy(&found, values, sizeof found);
        return found;
    }
    static void store(Two values, double* to) { std::memcpy(to, &values, sizeof values); }

    void add_factors(std::span<const std::int32_t> near, std::span<const std::int32_t> block,
                     const Jumps& jumps, std::int32_t direction) {
        std::array<std::int32_t, BLOCK> to{};
        std::ranges::copy(block, to.begin());
        factors_.resize(factors_.size() + near.size() * BLOCK);
        double* factor = factors_.data() + factors_.size() - near.size() * BLOCK;
        for (const std::int32_t from : near) {
            for (const std::int32_t place : to) *factor++ = jumps(direction * (place - from));
        }
    }

    // Adds to the places of a block; returns the factors of the next block.
    static const double* add_near(const double* share, const double* end, double far,
                                  const double* factors, double* sums) {
        Two first = two(sums) + far, second = two(sums + 2) + far, third = two(sums + 4) + far,
            fourth = two(sums + 6) + far;
        for (; share != end; ++share, factors += BLOCK) {
            first += *share * two(factors);
            second += *share * two(factors + 2);
            third += *share * two(factors + 4);
            fourth += *share * two(factors + 6);
        }
        store(first, sums);
        store(second, sums + 2);
        store(third, sums + 4);
        store(fourth, sums + 6);
        return factors;
    }

    double far_ahead_ = 0, far_back_ = 0;
    std::size_t places_ = 0;
    std::vector<Block> blocks_;
    std::vector<double> factors_;  // of the jumps to a block from each place near to it
    std::vector<double> behind_;   // the shares of all places far behind each block
};

}  // namespace wordorder
