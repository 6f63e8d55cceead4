// Chains of words with factors as small and as large as they may be.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "dice.hpp"
#include "link_chain.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class LinkChainFuzzer {
public:
    explicit LinkChainFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return "pairs " + written(pairs_) + " unlinked " + written(unlinked_) + " jumps " +
                   written(jumps_) + " (logarithms)";
        };
        make();
        LinkChain chain(exponentials(jumps_));
        // What a chain of another size leaves behind meets this one.
        probabilities_.resize(6);
        chain.find(std::vector(6, 1.0), std::vector(3, 1.0), 2, probabilities_);
        find(chain);
        check();
        const std::vector<double> found = probabilities_;
        LinkChain fresh(exponentials(jumps_));
        find(fresh);
        require(probabilities_ == found, "no chain leaves anything behind for the next");
        ++tally["link chains"];
    }

private:
    static constexpr double IMPOSSIBLE = -INFINITY;

    void make() {
        const auto length = [this] { return dice_.between(1, dice_.one_in(100) ? 200 : 12); };
        words_ = length();
        others_ = length();
        const double part = dice_.pick(std::vector{0.01, 0.1, 1.0});
        const auto logarithm = [&](double largest) {
            return part * largest * dice_.pick(std::vector{-1.0, 1.0}) * dice_.share();
        };
        pairs_.resize(words_ * others_);
        for (double& pair : pairs_) pair = dice_.one_in(5) ? IMPOSSIBLE : logarithm(250);
        unlinked_.resize(words_);
        for (double& none : unlinked_) none = logarithm(100);
        for (double& jump : jumps_) jump = logarithm(50);
    }

    template <class Numbers>
    static Numbers exponentials(Numbers logarithms) {
        for (double& value : logarithms) value = std::exp(value);
        return logarithms;
    }

    void find(LinkChain& chain) {
        probabilities_.assign(pairs_.size(), -1);
        chain.find(exponentials(pairs_), exponentials(unlinked_), others_, probabilities_);
    }

    void check() const {
        constexpr double ROUNDED = 1 + 1e-9;
        for (std::size_t i = 0; i < words_; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < others_; ++j) {
                const std::size_t pair = i * others_ + j;
                require(probabilities_[pair] >= 0, "a probability is a number from 0 on");
                require(pairs_[pair] != IMPOSSIBLE || probabilities_[pair] == 0,
                        "what cannot be has no probability");
                sum += probabilities_[pair];
            }
            require(sum <= ROUNDED, "a word has one partner or none");
        }
    }

    Dice& dice_;
    std::size_t words_ = 0, others_ = 0;
    std::vector<double> pairs_, unlinked_;  // logarithms
    Jumps::Factors jumps_{};                // logarithms
    std::vector<double> probabilities_;
};

}  // namespace wordorder::fuzzing
