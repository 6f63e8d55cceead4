// Which words and phrases of a hypothesis could be matched with which of its reference.
//
// Stages: the same word; the same stem; a synonym, that is, a word that shares one of its classes;
// a paraphrase. Two single words are matched by the stage with the largest weight, the first of
// several.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "links.hpp"
#include "match_solver.hpp"
#include "paraphrases.hpp"

namespace wordorder {

// A weight of 1, in whole numbers, so that sums do not depend on their order.
inline constexpr std::int64_t LARGEST_WEIGHT = 1 << 20;

enum Stage : std::int32_t { EXACT, STEM, SYNONYM, PARAPHRASE, STAGES };

// What is known about the words of the vocabulary, by their numbers.
struct MatchData {
    std::span<const std::int32_t> stems;             // equal numbers, equal stems; may be empty
    std::span<const std::int32_t> synonym_values;    // the classes of each word, a ragged array
    std::span<const std::int64_t> synonym_offsets;   // empty without synonyms
    const ParaphraseTable* paraphrases = nullptr;
    std::array<std::int64_t, STAGES> weights{};      // 0: the stage is not used
};

// Every word of the vocabulary must have its entry; the candidates index without a look.
inline void check_data(const MatchData& data, std::int64_t words) {
    for (const std::int64_t weight : data.weights) {
        if (weight < 0 || weight > LARGEST_WEIGHT) throw InputError("weights must be from 0 to 1");
    }
    if (data.weights[STEM] > 0 && std::ssize(data.stems) < words) {
        throw InputError("there are stems for " + std::to_string(data.stems.size()) + " of " +
                         std::to_string(words) + " words");
    }
    if (data.weights[SYNONYM] > 0) {
        const Rows<std::int64_t> classes(data.synonym_values, data.synonym_offsets);
        if (std::ssize(data.synonym_offsets) <= words) {
            throw InputError("there are synonyms for " + std::to_string(classes.size()) + " of " +
                             std::to_string(words) + " words");
        }
    }
    if (data.weights[PARAPHRASE] > 0 && (data.paraphrases == nullptr || !data.paraphrases->ready())) {
        throw InputError("there are no paraphrases, or they are not finished");
    }
}

class MatchCandidates {
public:
    explicit MatchCandidates(const MatchData& data) : data_(data) {}

    // Sorted by their place in the hypothesis, then in the reference.
    const std::vector<Match>& find(Indices hypothesis, Indices reference) {
        matches_.clear();
        complete_ = true;
        most_ = std::clamp(ALL / std::max<std::ptrdiff_t>(std::ssize(hypothesis), 1), FEWEST_AT_MOST,
                           MOST);
        seen_.clear();
        index_words(reference);
        best_.assign(reference.size(), NONE);
        if (data_.weights[PARAPHRASE] > 0) phrases_.index(*data_.paraphrases, reference);
        for (std::size_t place = 0; place < hypothesis.size(); ++place) {
            match_word(static_cast<std::int32_t>(place), hypothesis[place]);
            if (data_.weights[PARAPHRASE] > 0) match_phrases(hypothesis, place);
        }
        return matches_;
    }

    // False if a word had so many candidates that only some were taken.
    bool complete() const { return complete_; }

private:
    static constexpr std::int32_t NONE = STAGES;
    // A word of a very long sentence has fewer candidates, so that all of them fit the memory.
    static constexpr std::ptrdiff_t FEWEST_AT_MOST = 64, MOST = 1024, ALL = 1 << 20;

    // A word is found by its own number, its stem and its classes, which do not share numbers.
    static std::int64_t key(Stage stage, std::int32_t number) {
        return static_cast<std::int64_t>(stage) << 32 | static_cast<std::uint32_t>(number);
    }

    template <class Take>
    void for_each_key(std::int32_t word, const Take& take) const {
        if (data_.weights[EXACT] > 0) take(EXACT, key(EXACT, word));
        if (data_.weights[STEM] > 0) take(STEM, key(STEM, data_.stems[word]));
        if (data_.weights[SYNONYM] == 0) return;
        for (std::int64_t k = data_.synonym_offsets[word]; k < data_.synonym_offsets[word + 1]; ++k) {
            take(SYNONYM, key(SYNONYM, data_.synonym_values[k]));
        }
    }

    void index_words(Indices reference) {
        index_.clear();
        for (std::size_t j = 0; j < reference.size(); ++j) {
            for_each_key(reference[j], [&](Stage, std::int64_t key) {
                index_.push_back({key, static_cast<std::int32_t>(j)});
            });
        }
        std::sort(index_.begin(), index_.end());
    }

    void match_word(std::int32_t place, std::int32_t word) {
        found_.clear();
        for_each_key(word, [&](Stage stage, std::int64_t key) {
            for (const auto& [_, j] : candidates(key)) {
                if (best_[j] == NONE) found_.push_back(j);
                if (best_[j] == NONE || data_.weights[stage] > data_.weights[best_[j]]) best_[j] = stage;
            }
        });
        std::sort(found_.begin(), found_.end());
        for (const std::int32_t j : found_) {
            matches_.push_back({place, j, 1, 1, 2 * data_.weights[best_[j]], best_[j]});
            best_[j] = NONE;
        }
    }

    using Entry = std::pair<std::int64_t, std::int32_t>;

    // Of very many, some around the one that has as many of its kind before it as the hypothesis
    // word has: so that all can be matched, one by one.
    std::span<const Entry> candidates(std::int64_t key) {
        const auto first = std::lower_bound(index_.begin(), index_.end(), Entry{key, 0});
        auto last = first;
        while (last != index_.end() && last->first == key) ++last;
        if (last - first <= most_) return {first, last};
        complete_ = false;
        const std::ptrdiff_t before = seen_[key]++;
        const std::ptrdiff_t begin = std::clamp<std::ptrdiff_t>(
            before - most_ / 2, 0, last - first - most_);
        return {first + begin, first + begin + most_};
    }

    void match_phrases(Indices hypothesis, std::size_t place) {
        const std::int64_t weight = data_.weights[PARAPHRASE];
        const std::size_t before = matches_.size();
        phrases_.for_each_match(hypothesis, place, [&](std::int32_t words, std::int32_t j,
                                                       std::int32_t reference_words) {
            matches_.push_back({static_cast<std::int32_t>(place), j, words, reference_words,
                                weight * (words + reference_words), PARAPHRASE});
        });
        if (matches_.size() > before) drop_repeats(place);
    }

    // A paraphrase of one word by one may be a match already.
    void drop_repeats(std::size_t place) {
        const auto same = [](const Match& a, const Match& b) {
            return a.reference == b.reference && a.hypothesis_words == b.hypothesis_words &&
                   a.reference_words == b.reference_words;
        };
        const auto order = [](const Match& a, const Match& b) {
            return std::tuple(a.reference, a.hypothesis_words, a.reference_words, -a.worth, a.stage) <
                   std::tuple(b.reference, b.hypothesis_words, b.reference_words, -b.worth, b.stage);
        };
        const auto first =
            std::find_if(matches_.begin(), matches_.end(), [&](const Match& match) {
                return match.hypothesis == static_cast<std::int32_t>(place);
            });
        std::sort(first, matches_.end(), order);
        matches_.erase(std::unique(first, matches_.end(), same), matches_.end());
    }

    MatchData data_;
    bool complete_ = true;
    std::ptrdiff_t most_ = MOST;  // candidates of a word
    std::vector<Match> matches_;
    std::vector<Entry> index_;
    std::vector<std::int32_t> best_;  // the stage by which each reference word was found; NONE
    std::vector<std::int32_t> found_;
    std::unordered_map<std::int64_t, std::ptrdiff_t> seen_;  // hypothesis words, by a frequent key
    PhraseMatcher phrases_;
};

}  // namespace wordorder
