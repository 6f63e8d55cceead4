// Paraphrases in METEOR's format: three lines each, a probability and two phrases.
//
// A phrase is a path in a tree of words. Only phrases of known words are kept: most of a table's
// millions of lines have words that the texts at hand lack.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/pair_key.hpp"
#include "core/pair_map.hpp"
#include "core/rows.hpp"
#include "text/interner.hpp"
#include "text/parsing.hpp"

namespace wordorder {

class ParaphraseTable {
public:
    static constexpr std::int32_t NO_PHRASE = -1;
    static constexpr std::int32_t ROOT = 0;
    // Longer phrases are left out, so that few phrases begin at a word. METEOR's have up to 7
    // words.
    static constexpr std::size_t LONGEST = 16;

    ParaphraseTable(std::shared_ptr<const Interner> words, std::string_view name)
        : words_(std::move(words)), place_{std::string(name), 1} {}

    // Whole lines, in order; a record may continue in the next text.
    void add(std::string_view text) {
        const auto lock = words_->lock();
        if (ready_) throw InputError("the table of paraphrases is finished");
        for_each_line(text, [this](std::string_view line) {
            if (place_.line % 3 == 1) check_probability(line);
            if (place_.line % 3 == 2) first_ = phrase(line);
            if (place_.line % 3 == 0) add_pair(phrase(line));
            ++place_.line;
        });
    }

    // Call once, after all lines.
    void finish() {
        const auto lock = words_->lock();
        if (ready_) return;
        if (place_.line % 3 != 1) place_.complain("the table ends inside a paraphrase");
        std::ranges::sort(pairs_);
        pairs_.erase(std::ranges::unique(pairs_).begin(), pairs_.end());
        offsets_.assign(phrases_ + 1, 0);
        for (const auto& [phrase, _] : pairs_) ++offsets_[phrase + 1];
        for (std::int32_t p = 0; p < phrases_; ++p) offsets_[p + 1] += offsets_[p];
        for (const auto& [_, other] : pairs_) others_.push_back(other);
        pairs_ = {};
        ready_ = true;
    }

    bool ready() const { return ready_; }

    std::size_t size() const { return others_.size() / 2; }

    // The node behind `node` along `word`; negative if there is none.
    std::int32_t step(std::int32_t node, std::int32_t word) const {
        return children_.find(pair_key(node, word));
    }

    std::int32_t phrase_at(std::int32_t node) const { return phrase_at_[node]; }

    // The phrases that a phrase may match, sorted.
    Indices others(std::int32_t phrase) const {
        return Indices(others_).subspan(offsets_[phrase], offsets_[phrase + 1] - offsets_[phrase]);
    }

private:
    void check_probability(std::string_view line) const {
        if (!is_decimal(line)) {
            place_.complain("expected a probability, found '" + shown(line) +
                            "'; a paraphrase is three lines: probability, phrase, phrase");
        }
    }

    // NO_PHRASE for a phrase that is too long or has an unknown word.
    std::int32_t phrase(std::string_view line) {
        path_.clear();
        bool known = true;
        for_each_word(line, [&](std::string_view word) {
            path_.push_back(words_->find(word));
            known &= path_.back() >= 0;
        });
        if (path_.empty()) place_.complain("expected a phrase, found an empty line");
        if (!known || path_.size() > LONGEST) return NO_PHRASE;
        std::int32_t node = ROOT;
        for (const std::int32_t word : path_) {
            const auto [child, is_new] = children_.insert(
                pair_key(node, word), static_cast<std::int32_t>(phrase_at_.size()));
            if (is_new) phrase_at_.push_back(NO_PHRASE);
            node = child;
        }
        if (phrase_at_[node] == NO_PHRASE) phrase_at_[node] = phrases_++;
        return phrase_at_[node];
    }

    // Both ways: METEOR looks for either phrase in either sentence.
    void add_pair(std::int32_t second) {
        if (first_ == NO_PHRASE || second == NO_PHRASE || first_ == second) return;
        pairs_.emplace_back(first_, second);
        pairs_.emplace_back(second, first_);
    }

    std::shared_ptr<const Interner> words_;
    Place place_;
    bool ready_ = false;
    std::int32_t first_ = NO_PHRASE, phrases_ = 0;
    PairMap children_;
    std::vector<std::int32_t> phrase_at_{NO_PHRASE};
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;
    std::vector<std::int64_t> offsets_;
    std::vector<std::int32_t> others_;
    std::vector<std::int32_t> path_;
};

// Paraphrases between two sentences.
class PhraseMatcher {
public:
    explicit PhraseMatcher(Pace& pace) : pace_(&pace) {}

    void index(const ParaphraseTable& table, Indices reference) {
        table_ = &table;
        spans_.clear();
        for (std::size_t j = 0; j < reference.size(); ++j) {
            pace_->step(ParaphraseTable::LONGEST);
            walk(reference, j, [&](std::int32_t phrase, std::int32_t words) {
                spans_.push_back({phrase, static_cast<std::int32_t>(j), words});
            });
        }
        std::ranges::sort(spans_);
        filter_.reset();
        for (const Span& span : spans_) filter_.set(span.phrase % filter_.size());
    }

    // Calls take(hypothesis words, place in the reference, reference words) at most `most` times.
    // If there are more, takes the pairs with the most words, each equally often, around the same
    // place of the reference. Returns whether all were taken.
    template <class Take>
    bool for_each_match(Indices hypothesis, std::size_t place, std::ptrdiff_t most,
                        const Take& take) {
        find_pairs(hypothesis, place);
        std::ptrdiff_t all = 0;
        for (const Pair& pair : pairs_) all += std::ssize(pair.found);
        if (all > most) keep_longest(most);
        const std::ptrdiff_t of_each = all > most ? most / std::ssize(pairs_) : most;
        for (const Pair& pair : pairs_) {
            for (const Span& span : around(pair.found, place, of_each)) {
                take(pair.words, span.start, span.words);
            }
        }
        return all <= most;
    }

private:
    struct Span {
        std::int32_t phrase, start, words;
        friend auto operator<=>(const Span&, const Span&) = default;
    };

    // A phrase at a place of the hypothesis, and where the reference has one of its paraphrases.
    struct Pair {
        std::int32_t words;
        std::span<const Span> found;
        std::int32_t all_words() const { return words + found.front().words; }
    };

    void find_pairs(Indices hypothesis, std::size_t place) {
        pairs_.clear();
        walk(hypothesis, place, [&](std::int32_t phrase, std::int32_t words) {
            const Indices others = table_->others(phrase);
            pace_->step(std::min(others.size(), 16 * spans_.size()) + 1);
            // Both are sorted. The filter rejects most others at once, so only a much longer list
            // of others is slower to walk than the spans.
            if (others.size() < 16 * spans_.size()) {
                for (const std::int32_t other : others) {
                    if (!filter_[other % filter_.size()]) continue;
                    const std::span<const Span> found = find(other);
                    if (!found.empty()) pairs_.push_back({words, found});
                }
                return;
            }
            for (std::size_t k = 0; k < spans_.size();) {
                const std::span<const Span> found = find(spans_[k].phrase);
                if (std::ranges::binary_search(others, spans_[k].phrase)) {
                    pairs_.push_back({words, found});
                }
                k += found.size();
            }
        });
    }

    void keep_longest(std::ptrdiff_t most) {
        std::ranges::stable_sort(
            pairs_, [](const Pair& a, const Pair& b) { return a.all_words() > b.all_words(); });
        if (std::ssize(pairs_) > most) pairs_.erase(pairs_.begin() + most, pairs_.end());
    }

    std::span<const Span> find(std::int32_t phrase) const {
        const auto first = std::ranges::lower_bound(spans_, Span{phrase, 0, 0});
        const auto last = std::lower_bound(first, spans_.end(), Span{phrase + 1, 0, 0});
        return {first, last};
    }

    static std::span<const Span> around(std::span<const Span> spans, std::size_t place,
                                        std::ptrdiff_t most) {
        if (std::ssize(spans) <= most) return spans;
        const auto here = std::ranges::lower_bound(spans, place, {}, [](const Span& span) {
            return static_cast<std::size_t>(span.start);
        });
        const std::ptrdiff_t begin = std::clamp<std::ptrdiff_t>(here - spans.begin() - most / 2, 0,
                                                                std::ssize(spans) - most);
        return spans.subspan(begin, most);
    }

    template <class Take>
    void walk(Indices sentence, std::size_t start, const Take& take) const {
        std::int32_t node = ParaphraseTable::ROOT;
        for (std::size_t i = start; i < sentence.size(); ++i) {
            node = table_->step(node, sentence[i]);
            if (node < 0) return;
            const std::int32_t phrase = table_->phrase_at(node);
            if (phrase != ParaphraseTable::NO_PHRASE) {
                take(phrase, static_cast<std::int32_t>(i - start + 1));
            }
        }
    }

    Pace* pace_;
    const ParaphraseTable* table_ = nullptr;
    std::vector<Span> spans_;
    std::vector<Pair> pairs_;
    std::bitset<4096> filter_;  // false for remainders that no span's phrase has
};

}  // namespace wordorder
