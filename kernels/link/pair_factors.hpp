// The likeness of two words as a number, and its factor for a link between them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "link/model.hpp"
#include "match/candidates.hpp"
#include "words/vectors.hpp"

namespace wordorder {

// None, a cosine in steps, or the stage of a match without vectors.
class Likeness {
public:
    static constexpr std::int32_t STEPS = 1 << 10;  // between the cosines 0 and 1
    static constexpr std::size_t KINDS = 2 * STEPS + 2 + static_cast<std::size_t>(Stage::vectors);

    constexpr Likeness() = default;  // nothing
    // The stage must come before vectors.
    static constexpr Likeness of_stage(Stage stage) {
        return Likeness(FIRST_STAGE + static_cast<std::int32_t>(stage));
    }
    static constexpr Likeness of_steps(std::int32_t steps) { return Likeness(ZERO + steps); }
    // A cosine in whole numbers, to the nearest step.
    static Likeness of_cosine(std::int32_t cosine) {
        constexpr std::int32_t STEP = WordVectors::ONE / STEPS;
        const std::int32_t steps = (cosine + STEP / 2) >> std::countr_zero(unsigned{STEP});
        return of_steps(std::max(steps, -STEPS));  // overlong vectors could give less
    }

    constexpr bool is_none() const { return number_ == 0; }
    constexpr Stage stage() const {
        return number_ < FIRST_STAGE ? Stage::vectors : static_cast<Stage>(number_ - FIRST_STAGE);
    }
    constexpr std::size_t number() const { return number_; }

private:
    static constexpr std::int32_t ZERO = STEPS + 1, FIRST_STAGE = 2 * STEPS + 2;

    explicit constexpr Likeness(std::int32_t number)
        : number_(static_cast<std::uint16_t>(number)) {}

    std::uint16_t number_ = 0;
};

class PairFactors {
public:
    explicit PairFactors(const LinkWeights& w) : unlinked_{std::exp(w.unlinked)} {
        unlinked_[1] = std::exp(w.unlinked + w.unlinked_frequent);
        for (const std::size_t frequent : {0, 1, 2}) set_factors(w, frequent);
        set_similarities();
        for (std::int32_t similarity = 0; similarity <= Likeness::STEPS; ++similarity) {
            of_rival_.push_back(std::exp(w.rival * similarity / Likeness::STEPS));
        }
    }

    // The factor of a link between words of this likeness, `frequent` of which are frequent.
    double of_pair(Likeness likeness, std::size_t frequent) const {
        return of_pair_[frequent][likeness.number()];
    }
    // The factor of having no partner.
    double of_none(bool is_frequent) const { return unlinked_[is_frequent]; }
    // The factor of a link whose partner has a rival of this similarity.
    double of_rival(std::int32_t similarity) const { return of_rival_[similarity]; }
    // In steps: all for the same word, most for words of one stem and for synonyms.
    std::int32_t similarity(Likeness likeness) const { return similarities_[likeness.number()]; }

private:
    static constexpr std::int32_t RELATED = Likeness::STEPS * 8 / 10;

    void set_factors(const LinkWeights& w, std::size_t frequent) {
        std::vector<double>& factors = of_pair_[frequent];
        factors.assign(Likeness::KINDS, 0);
        const double one = frequent == 1 ? w.one_frequent : 0;
        const double exact = w.exact + (frequent == 2 ? w.frequent_exact : 0);
        const auto set_stage = [&](Stage stage, double weight) {
            factors[Likeness::of_stage(stage).number()] = std::exp(weight + one);
        };
        set_stage(Stage::exact, exact);
        set_stage(Stage::stem, w.stem);
        set_stage(Stage::synonym, w.synonym);
        const double constant = w.vectors + one + (frequent == 2 ? w.both_frequent : 0);
        const double slope = w.similarity + (frequent > 0 ? w.frequent_similarity : 0);
        for (std::int32_t steps = -Likeness::STEPS; steps <= Likeness::STEPS; ++steps) {
            factors[Likeness::of_steps(steps).number()] =
                std::exp(constant + slope * steps / Likeness::STEPS);
        }
    }

    void set_similarities() {
        similarities_.assign(Likeness::KINDS, 0);
        for (std::int32_t steps = 1; steps <= Likeness::STEPS; ++steps) {
            similarities_[Likeness::of_steps(steps).number()] = steps;
        }
        similarities_[Likeness::of_stage(Stage::exact).number()] = Likeness::STEPS;
        similarities_[Likeness::of_stage(Stage::stem).number()] = RELATED;
        similarities_[Likeness::of_stage(Stage::synonym).number()] = RELATED;
    }

    std::array<std::vector<double>, 3> of_pair_;
    std::array<double, 2> unlinked_;
    std::vector<double> of_rival_;
    std::vector<std::int32_t> similarities_;
};

}  // namespace wordorder
