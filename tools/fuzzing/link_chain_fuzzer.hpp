// Chains of words with the smallest and the largest factors.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"
#include "link/chain.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class LinkChainFuzzer {
public:
    explicit LinkChainFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return "places " + written(places_) + " ends " + std::to_string(ends_.before) + " " +
                   std::to_string(ends_.behind) + " pairs " + written(pairs_) + " unlinked " +
                   written(unlinked_) + " jumps " + written(jumps_) + " (logarithms)";
        };
        make();
        LinkChain chain(exponentials(jumps_));
        // Leftovers of a chain of another size meet this one.
        const std::vector<std::int32_t> others{1, 2};
        chain.set_others(others);
        std::vector<double> left_behind(3 * chain.width());
        chain.find(std::vector(3 * chain.width(), 1.0).data(), std::vector(3, 1.0), {0, 3},
                   left_behind.data());
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
        const auto length = [this] { return dice_.between(1, dice_.one_in(100) ? 200 : 20); };
        words_ = length();
        places_.clear();
        std::int32_t place = 0;
        const std::size_t others = length();
        while (places_.size() < others) {
            place += static_cast<std::int32_t>(dice_.between(1, dice_.one_in(5) ? 30 : 2));
            places_.push_back(place);
        }
        const auto any_place = [&] {
            return static_cast<std::int32_t>(dice_.between(0, place + 2)) - 1;
        };
        ends_ = {any_place(), any_place()};
        const double part = dice_.pick(std::vector{0.01, 0.1, 1.0});
        const auto logarithm = [&](double largest) {
            return part * largest * dice_.pick(std::vector{-1.0, 1.0}) * dice_.share();
        };
        pairs_.resize(words_ * places_.size());
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
        chain.set_others(places_);
        const std::size_t width = chain.width(), others = places_.size();
        std::vector<double> factors(words_ * width, 0), found(words_ * width);
        for (std::size_t i = 0; i < words_; ++i) {
            for (std::size_t j = 0; j < others; ++j) {
                factors[i * width + j] = std::exp(pairs_[i * others + j]);
            }
        }
        chain.find(factors.data(), exponentials(unlinked_), ends_, found.data());
        probabilities_.assign(pairs_.size(), -1);
        for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
            probabilities_[pair] = found[pair / others * width + pair % others];
        }
    }

    void check() const {
        constexpr double ROUNDED = 1 + 1e-9;
        const std::size_t others = places_.size();
        for (std::size_t i = 0; i < words_; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < others; ++j) {
                const std::size_t pair = i * others + j;
                require(probabilities_[pair] >= 0, "a probability is a number from 0 on");
                require(pairs_[pair] != IMPOSSIBLE || probabilities_[pair] == 0,
                        "what cannot be has no probability");
                sum += probabilities_[pair];
            }
            require(sum <= ROUNDED, "a word has one partner or none");
        }
    }

    Dice dice_;
    std::size_t words_ = 0;
    std::vector<std::int32_t> places_;  // of the others
    LinkChain::Ends ends_{};
    std::vector<double> pairs_, unlinked_;  // logarithms
    Jumps::Factors jumps_{};                // logarithms
    std::vector<double> probabilities_;
};

}  // namespace wordorder::fuzzing
