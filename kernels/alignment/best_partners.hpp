// The best partner of each word in the other sentence by a table of probabilities: the most likely
// (Viterbi) alignment of a model in which every word has at most one partner.
//
// Unknown words have negative numbers, equal on both sides for equal spelling, and are partners of
// their equals. Ties go to the partner nearest to the diagonal, then to the first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/rows.hpp"
#include "core/shared_work.hpp"

namespace wordorder {

// Row w has the possible partners of word w, sorted, and the probability of w given each.
class PartnerTable {
public:
    PartnerTable(const Rows& partners, std::span<const float> probabilities)
        : partners_(partners), probabilities_(probabilities) {
        if (partners.values().size() != probabilities.size()) {
            throw InputError("there are " + std::to_string(partners.values().size()) +
                             " partners, but " + std::to_string(probabilities.size()) +
                             " probabilities");
        }
    }

    std::size_t size() const { return partners_.size(); }
    Indices partners(std::size_t word) const { return partners_[word]; }
    float probability(std::size_t word, std::size_t place) const {
        return probabilities_[partners_.offsets()[word] + static_cast<std::int64_t>(place)];
    }

private:
    Rows partners_;
    std::span<const float> probabilities_;
};

class BestPartners {
public:
    static constexpr std::int32_t NONE = -1;

    explicit BestPartners(const PartnerTable& table) : table_(table) {}

    // Sets chosen[j] to the place of the partner of words[j], or to NONE.
    void run(Indices words, Indices others, std::int32_t* chosen) {
        by_word(words, word_places_);
        by_word(others, other_places_);
        list_others();
        for (std::size_t begin = 0, end; begin < word_places_.size(); begin = end) {
            const std::int32_t word = word_places_[begin].first;
            end = begin;
            while (end < word_places_.size() && word_places_[end].first == word) ++end;
            find_partners(word);
            for (std::size_t k = begin; k < end; ++k) {
                const std::int32_t place = word_places_[k].second;
                chosen[place] = nearest(place, std::ssize(words), std::ssize(others));
            }
        }
    }

private:
    using WordPlace = std::pair<std::int32_t, std::int32_t>;

    static void by_word(Indices words, std::vector<WordPlace>& places) {
        places.clear();
        for (std::size_t place = 0; place < words.size(); ++place) {
            places.emplace_back(words[place], static_cast<std::int32_t>(place));
        }
        std::ranges::sort(places);
    }

    void list_others() {
        others_.clear();
        for (const auto& [word, place] : other_places_) {
            if (others_.empty() || others_.back() != word) others_.push_back(word);
        }
    }

    // Sets places_ to where the best partners of the word stand, in order.
    void find_partners(std::int32_t word) {
        places_.clear();
        if (word < 0) {
            add_places(word);
            return;
        }
        float best = 0;
        const Indices row = table_.partners(word);
        for_each_common(row, others_, [&](std::size_t k) {
            const float probability = table_.probability(word, k);
            if (probability < best || probability <= 0) return;
            if (probability > best) places_.clear();
            best = probability;
            add_places(row[k]);
        });
        std::ranges::sort(places_);
    }

    // Calls take(k) for each k with row[k] in `others`; both are sorted. Searching the longer of
    // the two keeps frequent words and long sentences cheap.
    template <class Take>
    static void for_each_common(Indices row, Indices others, const Take& take) {
        const bool row_is_longer = row.size() > others.size();
        const Indices searched = row_is_longer ? row : others;
        auto from = searched.begin();
        const Indices looked_for = row_is_longer ? others : row;
        for (std::size_t i = 0; i < looked_for.size(); ++i) {
            from = std::lower_bound(from, searched.end(), looked_for[i]);
            if (from == searched.end()) return;
            if (*from == looked_for[i]) take(row_is_longer ? from - searched.begin() : i);
        }
    }

    void add_places(std::int32_t word) {
        auto at = std::ranges::lower_bound(other_places_, WordPlace{word, 0});
        for (; at != other_places_.end() && at->first == word; ++at) places_.push_back(at->second);
    }

    // The middle of the word at `place` of `length` words lies at (2 place + 1) / (2 length).
    std::int32_t nearest(std::int64_t place, std::int64_t length, std::int64_t other_length) const {
        if (places_.empty()) return NONE;
        const auto distance = [&](std::int64_t other) {
            return std::abs((2 * other + 1) * length - (2 * place + 1) * other_length);
        };
        const std::int64_t straight = place * other_length / length;
        const auto after = std::ranges::lower_bound(places_, straight);
        if (after == places_.begin()) return best_from(after, distance);
        return best_from(after - 1, distance);
    }

    // From here, distances fall to a minimum and then rise.
    template <class Distance>
    std::int32_t best_from(std::vector<std::int32_t>::const_iterator at,
                           const Distance& distance) const {
        while (at + 1 != places_.end() && distance(at[1]) < distance(at[0])) ++at;
        return *at;
    }

    PartnerTable table_;
    std::vector<WordPlace> word_places_, other_places_;
    std::vector<std::int32_t> others_;  // the different words of the other sentence, sorted
    std::vector<std::int32_t> places_;
};

// The partners of all words of all rows, concatenated.
inline std::vector<std::int32_t> best_partners(const Rows& words, const Rows& others,
                                               const PartnerTable& table, std::size_t threads,
                                               const Checkpoint& checkpoint) {
    if (words.size() != others.size()) {
        throw InputError("batches differ in length: " + std::to_string(words.size()) + " and " +
                         std::to_string(others.size()) + " sentences");
    }
    std::vector<std::size_t> begins{0};
    for (std::size_t row = 0; row < words.size(); ++row) {
        for (const std::int32_t word : words[row]) {
            if (word >= 0 && static_cast<std::size_t>(word) >= table.size()) {
                throw InputError("row " + std::to_string(row) + ": word " + std::to_string(word) +
                                 " is not in a table of " + std::to_string(table.size()));
            }
        }
        begins.push_back(begins.back() + words[row].size());
    }
    std::vector<std::int32_t> chosen(begins.back());
    SharedWork(words.size(), threads, checkpoint).run([&](auto& worker) {
        BestPartners best(table);
        std::size_t row;
        while (worker.take(row)) best.run(words[row], others[row], chosen.data() + begins[row]);
    });
    return chosen;
}

}  // namespace wordorder
