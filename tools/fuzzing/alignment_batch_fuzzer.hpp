// Ragged batches of alignments, many of them hostile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "alignment/components.hpp"
#include "alignment/conventions.hpp"
#include "alignment/crossings.hpp"
#include "alignment/symmetrization.hpp"
#include "alignment/transposer.hpp"
#include "alignment_shapes.hpp"
#include "dice.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

template <class Offset>
class AlignmentBatchFuzzer {
public:
    explicit AlignmentBatchFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        current_input = [this] {
            return "sources " + written(sources_) + " targets " + written(targets_) + " offsets " +
                   written(offsets_) + " of " + std::to_string(sizeof(Offset)) +
                   " bytes, lengths " + written(source_lengths_) + " and " +
                   written(target_lengths_);
        };
        make_rows();
        if (dice_.one_in(2)) spoil();
        // No spare capacity: one step past the end is a step into the sanitizer's fence.
        for (Words* array : {&sources_, &targets_, &source_lengths_, &target_lengths_}) {
            array->shrink_to_fit();
        }
        offsets_.shrink_to_fit();
        check();
    }

private:
    using Answers = std::vector<std::int64_t>;

    // Anything may stand before the first row and behind the last one, as in a slice.
    void make_rows() {
        const std::int64_t before = dice_.one_in(4) ? dice_.between(1, 5) : 0;
        sources_.assign(before, dice_.any_int32());
        targets_.assign(before, dice_.any_int32());
        offsets_ = {static_cast<Offset>(before)};
        source_lengths_.clear();
        target_lengths_.clear();
        for (auto rows = dice_.between(0, 6); rows > 0; --rows) {
            const Alignment row = shapes_.make(dice_.pick(AlignmentShapes::SHAPES));
            sources_.insert(sources_.end(), row.sources.begin(), row.sources.end());
            targets_.insert(targets_.end(), row.targets.begin(), row.targets.end());
            offsets_.push_back(static_cast<Offset>(sources_.size()));
            source_lengths_.push_back(row.source_length);
            target_lengths_.push_back(row.target_length);
        }
        if (dice_.one_in(4)) sources_.push_back(dice_.any_int32());
        if (dice_.one_in(4)) targets_.push_back(dice_.any_int32());
    }

    // Some changes do no harm.
    void spoil() {
        Words& side = dice_.one_in(2) ? sources_ : targets_;
        Words& lengths = dice_.one_in(2) ? source_lengths_ : target_lengths_;
        const std::int64_t how = dice_.between(1, 7);
        if (how == 1) spoil_one(side);
        if (how == 2) spoil_one(lengths);
        if (how == 3) spoil_offset();
        if (how == 4) repeat_link(side);
        if (how == 5) side.resize(dice_.between(0, side.size()));
        if (how == 6) lengths.resize(dice_.between(0, lengths.size() + 1), 5);
        if (how == 7) exchange_links();
    }

    void spoil_one(Words& numbers) {
        if (numbers.empty()) return;
        const auto most = static_cast<std::int32_t>(LARGEST_WORD);
        std::int32_t& number = numbers[dice_.between(0, numbers.size() - 1)];
        const std::int32_t near = number > 0 ? number - 1 : number + 1;
        number = dice_.pick(std::vector{-1, 0, near, most, most + 1, most + 2, INT32_MIN, INT32_MAX,
                                        dice_.any_int32(), dice_.pick(numbers)});
    }

    void spoil_offset() {
        if (dice_.one_in(10)) return offsets_.clear();
        Offset& offset = offsets_[dice_.between(0, offsets_.size() - 1)];
        const auto end = static_cast<Offset>(sources_.size());
        offset = dice_.pick(std::vector<Offset>{
            -1, 0, end, end + 1, offset - 1, offset + 1, dice_.any_int32(),
            std::numeric_limits<Offset>::min(), std::numeric_limits<Offset>::max()});
    }

    // On one side only, so it may pass its successor or become equal to it.
    void repeat_link(Words& side) {
        if (side.size() < 2) return;
        const std::size_t k = dice_.between(1, side.size() - 1);
        side[k - 1] = side[k];
    }

    void exchange_links() {
        const std::size_t links = std::min(sources_.size(), targets_.size());
        if (links < 2) return;
        const std::size_t a = dice_.between(0, links - 1), b = dice_.between(0, links - 1);
        std::swap(sources_[a], sources_[b]);
        std::swap(targets_[a], targets_[b]);
    }

    void check() {
        const std::string expected = expected_complaint();
        try {
            const AlignmentRows rows(sources_, targets_, std::span<const Offset>(offsets_),
                                     source_lengths_, target_lengths_);
            require(expected.empty(), "a hostile batch is rejected");
            check_answers(rows);
            check_slice(rows);
            check_transposition(rows);
            ++tally["alignment batches/accepted"];
        } catch (const InputError& error) {
            const bool named = !expected.empty() && std::string(error.what()).starts_with(expected);
            require(named, error.what());
            ++tally["alignment batches/rejected"];
        }
    }

    // How the message must begin, which names the first defect; empty if there is none.
    std::string expected_complaint() const {
        if (offsets_.empty()) return "offsets are empty";
        for (const std::int64_t end : {std::ssize(sources_), std::ssize(targets_)}) {
            std::int64_t last = 0;
            for (std::size_t i = 0; i < offsets_.size(); last = offsets_[i++]) {
                const bool fits = last <= offsets_[i] && offsets_[i] <= end;
                if (!fits) return "offsets[" + std::to_string(i) + "] = ";
            }
        }
        const std::size_t rows = offsets_.size() - 1;
        if (source_lengths_.size() != rows || target_lengths_.size() != rows) {
            return "there are " + std::to_string(rows) + " rows of links, but ";
        }
        for (std::size_t row = 0; row < rows; ++row) {
            const std::string defect = defect_of(row);
            if (!defect.empty()) return "row " + std::to_string(row) + ": " + defect;
        }
        return "";
    }

    std::string defect_of(std::size_t row) const {
        for (const std::int32_t length : {source_lengths_[row], target_lengths_[row]}) {
            if (length < 0 || length >= 1 << 30) return "lengths ";
        }
        std::vector<Link> links;
        for (std::int64_t k = offsets_[row]; k < offsets_[row + 1]; ++k) {
            const auto [source, target] = links.emplace_back(sources_[k], targets_[k]);
            const bool inside = 0 <= source && source < source_lengths_[row] && 0 <= target &&
                                target < target_lengths_[row];
            if (!inside) {
                return "link " + std::to_string(source) + "-" + std::to_string(target) + " lies ";
            }
        }
        const LinkSet sorted(links.begin(), links.end());
        return std::ranges::equal(sorted, links) ? "" : "links must be sorted";
    }

    // The bindings release the GIL, so two threads may work on one batch.
    void check_answers(const AlignmentRows& rows) {
        const Answers together = answers(rows, 0, rows.size());
        if (dice_.one_in(20)) {
            Answers here, there;
            std::thread other([&] { there = answers(rows, 0, rows.size()); });
            here = answers(rows, 0, rows.size());
            other.join();
            require(here == together && there == together, "threads do not disturb each other");
        }
        Answers one_by_one;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const Answers own = answers(rows, row, row + 1);
            one_by_one.insert(one_by_one.end(), own.begin(), own.end());
        }
        require(together == one_by_one, "one row leaves nothing behind for the next");
    }

    void check_slice(const AlignmentRows& rows) {
        const std::size_t first = dice_.between(0, rows.size());
        const std::size_t count = dice_.between(0, rows.size() - first);
        const AlignmentRows some = rows.slice(first, count);
        require(some.size() == count, "a slice has as many rows as it should");
        require(answers(some, 0, count) == answers(rows, first, first + count),
                "a slice has the rows of the whole");
    }

    // Links in known order stay in order: the check of all links finds nothing.
    void check_transposition(const AlignmentRows& rows) const {
        Words sources, targets, source_lengths, target_lengths;
        std::vector<std::int64_t> offsets{0}, order;
        Transposer transposer;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            transposer.append(rows, row, order);
            offsets.push_back(std::ssize(order));
            source_lengths.push_back(rows[row].target_length);
            target_lengths.push_back(rows[row].source_length);
        }
        for (const std::int64_t k : order) {
            sources.push_back(targets_[k]);
            targets.push_back(sources_[k]);
        }
        try {
            const AlignmentRows swapped(sources, targets, offsets, source_lengths, target_lengths);
            require(order.size() == rows.end_of_links() - rows.first_link(), "all links are there");
        } catch (const InputError& error) {
            require(false, error.what());
        }
        std::vector<std::int64_t> each = order;
        std::ranges::sort(each);
        require(std::ranges::adjacent_find(each) == each.end(), "and each of them once");
    }

    // All answers of the kernels about some rows. The oracles know whether they are right.
    static Answers answers(const AlignmentRows& rows, std::size_t begin, std::size_t end) {
        LrscoreConvention lrscore;
        ReferenceConvention reference;
        MatchedConvention matched;
        CrossingCounter crossings;
        BlockedWords blocked;
        Symmetrizer symmetrizer;
        Answers all;
        const auto add = [&all](const auto& list) {
            all.insert(all.end(), list.begin(), list.end());
        };
        for (std::size_t row = begin; row < end; ++row) {
            const Links links = rows[row];
            Words ranks, reference_ranks, group_starts;
            matched.append(links, ranks);
            if (has_ranks_for_all(links)) {
                lrscore.append(links, ranks);
                reference.append(links, reference_ranks, group_starts);
            }
            std::vector<std::uint64_t> chosen;
            symmetrizer.run(links, links, Symmetrization::grow_diag_final_and, chosen);
            const CrossingCounts counts = crossings.count(links);
            add(ranks);
            add(reference_ranks);
            add(group_starts);
            add(chosen);
            blocked.find(links);
            Words blocked_words;
            blocked.append(blocked_words);
            add(blocked_words);
            add(std::vector{counts.crossing, counts.pairs});
        }
        return all;
    }

    Dice dice_;
    AlignmentShapes shapes_;
    Words sources_, targets_, source_lengths_, target_lengths_;
    std::vector<Offset> offsets_;
};

}  // namespace wordorder::fuzzing
