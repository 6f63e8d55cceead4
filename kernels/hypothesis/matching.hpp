// Hypotheses matched with their references: links and their stages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/rows.hpp"
#include "core/shared_work.hpp"
#include "link/likely_links.hpp"
#include "match/best_matches.hpp"
#include "match/candidates.hpp"

namespace wordorder {

struct MatchedRows {
    std::vector<std::int32_t> sources, targets;  // a phrase is linked word by word, all with all
    std::vector<std::int64_t> offsets{0};
    std::vector<std::uint8_t> stages;           // of each link
    std::vector<double> similarities;           // of each link: 1 unless found by vectors
    std::vector<std::uint8_t> exact;            // of each row: whether no better solution exists
    std::vector<std::int64_t> covered, chunks;  // of each row
};

class RowMatcher {
public:
    // `model` may be null; otherwise it has the last word on the links.
    RowMatcher(const MatchData& data, const LinkModel* model, const Checkpoint& checkpoint)
        : pace_(checkpoint), data_(model == nullptr ? data : without_vectors(data)),
          candidates_(data_, pace_), best_(data_, pace_) {
        if (model != nullptr) likely_.emplace(data, *model, pace_);
    }

    void append(Indices hypothesis, Indices reference, MatchedRows& rows) {
        pace_.step(hypothesis.size() + reference.size() + 1);
        const std::vector<Match>& matches = candidates_.find(hypothesis, reference);
        std::int64_t covered = 0, chunks = 0;
        const Match* last = nullptr;
        for (const Match& match : chosen(hypothesis, reference, matches)) {
            append_links(match, rows);
            rows.similarities.resize(rows.sources.size(), similarity(match, hypothesis, reference));
            covered += match.worth;
            chunks += last == nullptr || !match.joins(*last);
            last = &match;
        }
        rows.offsets.push_back(std::ssize(rows.sources));
        rows.exact.push_back(best_.exact() && candidates_.complete());
        rows.covered.push_back(covered);
        rows.chunks.push_back(chunks);
    }

private:
    // The model decides which words match by vectors.
    static MatchData without_vectors(const MatchData& data) {
        MatchData found = data;
        found.weights[Stage::vectors] = 0;
        return found;
    }

    // The cosine of words matched by vectors, 1 for all others.
    double similarity(const Match& match, Indices hypothesis, Indices reference) const {
        if (match.stage != Stage::vectors) return 1;
        const std::int32_t cosine =
            data_.vectors.cosine(hypothesis[match.hypothesis], reference[match.reference]);
        return static_cast<double>(cosine) / WordVectors::ONE;
    }

    const std::vector<Match>& chosen(Indices hypothesis, Indices reference,
                                     const std::vector<Match>& matches) {
        const std::vector<Match>& best = best_.choose(hypothesis, reference, matches);
        return likely_ ? likely_->choose(hypothesis, reference, matches, best) : best;
    }

    // Matches are sorted by their place in the hypothesis, so the links are sorted, too.
    static void append_links(const Match& match, MatchedRows& rows) {
        for (std::int32_t i = match.hypothesis; i < match.hypothesis_end(); ++i) {
            for (std::int32_t j = match.reference; j < match.reference_end(); ++j) {
                rows.sources.push_back(i);
                rows.targets.push_back(j);
                rows.stages.push_back(static_cast<std::uint8_t>(match.stage));
            }
        }
    }

    Pace pace_;
    MatchData data_;
    MatchCandidates candidates_;
    BestMatches best_;
    std::optional<LikelyLinks> likely_;
};

inline void check_words(const Rows& rows, std::int64_t words) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (const std::int32_t word : rows[row]) {
            if (word < 0 || word >= words) {
                throw InputError("row " + std::to_string(row) + " has word " +
                                 std::to_string(word) + " of a vocabulary of " +
                                 std::to_string(words));
            }
        }
    }
}

inline void append_rows(const MatchedRows& more, MatchedRows& rows) {
    const auto append = [](const auto& from, auto& to) {
        to.insert(to.end(), from.begin(), from.end());
    };
    const std::int64_t begin = std::ssize(rows.sources);
    for (std::size_t row = 1; row < more.offsets.size(); ++row) {
        rows.offsets.push_back(begin + more.offsets[row]);
    }
    append(more.sources, rows.sources);
    append(more.targets, rows.targets);
    append(more.stages, rows.stages);
    append(more.similarities, rows.similarities);
    append(more.exact, rows.exact);
    append(more.covered, rows.covered);
    append(more.chunks, rows.chunks);
}

// Word numbers must be below data.words.
inline MatchedRows match_rows(const Rows& hypotheses, const Rows& references, const MatchData& data,
                              const LinkModel* model, const Checkpoint& checkpoint,
                              std::size_t threads) {
    constexpr std::size_t ROWS_PER_PART = 64;
    if (hypotheses.size() != references.size()) {
        throw InputError("there are " + std::to_string(hypotheses.size()) + " hypotheses, but " +
                         std::to_string(references.size()) + " references");
    }
    check_words(hypotheses, data.words);
    check_words(references, data.words);
    check_data(data);
    if (model != nullptr) check_model(*model, data);
    std::vector<MatchedRows> parts((hypotheses.size() + ROWS_PER_PART - 1) / ROWS_PER_PART);
    SharedWork(parts.size(), threads, checkpoint).run([&](auto& worker) {
        RowMatcher matcher(data, model, [&worker] { worker.check(); });
        std::size_t part;
        while (worker.take(part)) {
            const std::size_t begin = part * ROWS_PER_PART;
            const std::size_t end = std::min(begin + ROWS_PER_PART, hypotheses.size());
            MatchedRows found;
            for (std::size_t row = begin; row < end; ++row) {
                matcher.append(hypotheses[row], references[row], found);
            }
            parts[part] = std::move(found);
        }
    });
    MatchedRows rows;
    for (const MatchedRows& part : parts) append_rows(part, rows);
    return rows;
}

}  // namespace wordorder
