// Pairs of systems compared sentence by sentence on what they share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/shared_work.hpp"
#include "hypothesis/matching.hpp"
#include "hypothesis/rest_scores.hpp"
#include "hypothesis/shared_links.hpp"
#include "hypothesis/shared_words.hpp"
#include "order/batch.hpp"

namespace wordorder {

struct SystemPair { std::size_t first, second; };

struct SharedOrders {
    // For each sentence and pair: w times the difference of each metric (second less first), the
    // differences in breaks and in misplaced words, and w.
    std::vector<double> statistics;
    // For each pair and each of its systems: the sums of w times each metric, of breaks and of
    // misplaced words, added one by one to those of the sentences before.
    std::vector<double> sums;
    std::vector<std::int64_t> reference_words;  // of each pair
};

using TextRows = std::vector<Rows>;

// make_rests(checkpoint) makes a thread's own tools; translations[reference][system] are a system's
// rows as compared with that reference.
template <class MakeRests>
class SharedComparison {
public:
    SharedComparison(const std::vector<TextRows>& translations, const TextRows& references,
                     const std::vector<SystemPair>& pairs, std::span<const double> sums,
                     const Request& request, const MakeRests& make_rests)
        : translations_(translations), references_(references), pairs_(pairs), request_(&request),
          make_rests_(make_rests), lines_(references.at(0).size()),
          columns_(RestScores::columns(request)) {
        found_.statistics.resize(lines_ * pairs.size() * (columns_ + 1));
        if (sums.size() != pairs.size() * 2 * columns_) {
            throw InputError("sums have the wrong size");
        }
        found_.sums.assign(sums.begin(), sums.end());
        found_.reference_words.resize(pairs.size());
        values_.resize(lines_ * pairs.size() * 2 * columns_);
        reference_words_.resize(lines_ * pairs.size());
    }

    SharedOrders run() {
        SharedWork(lines_, request_->threads, request_->checkpoint).run([this](auto& worker) {
            const auto rests = make_rests_([&worker] { worker.check(); });
            std::vector<Indices> rows(translations_[0].size());
            std::size_t line;
            while (worker.take(line)) compare_line(line, *rests, rows);
        });
        add_up();
        return std::move(found_);
    }

private:
    template <class Rests>
    void compare_line(std::size_t line, Rests& rests, std::vector<Indices>& rows) {
        std::vector<std::int64_t> most(pairs_.size(), -1);
        for (std::size_t reference = 0; reference < references_.size(); ++reference) {
            for (std::size_t system = 0; system < rows.size(); ++system) {
                rows[system] = translations_[reference][system][line];
            }
            rests.set(rows, references_[reference][line]);
            for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
                const auto [one, other] = rests.compare(pairs_[pair].first, pairs_[pair].second);
                const std::int64_t words =
                    std::int64_t{rests.scores().words(one)} + rests.scores().words(other);
                if (words <= most[pair]) continue;
                most[pair] = words;
                note(line * pairs_.size() + pair, rests, one, other);
            }
        }
    }

    template <class Rests>
    void note(std::size_t place, const Rests& rests, std::int32_t one, std::int32_t other) {
        const RestScores& scores = rests.scores();
        reference_words_[place] = rests.words_to_compare();
        double* const statistics = found_.statistics.data() + place * (columns_ + 1);
        double* const values = values_.data() + place * 2 * columns_;
        std::fill_n(statistics, columns_ + 1, 0.0);
        std::fill_n(values, 2 * columns_, 0.0);
        const double weight = std::min(scores.words(one), scores.words(other)) - 1;
        if (weight < 1) return;
        const double *const first = scores.of(one), *const second = scores.of(other);
        for (std::size_t column = 0; column < columns_; ++column) {
            const double factor = column < columns_ - RestScores::ERRORS ? weight : 1;
            statistics[column] = factor * (second[column] - first[column]);
            values[column] = factor * first[column];
            values[columns_ + column] = factor * second[column];
        }
        statistics[columns_] = weight;
    }

    // In the order of the sentences, whatever the number of threads.
    void add_up() {
        const std::size_t size = pairs_.size() * 2 * columns_;
        for (std::size_t line = 0; line < lines_; ++line) {
            for (std::size_t i = 0; i < size; ++i) found_.sums[i] += values_[line * size + i];
            for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
                found_.reference_words[pair] += reference_words_[line * pairs_.size() + pair];
            }
        }
    }

    // Views of the caller's data.
    std::span<const TextRows> translations_;
    std::span<const Rows> references_;
    std::span<const SystemPair> pairs_;
    const Request* request_;
    MakeRests make_rests_;
    std::size_t lines_, columns_;
    SharedOrders found_;
    std::vector<double> values_;
    std::vector<std::int32_t> reference_words_;
};

inline void check_shared(const std::vector<TextRows>& translations, const TextRows& references,
                         const std::vector<SystemPair>& pairs) {
    if (references.empty() || translations.size() != references.size()) {
        throw InputError("there must be translations for each of the references");
    }
    const std::size_t lines = references[0].size(), systems = translations[0].size();
    const auto check = [&](const Rows& rows) {
        if (rows.size() != lines) throw InputError("texts differ in their number of lines");
    };
    for (const Rows& reference : references) check(reference);
    for (const TextRows& for_one : translations) {
        if (for_one.size() != systems) {
            throw InputError("references differ in their number of systems");
        }
        for (const Rows& translation : for_one) check(translation);
    }
    for (const SystemPair& pair : pairs) {
        if (pair.first >= systems || pair.second >= systems) {
            throw InputError("there is no such system");
        }
    }
}

// Word numbers must be below data.words; translations are the same for all references.
inline SharedOrders compare_shared_words(const TextRows& translations, const TextRows& references,
                                         const std::vector<SystemPair>& pairs,
                                         std::span<const double> sums, const MatchData& data,
                                         const Request& request) {
    const std::vector<TextRows> for_each_reference(references.size(), translations);
    check_shared(for_each_reference, references, pairs);
    for (const TextRows* texts : {&translations, &references}) {
        for (const Rows& text : *texts) check_words(text, data.words);
    }
    check_data(data);
    const auto make = [&](const Checkpoint& checkpoint) {
        return std::make_unique<SharedWords>(data, request, checkpoint);
    };
    return SharedComparison(for_each_reference, references, pairs, sums, request, make).run();
}

// All rows of a sentence have a place for each source word.
inline SharedOrders compare_shared_links(const std::vector<TextRows>& translations,
                                         const TextRows& references,
                                         const std::vector<SystemPair>& pairs,
                                         std::span<const double> sums, const Request& request) {
    check_shared(translations, references, pairs);
    for (std::size_t line = 0; line < references[0].size(); ++line) {
        for (std::size_t reference = 0; reference < references.size(); ++reference) {
            const std::size_t words = references[0][line].size();
            bool same = references[reference][line].size() == words;
            for (const auto& rows : translations[reference]) same &= rows[line].size() == words;
            if (!same) throw InputError("row " + std::to_string(line) + " has several lengths");
        }
    }
    const auto make = [&](const Checkpoint& checkpoint) {
        return std::make_unique<SharedLinks>(request, checkpoint);
    };
    return SharedComparison(translations, references, pairs, sums, request, make).run();
}

}  // namespace wordorder
