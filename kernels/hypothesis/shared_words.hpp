// Words that two translations share, matched with the reference anew.
//
// A word stays if both translations have it equally often and it matches a word of the reference
// other than by a paraphrase. The rest of each translation is matched anew, so that neither words
// that only one of them has nor the places they took decide how the others match. The rests are the
// same words in two orders: words replaced in place make no difference between them unless the new
// ones stand elsewhere in the other translation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/hashing.hpp"
#include "hypothesis/rest_scores.hpp"
#include "match/best_matches.hpp"
#include "match/candidates.hpp"

namespace wordorder {

// In longer sentences, a word may have so many candidates that only some are taken.
inline constexpr std::size_t SHORT_SENTENCE = 1024;

// The candidates of each word of a sentence.
class WordCandidates {
public:
    WordCandidates(const MatchData& data, Pace& pace)
        : pace_(&pace), finder_(without_paraphrases(data), pace) {}

    // Finds the candidates of distinct words.
    void set(Indices words, Indices reference) {
        candidates_.clear();
        ends_.assign(1, 0);
        find(words, reference);
    }

    // The candidates of a word, by its place among the words.
    std::span<const Match> of(std::int32_t word) const {
        return std::span(candidates_).subspan(ends_[word], ends_[word + 1] - ends_[word]);
    }

private:
    static MatchData without_paraphrases(const MatchData& given) {
        MatchData data = given;
        data.weights[Stage::paraphrase] = 0;
        return data;
    }

    // Whether a word has candidates must not depend on other words. Where candidates are left out,
    // it would; so words are looked up together only if none is.
    void find(Indices words, Indices reference) {
        if (words.size() <= SHORT_SENTENCE) {
            const std::vector<Match>& matches = finder_.find(words, reference);
            pace_->step(reference.size());
            if (words.size() <= 1 || finder_.complete()) return add(matches, words.size());
        }
        const std::size_t half = words.size() / 2;
        find(words.first(half), reference);
        find(words.subspan(half), reference);
    }

    void add(const std::vector<Match>& matches, std::size_t words) {
        auto match = matches.begin();
        for (std::size_t word = 0; word < words; ++word) {
            for (; match != matches.end() && match->hypothesis == static_cast<std::int32_t>(word);
                 ++match) {
                candidates_.push_back(*match);
            }
            ends_.push_back(candidates_.size());
        }
    }

    Pace* pace_;
    MatchCandidates finder_;
    std::vector<Match> candidates_;
    std::vector<std::size_t> ends_;
};

// Numbers for sequences of words: an open hash table, emptied for every sentence.
class RestTable {
public:
    static constexpr std::int32_t NONE = -1;

    void clear() {
        slots_.assign(std::max<std::size_t>(slots_.size(), 64), {});
        ends_.assign(1, 0);
        words_.clear();
    }

    std::size_t size() const { return ends_.size() - 1; }

    // The number of a sequence, and whether it is new.
    std::pair<std::int32_t, bool> insert(Indices words) {
        if (2 * size() >= slots_.size()) grow();
        const std::uint64_t hash = hash_of(words);
        Slot& slot = slots_[slot_of(hash, words)];
        if (slot.number != NONE) return {slot.number, false};
        slot = {hash, static_cast<std::int32_t>(size())};
        words_.insert(words_.end(), words.begin(), words.end());
        ends_.push_back(words_.size());
        return {slot.number, true};
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::int32_t number = NONE;
    };

    Indices at(std::int32_t number) const {
        return Indices(words_).subspan(ends_[number], ends_[number + 1] - ends_[number]);
    }

    std::uint64_t hash_of(Indices words) const {
        std::uint64_t hash = words.size();
        for (const std::int32_t word : words) {
            hash = mixed(hash, static_cast<std::uint64_t>(word), keys_);
        }
        return hash;
    }

    std::size_t slot_of(std::uint64_t hash, Indices words) const {
        std::size_t place = hash & (slots_.size() - 1);
        while (slots_[place].number != NONE) {
            if (slots_[place].hash == hash) {
                const Indices known = at(slots_[place].number);
                if (std::ranges::equal(known, words)) break;
            }
            place = (place + 1) & (slots_.size() - 1);
        }
        return place;
    }

    void grow() {
        std::vector<Slot> all(2 * slots_.size());
        all.swap(slots_);
        for (const Slot& slot : all) {
            if (slot.number != NONE) slots_[slot_of(slot.hash, at(slot.number))] = slot;
        }
    }

    HashKeys keys_ = HashKeys::of_process();
    std::vector<Slot> slots_ = std::vector<Slot>(64);
    std::vector<std::int32_t> words_;
    std::vector<std::size_t> ends_{0};
};

// The rests of all pairs of translations of a sentence. Equal rests are matched and scored once.
//
// Both rests have the same words, so no choice of words can win or lose a doubtful match: a little
// similarity is enough, as beside a match, and no match is left out for being unlikely.
class SharedWords {
public:
    SharedWords(const MatchData& data, const Request& request, const Checkpoint& checkpoint)
        : data_(with_doubtful_matches(data)), pace_(checkpoint), candidates_(data_, pace_),
          finder_(data_, pace_), best_(data_, pace_), scores_(request, checkpoint),
          local_(data.words, NONE) {}

    void set(std::span<const Indices> translations, Indices reference) {
        for (const std::int32_t word : words_) local_[word] = NONE;
        words_.clear();
        for (const Indices translation : translations) {
            for (const std::int32_t word : translation) {
                if (local_[word] != NONE) continue;
                local_[word] = static_cast<std::int32_t>(words_.size());
                words_.push_back(word);
            }
        }
        reference_ = reference;
        candidates_.set(words_, reference);
        rests_.clear();
        scores_.clear();
        count_words(translations);
    }

    // The numbers of the two rests in `scores`.
    std::pair<std::int32_t, std::int32_t> compare(std::size_t first, std::size_t second) {
        return {rest_of(first, second), rest_of(second, first)};
    }

    const RestScores& scores() const { return scores_; }
    std::int32_t words_to_compare() const { return static_cast<std::int32_t>(reference_.size()); }

private:
    static constexpr std::int32_t NONE = -1;

    static MatchData with_doubtful_matches(const MatchData& given) {
        MatchData data = given;
        data.vectors = data.vectors.all_beside();
        return data;
    }

    // Words without candidates are never kept. They may be many, so they have no counts.
    void count_words(std::span<const Indices> translations) {
        column_.clear();
        columns_ = 0;
        for (std::size_t word = 0; word < words_.size(); ++word) {
            const bool matches = !candidates_.of(static_cast<std::int32_t>(word)).empty();
            column_.push_back(matches ? columns_++ : NONE);
        }
        counts_.assign(translations.size() * columns_, 0);
        kept_.clear();
        ends_.assign(1, 0);
        for (std::size_t t = 0; t < translations.size(); ++t) {
            for (const std::int32_t id : translations[t]) {
                const std::int32_t word = local_[id];
                if (column_[word] == NONE) continue;
                kept_.push_back(word);
                ++counts_[t * columns_ + column_[word]];
            }
            ends_.push_back(kept_.size());
        }
        pace_.step(kept_.size() + counts_.size());
    }

    std::int32_t rest_of(std::size_t own, std::size_t other) {
        const std::int32_t* const ours = counts_.data() + own * columns_;
        const std::int32_t* const theirs = counts_.data() + other * columns_;
        rest_.clear();
        for (std::size_t i = ends_[own]; i < ends_[own + 1]; ++i) {
            const std::int32_t column = column_[kept_[i]];
            if (ours[column] == theirs[column]) rest_.push_back(kept_[i]);
        }
        pace_.step(ends_[own + 1] - ends_[own]);
        const auto [number, is_new] = rests_.insert(rest_);
        if (is_new) scores_.add(order_of_rest());
        return number;
    }

    // The ranks of the matched reference words, in the order of the rest.
    Ranks order_of_rest() {
        ids_.clear();
        for (const std::int32_t word : rest_) ids_.push_back(words_[word]);
        const std::size_t longer = std::max(rest_.size(), reference_.size());
        if (longer <= SHORT_SENTENCE && data_.weights[Stage::paraphrase] == 0) {
            collect_candidates();
        } else {  // words of a phrase may have become neighbours
            matches_ = finder_.find(ids_, reference_);
        }
        chosen_ = best_.choose(ids_, reference_, matches_);
        places_.clear();
        for (const Match& match : chosen_) {
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                places_.push_back(j);
            }
        }
        return ranking_.of(places_, reference_.size());
    }

    void collect_candidates() {
        matches_.clear();
        for (std::size_t place = 0; place < rest_.size(); ++place) {
            for (Match match : candidates_.of(rest_[place])) {
                match.hypothesis = static_cast<std::int32_t>(place);
                matches_.push_back(match);
            }
        }
    }

    MatchData data_;
    Pace pace_;
    WordCandidates candidates_;
    MatchCandidates finder_;
    BestMatches best_;
    RestScores scores_;
    RestTable rests_;
    Ranking ranking_;
    Indices reference_;
    std::vector<std::int32_t> local_;   // the place of a word among `words_`
    std::vector<std::int32_t> words_;   // all words of the sentence, each once
    std::vector<std::int32_t> column_;  // of each word with candidates in `counts_`; else NONE
    std::int32_t columns_ = 0;
    std::vector<std::int32_t> counts_;  // of each translation and column
    std::vector<std::int32_t> kept_;    // words of each translation that have candidates
    std::vector<std::size_t> ends_;
    std::vector<std::int32_t> rest_, ids_, places_;
    std::vector<Match> matches_, chosen_;
};

}  // namespace wordorder
