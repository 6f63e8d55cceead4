// Word matches by context, as RIBES finds them.
//
// A hypothesis word is matched if some n-gram around it, grown word by word to the left or to the
// right, occurs exactly once in both sentences. How far it must grow follows from how much context
// it shares with other places: let a be the longest context shared with another place of the
// hypothesis, b and c the longest two shared with places of the reference, b >= c. Then contexts
// longer than max(a, c), but not longer than b, occur once in each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/rows.hpp"

namespace wordorder {

class ContextMatcher {
public:
    static constexpr std::int32_t NO_MATCH = -1;

    explicit ContextMatcher(const Checkpoint& checkpoint) : pace_(checkpoint) {}

    // The reference word of each hypothesis word, or NO_MATCH.
    const std::vector<std::int32_t>& match(Indices hypothesis, Indices reference) {
        const std::vector<Fix> left = fixes(hypothesis, reference, true);
        const std::vector<Fix> right = fixes(hypothesis, reference, false);
        partners_.clear();
        for (std::size_t i = 0; i < hypothesis.size(); ++i) {
            // Of equal sizes the left context wins.
            const Fix& fix = right[i].words < left[i].words ? right[i] : left[i];
            partners_.push_back(fix.words == NEVER ? NO_MATCH : fix.partner);
        }
        return partners_;
    }

private:
    static constexpr std::int32_t NEVER = INT32_MAX;

    struct Fix { std::int32_t words = NEVER, partner = NO_MATCH; };  // n-gram size, reference word

    // When places are sorted by context, those that share the longest contexts are neighbours.
    std::vector<Fix> fixes(Indices hypothesis, Indices reference, bool to_the_left) {
        const auto n = static_cast<std::int32_t>(hypothesis.size());
        lay_out(hypothesis, reference, to_the_left);
        sort_places();
        measure_shared();
        near_.assign(places_.size(), {});
        sweep(n, 0, +1);
        sweep(n, static_cast<std::int32_t>(places_.size()) - 1, -1);
        std::vector<Fix> found(n);
        for (std::size_t rank = 0; rank < places_.size(); ++rank) {
            if (places_[rank] >= n) continue;
            const std::int32_t word = to_the_left ? n - 1 - places_[rank] : places_[rank];
            found[word] = fix(near_[rank], n, to_the_left);
        }
        return found;
    }

    // Both sentences, one behind the other, with distinct end marks; reversed to look to the left.
    void lay_out(Indices hypothesis, Indices reference, bool to_the_left) {
        text_.clear();
        const auto append = [&](Indices words, std::int32_t end) {
            text_.insert(text_.end(), words.begin(), words.end());
            if (to_the_left) std::reverse(text_.end() - std::ssize(words), text_.end());
            text_.push_back(end);
        };
        append(hypothesis, -1);
        append(reference, -2);
    }

    // Suffix sorting by doubling.
    void sort_places() {
        const auto size = static_cast<std::int32_t>(text_.size());
        places_.resize(size);
        std::iota(places_.begin(), places_.end(), 0);
        rank_ = text_;
        for (std::int32_t width = 1;; width *= 2) {
            const auto key = [&](std::int32_t place) {
                return std::pair(rank_[place],
                                 place + width < size ? rank_[place + width] : INT32_MIN);
            };
            std::ranges::sort(places_, [&](std::int32_t a, std::int32_t b) {
                pace_.step();
                return key(a) < key(b);
            });
            next_rank_.assign(size, 0);
            for (std::int32_t r = 1; r < size; ++r) {
                next_rank_[places_[r]] =
                    next_rank_[places_[r - 1]] + (key(places_[r - 1]) < key(places_[r]));
            }
            rank_.swap(next_rank_);
            if (rank_[places_.back()] == size - 1) return;
        }
    }

    // shared_[r]: how many words the contexts of places_[r - 1] and places_[r] have in common.
    void measure_shared() {
        const auto size = static_cast<std::int32_t>(text_.size());
        shared_.assign(size + 1, 0);
        std::int32_t common = 0;
        for (std::int32_t place = 0; place < size; ++place) {
            if (rank_[place] == 0) {
                common = 0;
                continue;
            }
            const std::int32_t other = places_[rank_[place] - 1];
            while (place + common < size && other + common < size &&
                   text_[place + common] == text_[other + common]) {
                ++common;
            }
            shared_[rank_[place]] = common;
            if (common > 0) --common;
        }
    }

    // The longest contexts that a place shares with others.
    struct Shared {
        std::int32_t in_hypothesis = 0, most = 0, second = 0, partner = NO_MATCH;

        void meet_reference(std::int32_t common, std::int32_t place) {
            if (common > most) {
                second = std::exchange(most, common);
                partner = place;
            } else {
                second = std::max(second, common);
            }
        }
    };

    // Visits the sorted places in one direction, of which the latest share the most. Adds to the
    // results of the other direction.
    void sweep(std::int32_t n, std::int32_t from, std::int32_t direction) {
        Shared met;
        std::int32_t second_partner = NO_MATCH;
        for (std::int32_t r = from; 0 <= r && r < std::ssize(places_); r += direction) {
            const std::int32_t common = shared_[direction > 0 ? r : r + 1];
            met.in_hypothesis = std::min(met.in_hypothesis, common);
            met.most = std::min(met.most, common);
            met.second = std::min(met.second, common);
            near_[r].in_hypothesis = std::max(near_[r].in_hypothesis, met.in_hypothesis);
            near_[r].meet_reference(met.most, met.partner);
            near_[r].meet_reference(met.second, second_partner);
            if (places_[r] < n) {
                met.in_hypothesis = INT32_MAX;
            } else {
                met.second = std::exchange(met.most, INT32_MAX);
                second_partner = std::exchange(met.partner, places_[r]);
            }
        }
    }

    Fix fix(const Shared& shared, std::int32_t n, bool to_the_left) const {
        const std::int32_t words = std::max(shared.in_hypothesis, shared.second) + 1;
        if (words > shared.most) return {};
        const std::int32_t reference_words = static_cast<std::int32_t>(text_.size()) - n - 2;
        const std::int32_t start = shared.partner - n - 1;
        return {words, to_the_left ? reference_words - 1 - start : start};
    }

    Pace pace_;
    std::vector<Shared> near_;
    std::vector<std::int32_t> text_, places_, rank_, next_rank_, shared_, partners_;
};

}  // namespace wordorder
