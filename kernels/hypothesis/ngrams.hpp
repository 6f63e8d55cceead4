// BLEU's counts for a sentence: n-grams of the hypothesis, and those that a reference shares.
//
// An n-gram is a shorter one plus a word, so a number and a word tell n-grams of one size apart.
// Only a shared n-gram can begin a longer shared one; all other places are dropped, and few are
// left for the larger sizes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/hashing.hpp"
#include "core/rows.hpp"

namespace wordorder {

struct Ngram {
    std::uint64_t key = 0;
    std::uint64_t round = 0;
    std::uint32_t in_hypothesis = 0;
    std::uint32_t in_a_reference = 0;  // the most in any of them
    std::uint32_t in_this_reference = 0;
    std::uint32_t reference = 0;  // which one this is
};

// An open hash table. Entries of earlier rounds count as free, so nothing is cleared; a round uses
// no more of the table than it needs, so a long sentence does not slow down the short ones after
// it. It stays mostly empty: a second probe costs more than the memory.
class NgramTable {
public:
    void begin_round(std::size_t most_ngrams) {
        ++round_;
        const std::size_t size = std::bit_ceil(4 * most_ngrams + 2);
        if (slots_.size() < size) slots_.resize(size);
        last_ = size - 1;
    }

    // The number of the n-gram, added if it is new in this round.
    std::uint32_t insert(std::uint64_t key) {
        const std::uint32_t number = number_of(key);
        Ngram& ngram = slots_[number];
        if (ngram.round != round_) ngram = {.key = key, .round = round_};
        return number;
    }

    // The slot of the n-gram, or a free one.
    std::uint32_t number_of(std::uint64_t key) const {
        std::size_t slot = hash(key);
        while (slots_[slot].round == round_ && slots_[slot].key != key) slot = (slot + 1) & last_;
        return static_cast<std::uint32_t>(slot);
    }

    bool holds(std::uint32_t number) const { return slots_[number].round == round_; }
    Ngram& operator[](std::uint32_t number) { return slots_[number]; }

private:
    std::size_t hash(std::uint64_t key) const { return mixed(key, 0, hash_keys_) & last_; }

    HashKeys hash_keys_ = HashKeys::of_process();
    std::uint64_t round_ = 0;
    std::size_t last_ = 0;
    std::vector<Ngram> slots_;
};

class NgramCounter {
public:
    explicit NgramCounter(std::size_t order) : order_(order) {}

    // Writes, for n = 1 .. order, the number of n-grams that match and of all in the hypothesis;
    // then the lengths of hypothesis and reference.
    void count(Indices hypothesis, std::span<const Indices> references, std::int64_t* statistics) {
        begin(hypothesis, hypothesis_places_);
        reference_places_.resize(references.size());
        for (std::size_t r = 0; r < references.size(); ++r) {
            begin(references[r], reference_places_[r]);
        }
        for (std::size_t n = 1; n <= order_; ++n) {
            statistics[n - 1] = count_matches(hypothesis, references);
            statistics[order_ + n - 1] = std::max<std::int64_t>(
                0, std::ssize(hypothesis) - static_cast<std::int64_t>(n) + 1);
        }
        statistics[2 * order_] = std::ssize(hypothesis);
        statistics[2 * order_ + 1] = closest_length(std::ssize(hypothesis), references);
    }

private:
    // A place of an n-gram: its number, and the word that extends it.
    struct Place { std::uint32_t ngram, next; };

    static void begin(Indices words, std::vector<Place>& places) {
        places.resize(words.size());
        for (std::uint32_t i = 0; i < words.size(); ++i) places[i] = {0, i};
    }

    static std::uint64_t longer(const Place& place, Indices words) {
        return std::uint64_t{place.ngram} << 32 | static_cast<std::uint32_t>(words[place.next]);
    }

    // Extends all n-grams by a word. An n-gram matches as often as the hypothesis has it, but at
    // most as often as any one reference does.
    std::int64_t count_matches(Indices hypothesis, std::span<const Indices> references) {
        table_.begin_round(hypothesis_places_.size());
        for (Place& place : hypothesis_places_) {
            const std::uint32_t number = table_.insert(longer(place, hypothesis));
            ++table_[number].in_hypothesis;
            place = {number, place.next + 1};
        }
        std::int64_t matches = 0;
        for (std::uint32_t r = 0; r < references.size(); ++r) {
            matches += count_in_reference(r, references[r]);
        }
        std::size_t kept = 0;
        for (const Place place : hypothesis_places_) {
            hypothesis_places_[kept] = place;
            kept += table_[place.ngram].in_a_reference > 0 && place.next < hypothesis.size();
        }
        hypothesis_places_.resize(kept);
        return matches;
    }

    // Counts only the matches beyond those of earlier references.
    std::int64_t count_in_reference(std::uint32_t reference, Indices words) {
        std::vector<Place>& places = reference_places_[reference];
        std::int64_t matches = 0;
        std::size_t kept = 0;
        for (const Place place : places) {
            const std::uint32_t number = table_.number_of(longer(place, words));
            if (!table_.holds(number)) continue;
            Ngram& ngram = table_[number];
            if (ngram.reference != reference) {
                ngram.reference = reference;
                ngram.in_this_reference = 0;
            }
            if (++ngram.in_this_reference > ngram.in_a_reference) {
                matches += ++ngram.in_a_reference <= ngram.in_hypothesis;
            }
            places[kept] = {number, place.next + 1};
            kept += place.next + 1 < words.size();
        }
        places.resize(kept);
        return matches;
    }

    // Of two equally close lengths, the shorter one.
    static std::int64_t closest_length(std::int64_t length, std::span<const Indices> references) {
        std::int64_t closest = std::ssize(references[0]);
        for (const Indices reference : references.subspan(1)) {
            const std::int64_t other = std::ssize(reference);
            const std::int64_t nearer = std::abs(other - length) - std::abs(closest - length);
            if (nearer < 0 || (nearer == 0 && other < closest)) closest = other;
        }
        return closest;
    }

    std::size_t order_;
    NgramTable table_;
    std::vector<Place> hypothesis_places_;
    std::vector<std::vector<Place>> reference_places_;
};

inline constexpr std::int64_t LONGEST_NGRAM = 9;

inline void check_ngrams(const Rows& hypotheses, std::span<const Rows> references,
                         std::int64_t order) {
    if (order < 1 || order > LONGEST_NGRAM) {
        throw InputError("the order must lie between 1 and " + std::to_string(LONGEST_NGRAM) +
                         ", not " + std::to_string(order));
    }
    if (references.empty()) throw InputError("there are no references");
    for (const Rows& rows : references) {
        if (rows.size() != hypotheses.size()) {
            throw InputError("there are " + std::to_string(hypotheses.size()) +
                             " hypotheses, but " + std::to_string(rows.size()) + " references");
        }
    }
}

// 2 * order + 2 numbers for each row, as NgramCounter writes them.
inline std::vector<std::int64_t> ngram_statistics(const Rows& hypotheses,
                                                  std::span<const Rows> references,
                                                  std::int64_t order,
                                                  const Checkpoint& checkpoint) {
    // Some milliseconds of work: a checkpoint may wait for a lock and must not come too often.
    constexpr std::size_t WORDS_BETWEEN_CHECKPOINTS = 1 << 19;
    check_ngrams(hypotheses, references, order);
    NgramCounter counter(order);
    const std::size_t columns = 2 * order + 2;
    std::vector<std::int64_t> statistics(hypotheses.size() * columns);
    std::vector<Indices> row_references(references.size());
    std::size_t words = 0;
    for (std::size_t row = 0; row < hypotheses.size(); ++row) {
        words += hypotheses[row].size() + 1;
        for (std::size_t r = 0; r < references.size(); ++r) {
            row_references[r] = references[r][row];
            words += row_references[r].size();
        }
        if (words >= WORDS_BETWEEN_CHECKPOINTS) checkpoint(), words = 0;
        counter.count(hypotheses[row], row_references, &statistics[row * columns]);
    }
    return statistics;
}

}  // namespace wordorder
