// Words and phrases of a hypothesis that could match those of its reference.
//
// Stages: the same word; the same stem; a synonym, that is, a shared class; the most similar
// vector, for words with none of these; a paraphrase. Two single words match by the stage with the
// largest weight, the first of equals. The candidates of a word do not depend on the other words of
// the hypothesis.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/rows.hpp"
#include "match/problem.hpp"
#include "words/paraphrases.hpp"
#include "words/vectors.hpp"

namespace wordorder {

// The weight 1 in whole numbers, so that sums do not depend on their order.
inline constexpr std::int64_t LARGEST_WEIGHT = 1 << 20;

// Numbers of stems and synonym classes stay below this: each takes a little memory.
inline constexpr std::int32_t MOST_NUMBERS = 1 << 26;

// Knowledge about the words of the vocabulary, by their numbers.
struct MatchData {
    std::int32_t words = 0;               // in the vocabulary
    std::span<const std::int32_t> stems;  // equal numbers, equal stems; may be empty
    std::optional<Rows> synonyms;         // the classes of each word
    WordVectors vectors;
    const ParaphraseTable* paraphrases = nullptr;
    PerStage<std::int64_t> weights;  // 0: the stage is not used

    Indices classes(std::int32_t word) const { return (*synonyms)[word]; }
};

// Every word of the vocabulary must have an entry: candidates are looked up without checks.
inline void check_data(const MatchData& data) {
    if (data.words < 0) {
        throw InputError("a vocabulary has " + std::to_string(data.words) + " words");
    }
    for (const std::int64_t weight : data.weights.values) {
        if (weight < 0 || weight > LARGEST_WEIGHT) throw InputError("weights must be from 0 to 1");
    }
    const auto check = [&](const char* what, std::size_t entries, Indices numbers) {
        if (entries < static_cast<std::size_t>(data.words)) {
            throw InputError("there are " + std::string(what) + " for " + std::to_string(entries) +
                             " of " + std::to_string(data.words) + " words");
        }
        for (const std::int32_t number : numbers) {
            if (0 <= number && number < MOST_NUMBERS) continue;
            throw InputError("a number of " + std::string(what) + " is " + std::to_string(number) +
                             "; it must be below " + std::to_string(MOST_NUMBERS));
        }
    };
    if (data.weights[Stage::stem] > 0) check("stems", data.stems.size(), data.stems);
    if (data.weights[Stage::synonym] > 0) {
        if (!data.synonyms) throw InputError("there are no synonyms");
        check("synonyms", data.synonyms->size(), data.synonyms->values());
    }
    if (data.weights[Stage::vectors] > 0) data.vectors.check(data.words);
    if (data.weights[Stage::paraphrase] > 0 &&
        (data.paraphrases == nullptr || !data.paraphrases->ready())) {
        throw InputError("there are no paraphrases, or they are not finished");
    }
}

// A word is found by its stem, or else by its own number, and by its classes. Keys of different
// kinds share no numbers.
class WordKeys {
public:
    explicit WordKeys(const MatchData& data) : by_stem_(data.weights[Stage::stem] > 0) {
        first_class_ = by_stem_ ? above(data.stems.first(data.words)) : data.words;
        const bool has_classes = data.weights[Stage::synonym] > 0;
        size_ = first_class_ + (has_classes ? above(data.synonyms->values()) : 0);
        for (std::int32_t word = 0; word < data.words; ++word) {
            if (by_stem_) {
                keys_.push_back(data.stems[word]);
            } else if (data.weights[Stage::exact] > 0) {
                keys_.push_back(word);
            }
            for (const std::int32_t number : has_classes ? data.classes(word) : Indices{}) {
                keys_.push_back(first_class_ + number);
            }
            offsets_.push_back(std::ssize(keys_));
        }
    }

    std::int32_t size() const { return size_; }
    Indices of(std::int32_t word) const {
        return Indices(keys_).subspan(offsets_[word], offsets_[word + 1] - offsets_[word]);
    }
    // The stage of two words that share a key.
    Stage stage(std::int32_t key) const {
        if (key >= first_class_) return Stage::synonym;
        return by_stem_ ? Stage::stem : Stage::exact;
    }

private:
    static std::int32_t above(Indices numbers) {
        return numbers.empty() ? 0 : 1 + *std::ranges::max_element(numbers);
    }

    bool by_stem_;
    std::int32_t first_class_, size_;
    std::vector<std::int32_t> keys_;
    std::vector<std::int64_t> offsets_{0};
};

// The places of each key in a sentence.
class WordIndex {
public:
    struct Group {
        std::int32_t key;
        std::int32_t begin, end;
        std::int32_t asked;  // the number of lookups
    };

    explicit WordIndex(std::int32_t keys) : group_(keys, NONE) {}

    void set(Indices sentence, const WordKeys& keys) {
        for (std::int32_t group = 0; group < used_; ++group) group_[groups_[group].key] = NONE;
        used_ = 0;
        make_room(sentence, keys);
        Entry* end = entries_.data();
        for (std::size_t j = 0; j < sentence.size(); ++j) {
            for (const std::int32_t key : keys.of(sentence[j])) {
                std::int32_t& group = group_[key];
                if (group == NONE) {
                    group = used_++;
                    groups_[group] = {key, 0, 0, 0};
                }
                ++groups_[group].end;
                *end++ = {group, static_cast<std::int32_t>(j)};
            }
        }
        std::int32_t begin = 0;
        for (std::int32_t group = 0; group < used_; ++group) {
            groups_[group].begin = begin;
            begin += std::exchange(groups_[group].end, begin);
        }
        for (const Entry* entry = entries_.data(); entry != end; ++entry) {
            places_[groups_[entry->group].end++] = entry->place;
        }
    }

    // Null for a key that the sentence lacks.
    Group* find(std::int32_t key) { return group_[key] == NONE ? nullptr : &groups_[group_[key]]; }
    Indices places(const Group& group) const {
        return Indices(places_).subspan(group.begin, group.end - group.begin);
    }

private:
    static constexpr std::int32_t NONE = -1;

    struct Entry { std::int32_t group, place; };

    // Grows, never shrinks.
    void make_room(Indices sentence, const WordKeys& keys) {
        std::size_t count = 0;
        for (const std::int32_t word : sentence) count += keys.of(word).size();
        if (count <= entries_.size()) return;
        groups_.resize(count);
        entries_.resize(count);
        places_.resize(count);
    }

    std::vector<std::int32_t> group_;  // of each key
    std::vector<Group> groups_;
    std::int32_t used_ = 0;  // groups of this sentence
    std::vector<Entry> entries_;
    std::vector<std::int32_t> places_;  // by their groups, rising
};

class MatchCandidates {
public:
    MatchCandidates(const MatchData& data, Pace& pace)
        : data_(data), pace_(&pace), keys_(data), index_(keys_.size()), phrases_(pace) {}

    // Sorted by their place in the hypothesis, then in the reference.
    const std::vector<Match>& find(Indices hypothesis, Indices reference) {
        matches_.clear();
        complete_ = true;
        most_ = std::clamp(ALL / std::max<std::ptrdiff_t>(std::ssize(hypothesis), 1),
                           FEWEST_AT_MOST, MOST);
        index_.set(reference, keys_);
        best_.assign(reference.size(), NONE);
        if (data_.weights[Stage::paraphrase] > 0) phrases_.index(*data_.paraphrases, reference);
        for (std::size_t place = 0; place < hypothesis.size(); ++place) {
            const std::size_t before = matches_.size();
            match_word(static_cast<std::int32_t>(place), hypothesis[place], reference);
            if (data_.weights[Stage::vectors] > 0 && matches_.size() == before) {
                match_vector(place, hypothesis, reference);
            }
            if (data_.weights[Stage::paraphrase] > 0) match_phrases(hypothesis, place, before);
            pace_->step(matches_.size() - before + 1);
        }
        return matches_;
    }

    // False if some candidates of a word were left out.
    bool complete() const { return complete_; }

private:
    static constexpr Stage NONE{STAGES};
    // Words of a very long sentence have fewer candidates, so that all of them fit into memory.
    static constexpr std::ptrdiff_t FEWEST_AT_MOST = 8, MOST = 1024, ALL = 1 << 20;

    void match_word(std::int32_t place, std::int32_t word, Indices reference) {
        found_.clear();
        for (const std::int32_t key : keys_.of(word)) {
            WordIndex::Group* const group = index_.find(key);
            if (group == nullptr) continue;
            for (const std::int32_t j : some_of(*group)) {
                if (best_[j] == NONE) found_.push_back(j);
                best_[j] = better(best_[j], keys_.stage(key));
                if (reference[j] == word && data_.weights[Stage::exact] > 0) {
                    best_[j] = better(Stage::exact, best_[j]);
                }
            }
        }
        if (found_.size() > 1) std::ranges::sort(found_);
        for (const std::int32_t j : found_) {
            matches_.push_back({place, j, 1, 1, 2 * data_.weights[best_[j]], best_[j]});
            best_[j] = NONE;
        }
    }

    // In a very long sentence, only words around the same place are compared.
    void match_vector(std::size_t place, Indices hypothesis, Indices reference) {
        const std::int32_t word = hypothesis[place];
        if (!data_.vectors.knows(word)) return;
        const std::ptrdiff_t words = std::ssize(reference), looked_at = std::min(words, most_);
        complete_ &= looked_at == words;
        const auto here = static_cast<std::ptrdiff_t>(place * reference.size() / hypothesis.size());
        const std::ptrdiff_t first =
            std::clamp<std::ptrdiff_t>(here - most_ / 2, 0, words - looked_at);
        pace_->step(looked_at);
        cosines_.clear();
        std::int32_t nearest = data_.vectors.least();
        for (std::ptrdiff_t j = first; j < first + looked_at; ++j) {
            cosines_.push_back(data_.vectors.cosine(word, reference[j]));
            nearest = std::max(nearest, cosines_.back());
        }
        const std::int32_t least = data_.vectors.only_nearest() ? nearest : data_.vectors.least();
        for (std::ptrdiff_t j = first; j < first + looked_at; ++j) {
            if (cosines_[j - first] < least) continue;
            matches_.push_back({static_cast<std::int32_t>(place), static_cast<std::int32_t>(j), 1,
                                1, 2 * data_.weights[Stage::vectors], Stage::vectors});
        }
    }

    // The stage with the larger weight, else the first.
    Stage better(Stage one, Stage other) const {
        if (one == NONE || other == NONE) return one == NONE ? other : one;
        return data_.weights[other] > data_.weights[one] ? other : one;
    }

    // Of very many places, those around the one with as many of its kind before it as the
    // hypothesis word has: then all can be matched, one by one.
    Indices some_of(WordIndex::Group& group) {
        const std::ptrdiff_t before = group.asked++;
        const Indices places = index_.places(group);
        if (std::ssize(places) <= most_) return places;
        complete_ = false;
        const std::ptrdiff_t begin =
            std::clamp<std::ptrdiff_t>(before - most_ / 2, 0, std::ssize(places) - most_);
        return places.subspan(begin, most_);
    }

    void match_phrases(Indices hypothesis, std::size_t place, std::size_t first) {
        const std::int64_t weight = data_.weights[Stage::paraphrase];
        const std::size_t before = matches_.size();
        complete_ &= phrases_.for_each_match(
            hypothesis, place, most_,
            [&](std::int32_t words, std::int32_t j, std::int32_t reference_words) {
                matches_.push_back({static_cast<std::int32_t>(place), j, words, reference_words,
                                    weight * (words + reference_words), Stage::paraphrase});
            });
        if (matches_.size() > before) drop_repeats(first);
    }

    // A paraphrase of one word by one word may repeat a match.
    void drop_repeats(std::size_t first) {
        const auto same = [](const Match& a, const Match& b) {
            return a.reference == b.reference && a.hypothesis_words == b.hypothesis_words &&
                   a.reference_words == b.reference_words;
        };
        const auto order = [](const Match& a, const Match& b) {
            return std::tuple(a.reference, a.hypothesis_words, a.reference_words, -a.worth,
                              a.stage) < std::tuple(b.reference, b.hypothesis_words,
                                                    b.reference_words, -b.worth, b.stage);
        };
        std::sort(matches_.begin() + first, matches_.end(), order);
        matches_.erase(std::unique(matches_.begin() + first, matches_.end(), same), matches_.end());
    }

    MatchData data_;
    Pace* pace_;
    WordKeys keys_;
    WordIndex index_;
    bool complete_ = true;
    std::ptrdiff_t most_ = MOST;  // candidates of a word
    std::vector<Match> matches_;
    std::vector<Stage> best_;  // by which each reference word was found; NONE
    std::vector<std::int32_t> found_, cosines_;
    PhraseMatcher phrases_;
};

}  // namespace wordorder
