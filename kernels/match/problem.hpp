// The candidates of a sentence pair, and the worth of a set of matches.
//
// A match joins a stretch of hypothesis words with a stretch of reference words. A solution uses
// every word at most once. The best one covers the most words (each match with its worth), then has
//
//   - the fewest chunks (runs of matches that are neighbours on both sides, in the same order),
//   - the smallest sum of |i - j| over matches that start at word i of the hypothesis and word j of
//     the reference,
//   - the most matches by the first stage, then by the second, and so on,
//   - the smallest sum of (i - j)^2, which uncrossing two matches always lowers,
//   - the smallest sum of i + j.
//
// One number combines all criteria: a covered word outweighs all chunks, a chunk all displacements,
// and so on.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace wordorder {

// How two words or phrases match.
enum class Stage : std::uint8_t { exact, stem, synonym, vectors, paraphrase };
inline constexpr std::size_t STAGES = 5;

// A value for each stage.
template <class T>
struct PerStage {
    std::array<T, STAGES> values{};

    constexpr T& operator[](Stage stage) { return values[static_cast<std::size_t>(stage)]; }
    constexpr const T& operator[](Stage stage) const {
        return values[static_cast<std::size_t>(stage)];
    }
};

struct Match {
    std::int32_t hypothesis, reference;  // first word
    std::int32_t hypothesis_words, reference_words;
    std::int64_t worth;  // more than 0
    Stage stage;

    std::int32_t hypothesis_end() const { return hypothesis + hypothesis_words; }
    std::int32_t reference_end() const { return reference + reference_words; }
    // Whether this match directly follows another on both sides.
    bool joins(const Match& other) const {
        return hypothesis == other.hypothesis_end() && reference == other.reference_end();
    }
    std::int64_t displacement() const {
        return hypothesis > reference ? hypothesis - reference : reference - hypothesis;
    }
};

__extension__ using Score = __int128;  // all criteria, for a sentence of ordinary length

class MatchProblem {
public:
    static constexpr std::int32_t NONE = -1;

    // `matches` are sorted by their place in the hypothesis, then in the reference. No two join the
    // same stretches.
    void set(std::int32_t hypothesis_words, std::int32_t reference_words,
             std::span<const Match> matches) {
        matches_ = matches;
        words_ = hypothesis_words;
        reference_words_ = reference_words;
        count_matches();
        number_contested_words();
        weigh();
        find_joining_matches();
    }

    std::int32_t words() const { return words_; }
    std::int32_t reference_words() const { return reference_words_; }
    std::int32_t size() const { return static_cast<std::int32_t>(matches_.size()); }
    const Match& match(std::int32_t number) const { return matches_[number]; }
    // The matches that start at a hypothesis word: first(p) up to first(p + 1).
    std::int32_t first(std::int32_t place) const { return first_[place]; }
    bool is_bare(std::int32_t place) const { return first_[place] == first_[place + 1]; }
    // Whether any match has several words on a side.
    bool has_phrases() const { return phrases_; }
    // Whether all matches join single words and are worth the same.
    bool is_plain() const { return plain_; }

    // The gain of a match that starts a chunk, and the extra gain if it joins the match before it.
    Score gain(std::int32_t match) const { return gain_[match]; }
    Score joined() const { return chunk_; }
    // The worth of covering the words of a match, without chunk and displacement.
    Score cover(std::int32_t match) const { return matches_[match].worth / unit_ * covered_; }
    Score most_cover() const { return most_cover_; }
    // False if the numbers were too large to be kept in full.
    bool is_precise() const { return precise_; }

    // Matches that begin at the same place on both sides form a group, named by its first match.
    std::int32_t group(std::int32_t match) const { return group_[match]; }
    // The group that begins where a match ends on both sides, all of which join it; or NONE.
    std::int32_t joining(std::int32_t match) const { return joining_[match]; }

    // Reference words wanted by several matches, numbered by the place of the last match that wants
    // them.
    std::int32_t contested() const { return static_cast<std::int32_t>(contested_.size()); }
    std::int32_t contested_word(std::int32_t bit) const { return contested_[bit]; }
    std::int32_t bit(std::int32_t reference) const { return bit_[reference]; }
    // From this place on, no match wants contested words below this number.
    std::int32_t no_longer_wanted(std::int32_t place) const { return no_longer_wanted_[place]; }

private:
    // The limit on what all words cover, which leaves room for a score plus all prices.
    static constexpr Score LARGEST = Score{1} << 122;

    void count_matches() {
        first_.assign(words_ + 1, 0);
        wanted_.assign(reference_words_, 0);
        phrases_ = false;
        bool worth_the_same = true;
        for (const Match& match : matches_) {
            ++first_[match.hypothesis + 1];
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) ++wanted_[j];
            phrases_ |= match.hypothesis_words != 1 || match.reference_words != 1;
            worth_the_same &= match.worth == matches_.front().worth;
        }
        plain_ = worth_the_same && !phrases_;
        for (std::int32_t place = 0; place < words_; ++place) first_[place + 1] += first_[place];
    }

    void number_contested_words() {
        auto left = static_cast<std::int32_t>(
            std::count_if(wanted_.begin(), wanted_.end(), [](auto count) { return count > 1; }));
        contested_.resize(left);
        bit_.assign(reference_words_, NONE);
        no_longer_wanted_.assign(words_ + 1, 0);
        no_longer_wanted_[words_] = left;
        for (std::int32_t place = words_ - 1; left > 0; --place) {
            for (std::int32_t m = first_[place]; m < first_[place + 1]; ++m) {
                for (std::int32_t j = matches_[m].reference; j < matches_[m].reference_end(); ++j) {
                    if (wanted_[j] < 2 || bit_[j] != NONE) continue;
                    bit_[j] = --left;
                    contested_[left] = j;
                }
            }
            no_longer_wanted_[place] = left;
        }
    }

    // In overlong sentences the last criteria lose their digits, then displacements, then worths.
    void weigh() {
        unit_ = 0;
        std::int64_t most = 0, furthest = 0;
        std::uint32_t stages = 0;
        for (const Match& match : matches_) {
            furthest = std::max(furthest, match.displacement());
            stages |= std::uint32_t{1} << static_cast<unsigned>(match.stage);
            if (match.worth == most) continue;
            unit_ = std::gcd(unit_, match.worth);
            most = std::max(most, match.worth);
        }
        precise_ = true;
        std::int32_t digits = 0;
        while (!set_units(most, furthest >> digits, stages)) {
            if (precise_) {
                precise_ = false;
            } else if (furthest >> digits > 0) {
                ++digits;
            } else {
                unit_ *= 2;
            }
        }
        set_gains(digits);
        most_cover_ = unit_ == 0 ? 0 : most / unit_ * covered_;
    }

    // From the last criterion to the first: a unit outweighs all later criteria together. Returns
    // whether all fit.
    bool set_units(std::int64_t most, std::int64_t furthest, std::uint32_t stages) {
        const Score links = std::min(words_, reference_words_);
        stage_gain_ = {};
        displaced_ = 1;
        if (precise_) {
            square_ = links * (words_ + reference_words_) + 1;
            displaced_ = product(product(links, Score{furthest} * furthest) + 1, square_);
            // The last stage gets as many as the others leave.
            for (std::int32_t stage = static_cast<std::int32_t>(std::bit_width(stages)) - 2;
                 stage >= 0; --stage) {
                if (!(stages >> stage & 1)) continue;
                stage_gain_.values[stage] = displaced_;
                displaced_ = product(displaced_, links + 1);
            }
        }
        chunk_ = product(links * furthest + 1, displaced_);
        covered_ = unit_ == 0 ? 0 : product(chunk_, links + 1);
        return unit_ == 0 || most / unit_ < LARGEST / covered_ / std::max(words_, reference_words_);
    }

    static Score product(Score a, Score b) {
        Score product;
        return __builtin_mul_overflow(a, b, &product) ? LARGEST : std::min(product, LARGEST);
    }

    void set_gains(std::int32_t digits) {
        gain_.resize(matches_.size());
        Score worth = 0, cover = 0;  // of the last match: a division takes long
        for (std::int32_t m = 0; m < size(); ++m) {
            const Match& match = matches_[m];
            if (match.worth != worth) {
                worth = match.worth;
                cover = this->cover(m);
            }
            const std::int64_t displacement = match.displacement();
            const std::int64_t squared = displacement * displacement;
            gain_[m] = cover - chunk_ - displaced_ * (displacement >> digits);
            if (!precise_) continue;
            gain_[m] +=
                stage_gain_[match.stage] - square_ * squared - (match.hypothesis + match.reference);
        }
    }

    void find_joining_matches() {
        group_.resize(matches_.size());
        joining_.assign(matches_.size(), NONE);
        for (std::int32_t m = 0; m < size(); ++m) {
            const Match& match = matches_[m];
            const bool is_first =
                m == first_[match.hypothesis] || matches_[m - 1].reference != match.reference;
            group_[m] = is_first ? m : group_[m - 1];
            const std::int32_t place = match.hypothesis_end();
            if (place == words_ || is_bare(place)) continue;
            const auto end = matches_.begin() + first_[place + 1];
            const auto found = std::lower_bound(
                matches_.begin() + first_[place], end, match.reference_end(),
                [](const Match& other, std::int32_t j) { return other.reference < j; });
            if (found == end || found->reference != match.reference_end()) continue;
            joining_[m] = static_cast<std::int32_t>(found - matches_.begin());
        }
    }

    std::span<const Match> matches_;
    std::int32_t words_ = 0, reference_words_ = 0;
    bool phrases_ = false, plain_ = true, precise_ = true;
    std::int64_t unit_ = 1;                                       // of worth
    Score covered_ = 1, chunk_ = 1, displaced_ = 1, square_ = 1;  // units of the criteria
    PerStage<Score> stage_gain_;
    Score most_cover_ = 0;
    std::vector<Score> gain_;
    std::vector<std::int32_t> first_, group_, joining_, wanted_, contested_, bit_,
        no_longer_wanted_;
};

struct MatchSolution {
    std::vector<std::int32_t> matches;  // numbers of matches, by their place in the hypothesis
    Score score = 0;
};

inline Score score_of(const MatchProblem& problem, const std::vector<std::int32_t>& matches) {
    Score score = 0;
    const Match* last = nullptr;
    for (const std::int32_t m : matches) {
        const Match& match = problem.match(m);
        score += problem.gain(m) + (last != nullptr && match.joins(*last) ? problem.joined() : 0);
        last = &match;
    }
    return score;
}

}  // namespace wordorder
