// IBM Model 1 (Brown et al. 1993): which source word generates which target word, learnt by EM.
//
// A target sentence of m words comes from a source sentence of l words and the empty word NULL:
//     p(target | source) = Π_j 1/(l + 1) · Σ_i p(t_j | s_i),    i over the l words and NULL.
// The table p(· | s) has a symmetric Dirichlet prior, which adds `prior` to the expected count of
// every target word (Moore 2004): a rare source word could otherwise become a garbage collector for
// the words it co-occurs with. The EM objective is the log-likelihood plus prior · Σ log p(t | s),
// over all word pairs; with a prior of 0 that is the log-likelihood.
//
// Word order does not matter here, so sentences are bags. Both halves of an iteration run over the
// source words, and for each over the sentences it stands in, with its row of the table laid out in
// an array by target word. This needs neither a search for the place of a pair nor counts beside
// the table; and one thread adds up each sum, always in the same order, so that the number of
// threads changes no bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/rows.hpp"
#include "core/shared_work.hpp"

namespace wordorder {

struct Ibm1Options {
    std::int64_t iterations;
    double prior;
    std::size_t threads;
    Checkpoint checkpoint;
    std::function<void(double)> report;  // gets the EM objective, first and after each iteration
};

// The words of one side of a corpus, as numbers from 0 to words - 1.
struct Side {
    Rows rows;
    std::int32_t words;

    Side(const Rows& rows, std::int32_t words) : rows(rows), words(words) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (const std::int32_t word : rows[row]) {
                if (word < 0 || word >= words) complain(row, word);
            }
        }
    }

private:
    [[noreturn]] void complain(std::size_t row, std::int32_t word) const {
        throw InputError("row " + std::to_string(row) + ": word " + std::to_string(word) +
                         " is not between 0 and " + std::to_string(words - 1));
    }
};

// Ragged rows of (item, how many times): the words of a sentence, or the sentences of a word.
struct Bags {
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> items, times;

    std::size_t size() const { return offsets.size() - 1; }

    void append_row(Indices sorted) {
        for (const std::int32_t item : sorted) {
            if (std::ssize(items) > offsets.back() && items.back() == item) {
                ++times.back();
            } else {
                items.push_back(item);
                times.push_back(1);
            }
        }
        offsets.push_back(std::ssize(items));
    }

    // Row i of the result lists the rows that contain item i; items are below `count`.
    Bags transposed(std::size_t count) const {
        Bags turned;
        turned.offsets.assign(count + 1, 0);
        for (const std::int32_t item : items) ++turned.offsets[item + 1];
        std::partial_sum(turned.offsets.begin(), turned.offsets.end(), turned.offsets.begin());
        turned.items.resize(items.size());
        turned.times.resize(items.size());
        std::vector<std::int64_t> next(turned.offsets.begin(), turned.offsets.end() - 1);
        for (std::size_t row = 0; row < size(); ++row) {
            for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
                const std::int64_t place = next[items[k]]++;
                turned.items[place] = static_cast<std::int32_t>(row);
                turned.times[place] = times[k];
            }
        }
        return turned;
    }
};

class Ibm1 {
public:
    // Pairs with an empty side are left out.
    Ibm1(const Side& source, const Side& target, Ibm1Options options)
        : target_words_(target.words), options_(std::move(options)) {
        if (source.rows.size() != target.rows.size()) {
            throw InputError("there are " + std::to_string(source.rows.size()) + " source and " +
                             std::to_string(target.rows.size()) + " target sentences");
        }
        collect(source, target);
        find_pairs();
    }

    void run() {
        probabilities.assign(targets.size(), 1.0 / target_words_);
        const double words = std::max(target_words_, 1);
        log_priors_.assign(size(), -options_.prior * words * std::log(words));
        explain();
        for (std::int64_t iteration = 0; iteration < options_.iterations; ++iteration) {
            // An iteration may be too short to reach a checkpoint.
            if (options_.checkpoint) options_.checkpoint();
            learn();
            explain();
        }
    }

    // The table: row 0 is NULL's, row w + 1 that of source word w. It has the target words that
    // co-occur with the source word, sorted; all others have the probability of the prior.
    std::vector<std::int64_t> offsets;
    std::vector<std::int32_t> targets;
    std::vector<double> probabilities;

private:
    static constexpr std::int32_t NULL_WORD = 0;
    static constexpr std::size_t ROWS_AT_ONCE = 4;  // few, because some rows are long

    std::size_t size() const { return sentences_of_.size(); }  // rows of the table

    void collect(const Side& source, const Side& target) {
        Bags sources;
        std::vector<std::int32_t> words;
        for (std::size_t row = 0; row < source.rows.size(); ++row) {
            const Indices from = source.rows[row], to = target.rows[row];
            if (from.empty() || to.empty()) continue;
            words.assign(1, NULL_WORD);
            for (const std::int32_t word : from) words.push_back(word + 1);
            std::ranges::sort(words);
            sources.append_row(words);
            words.assign(to.begin(), to.end());
            std::ranges::sort(words);
            bags_.append_row(words);
            lengths_.push_back({static_cast<double>(from.size()), static_cast<double>(to.size())});
        }
        sentences_of_ = sources.transposed(static_cast<std::size_t>(source.words) + 1);
        sums_.resize(bags_.items.size());
        log_likelihoods_.resize(bags_.size());
        share_out_sentences(sources);
    }

    // A stretch of sentences for each thread, with about equal numbers of word pairs.
    void share_out_sentences(const Bags& sources) {
        std::vector<std::int64_t> pairs(bags_.size() + 1, 0);
        for (std::size_t row = 0; row < bags_.size(); ++row) {
            pairs[row + 1] = pairs[row] + (sources.offsets[row + 1] - sources.offsets[row]) *
                                              (bags_.offsets[row + 1] - bags_.offsets[row]);
        }
        const std::size_t parts =
            std::clamp<std::size_t>(options_.threads, 1, std::max<std::size_t>(bags_.size(), 1));
        for (std::size_t part = 0; part <= parts; ++part) {
            const double share = static_cast<double>(part) / static_cast<double>(parts);
            const auto wanted =
                static_cast<std::int64_t>(share * static_cast<double>(pairs.back()));
            const auto end = std::ranges::lower_bound(pairs, wanted);
            stretches_.push_back(static_cast<std::int32_t>(end - pairs.begin()));
        }
        stretches_.back() = static_cast<std::int32_t>(bags_.size());
    }

    // Two passes over the corpus, so that the table is allocated in its final size.
    void find_pairs() {
        offsets.assign(size() + 1, 0);
        for_each_row_with_pairs([this](std::size_t row, const std::vector<std::int32_t>& found) {
            offsets[row + 1] = std::ssize(found);
        });
        std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
        targets.resize(offsets.back());
        for_each_row_with_pairs([this](std::size_t row, const std::vector<std::int32_t>& found) {
            std::ranges::copy(found, targets.begin() + offsets[row]);
            std::sort(targets.begin() + offsets[row], targets.begin() + offsets[row + 1]);
        });
    }

    template <class Take>
    void for_each_row_with_pairs(const Take& take) {
        for_each_row([&](auto& rows) {
            std::vector<std::int32_t> last_row(target_words_, -1), found;
            rows([&](std::size_t row) {
                found.clear();
                for_each_sentence(row, [&](std::int64_t begin, std::int64_t end, double) {
                    for (std::int64_t k = begin; k < end; ++k) {
                        const std::int32_t word = bags_.items[k];
                        if (last_row[word] == static_cast<std::int32_t>(row)) continue;
                        last_row[word] = static_cast<std::int32_t>(row);
                        found.push_back(word);
                    }
                });
                take(row, found);
            });
        });
    }

    // Calls work(rows) in every thread; there, rows(take) calls take(row) for some of the rows.
    template <class Work>
    void for_each_row(const Work& work) {
        const std::size_t parts = (size() + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
        SharedWork(parts, options_.threads, options_.checkpoint).run([&](auto& worker) {
            const auto rows = [&](const auto& take) {
                std::size_t part;
                while (worker.take(part)) {
                    const std::size_t end = std::min((part + 1) * ROWS_AT_ONCE, size());
                    for (std::size_t row = part * ROWS_AT_ONCE; row < end; ++row) take(row);
                }
            };
            work(rows);
        });
    }

    // Calls take(begin, end, times) with the bag of each target sentence and the number of times
    // the source word stands beside it.
    template <class Take>
    void for_each_sentence(std::size_t row, const Take& take) const {
        for (std::int64_t k = sentences_of_.offsets[row]; k < sentences_of_.offsets[row + 1]; ++k) {
            const std::int32_t sentence = sentences_of_.items[k];
            take(bags_.offsets[sentence], bags_.offsets[sentence + 1], sentences_of_.times[k]);
        }
    }

    // How well the table explains each target word: Σ_i p(t | s_i); and all of them together.
    void explain() {
        const std::size_t parts = stretches_.size() - 1;
        SharedWork(parts, options_.threads, options_.checkpoint).run([&](auto& worker) {
            std::vector<double> chance(target_words_);
            std::size_t part;
            while (worker.take(part)) {
                explain_stretch(stretches_[part], stretches_[part + 1], chance, worker);
            }
        });
        if (options_.report) {
            options_.report(std::accumulate(log_likelihoods_.begin(), log_likelihoods_.end(), 0.0) +
                            std::accumulate(log_priors_.begin(), log_priors_.end(), 0.0));
        }
    }

    void explain_stretch(std::int32_t begin, std::int32_t end, std::vector<double>& chance,
                         auto& worker) {
        std::fill(sums_.begin() + bags_.offsets[begin], sums_.begin() + bags_.offsets[end], 0.0);
        for (std::size_t row = 0; row < size(); ++row) {
            const auto first = sentences_of_.items.begin() + sentences_of_.offsets[row];
            const auto last = sentences_of_.items.begin() + sentences_of_.offsets[row + 1];
            const auto from = std::lower_bound(first, last, begin);
            if (from == last || *from >= end) continue;
            worker.check();
            lay_out(row, chance);
            for (auto at = from; at != last && *at < end; ++at) {
                const double times = sentences_of_.times[at - sentences_of_.items.begin()];
                for (std::int64_t k = bags_.offsets[*at]; k < bags_.offsets[*at + 1]; ++k) {
                    sums_[k] += times * chance[bags_.items[k]];
                }
            }
        }
        for (std::int32_t sentence = begin; sentence < end; ++sentence) weigh(sentence);
    }

    void weigh(std::int32_t sentence) {
        const auto [source_length, target_length] = lengths_[sentence];
        double log_likelihood = -target_length * std::log(source_length + 1);
        for (std::int64_t k = bags_.offsets[sentence]; k < bags_.offsets[sentence + 1]; ++k) {
            log_likelihood += bags_.times[k] * std::log(sums_[k]);
        }
        log_likelihoods_[sentence] = log_likelihood;
    }

    // Sets only the places of the row: the sentences of its source word have no other words.
    void lay_out(std::size_t row, std::vector<double>& chance) const {
        for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
            chance[targets[k]] = probabilities[k];
        }
    }

    // A source word gets its share of every target word beside it; the shares make the new table.
    void learn() {
        for_each_row([&](auto& rows) {
            std::vector<double> chance(target_words_), count(target_words_);
            rows([&](std::size_t row) {
                lay_out(row, chance);
                for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
                    count[targets[k]] = 0;
                }
                for_each_sentence(row, [&](std::int64_t begin, std::int64_t end, double times) {
                    for (std::int64_t k = begin; k < end; ++k) {
                        const std::int32_t word = bags_.items[k];
                        count[word] += times * chance[word] * bags_.times[k] / sums_[k];
                    }
                });
                normalize(row, count);
            });
        });
    }

    void normalize(std::size_t row, const std::vector<double>& count) {
        double total = options_.prior * target_words_;
        for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) total += count[targets[k]];
        double log_prior = 0;
        for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
            probabilities[k] = (count[targets[k]] + options_.prior) / total;
            if (options_.prior > 0) log_prior += std::log(probabilities[k]);
        }
        if (options_.prior > 0) {
            const auto elsewhere =
                static_cast<double>(target_words_ - (offsets[row + 1] - offsets[row]));
            log_prior += elsewhere * std::log(options_.prior / total);
        }
        log_priors_[row] = options_.prior * log_prior;
    }

    struct Lengths { double source, target; };

    std::int32_t target_words_;
    Ibm1Options options_;
    Bags bags_;          // the words of each target sentence
    Bags sentences_of_;  // of each source word, NULL first
    std::vector<Lengths> lengths_;
    std::vector<std::int32_t> stretches_;
    std::vector<double> sums_;  // of the probabilities of each target word in each sentence
    std::vector<double> log_likelihoods_, log_priors_;  // of each sentence, of each row
};

}  // namespace wordorder
