// A model of links with any weights, or none, and hostile ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "dice.hpp"
#include "link/likely_links.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

class MatchingModel {
public:
    explicit MatchingModel(Dice& dice) : dice_(dice) {}

    // A model for words with this knowledge.
    void make(const MatchData& data) {
        is_there_ = dice_.one_in(data.weights[Stage::vectors] > 0 ? 2 : 100);
        const double largest = dice_.pick(std::vector{0.0, 1.0, 5.0, 50.0});
        for (double& weight : weights_) {
            weight = dice_.pick(std::vector{-1, 1}) * largest * dice_.share();
        }
        frequent_.resize(std::max(data.words, 1) + (dice_.one_in(4) ? 3 : 0));
        for (std::uint8_t& mark : frequent_) mark = static_cast<std::uint8_t>(dice_.between(0, 2));
        if (dice_.one_in(20)) frequent_.resize(dice_.between(0, frequent_.size() - 1));
        if (dice_.one_in(20)) {
            weights_[dice_.between(0, weights_.size() - 1)] =
                dice_.pick(std::vector<double>{NAN, INFINITY, -INFINITY, 50.1});
        }
        frequent_.shrink_to_fit();
        const auto& w = weights_;
        model_.weights = {w[0], w[1], w[2], w[3],  w[4],  w[5], w[6],
                          w[7], w[8], w[9], w[10], w[11], {}};
        std::copy(w.begin() + SIGNS, w.end(), model_.weights.jumps.begin());
        model_.frequent = frequent_;
    }

    // Null if words are linked without a model.
    const LinkModel* get() const { return is_there_ ? &model_ : nullptr; }

    bool is_hostile(const MatchData& data) const {
        const auto is_bad = [](double weight) { return !(-50 <= weight && weight <= 50); };
        return is_there_ &&
               (data.weights[Stage::vectors] <= 0 || std::ssize(frequent_) < data.words ||
                std::ranges::any_of(weights_, is_bad));
    }

    std::string description() const {
        if (!is_there_) return " without a model";
        return " with a model " + written(weights_) + " frequent " + written(frequent_);
    }

private:
    static constexpr std::size_t SIGNS = 12;

    Dice dice_;
    bool is_there_ = false;
    std::vector<double> weights_ = std::vector<double>(SIGNS + Jumps::KINDS);
    std::vector<std::uint8_t> frequent_;
    LinkModel model_;
};

}  // namespace wordorder::fuzzing
