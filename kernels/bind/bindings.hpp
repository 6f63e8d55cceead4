// Shared parts of the bindings.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alignment/links.hpp"
#include "bind/arrays.hpp"

namespace wordorder {

using namespace nb::literals;

// Each in the file of its name.
void bind_rows(nb::module_& m);
void bind_permutations(nb::module_& m);
void bind_alignments(nb::module_& m);
void bind_reorderings(nb::module_& m);
void bind_syntax(nb::module_& m);
void bind_preordering(nb::module_& m);
void bind_learning(nb::module_& m);
void bind_metaevaluation(nb::module_& m);
void bind_metric_tests(nb::module_& m);
void bind_words(nb::module_& m);
void bind_statistics(nb::module_& m);

// Lets Ctrl-C end a computation; works on Python's main thread only.
inline void stop_on_signal() {
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// Calls step(row) for each of `rows` rows without Python's lock. Ctrl-C ends the loop between two
// rows; the lock may be busy, so it is asked for only now and then.
template <class Step>
void for_each_row(std::size_t rows, Step&& step) {
    constexpr std::size_t ROWS_AT_A_TIME = 256;
    constexpr std::chrono::milliseconds POLL_EVERY{50};
    using Clock = std::chrono::steady_clock;
    const nb::gil_scoped_release released;
    auto polled = Clock::now();
    for (std::size_t row = 0; row < rows; ++row) {
        if (row % ROWS_AT_A_TIME == 0 && Clock::now() - polled >= POLL_EVERY) {
            stop_on_signal();
            polled = Clock::now();
        }
        step(row);
    }
}

// The result of work(), computed without Python's lock.
template <class Work>
auto unlocked(Work&& work) {
    const nb::gil_scoped_release released;
    return work();
}

// Rows of numbers, checked on entry or made by a kernel. Python holds them, and nobody checks or
// copies them again.
class Ragged {
public:
    Ragged(ArrayArg<std::int32_t> values, OffsetsArg offsets)
        : values_(values.checked("values")), offsets_(offsets.checked("offsets")),
          rows_(unlocked([&] { return Rows(values_.span(), offsets_.view()); })) {}

    Ragged(std::vector<std::int32_t>&& values, std::vector<std::int64_t>&& offsets)
        : values_(Array<std::int32_t>::sealed(std::move(values))),
          offsets_(Array<std::int64_t>::sealed(std::move(offsets))),
          rows_(values_.span(), offsets_.view()) {}

    // `count` rows from `first`, not copied; bind/rows.cpp checks the bounds.
    Ragged slice(std::size_t first, std::size_t count) const {
        Ragged found = *this;
        found.offsets_ = offsets_.part(first, count + 1);
        found.rows_ = rows_.slice(first, count);
        return found;
    }

    const Array<std::int32_t>& values() const { return values_; }
    const OffsetArray& offsets() const { return offsets_; }
    const Rows& rows() const { return rows_; }
    std::size_t size() const { return rows_.size(); }
    Ranks operator[](std::size_t row) const { return rows_[row]; }

private:
    Array<std::int32_t> values_;
    OffsetArray offsets_;
    Rows rows_;
};

// The links of sentence pairs, checked on entry or made by a kernel.
class LinkRows {
public:
    LinkRows(ArrayArg<std::int32_t> sources, ArrayArg<std::int32_t> targets, OffsetsArg offsets,
             ArrayArg<std::int32_t> source_lengths, ArrayArg<std::int32_t> target_lengths)
        : sources(sources.checked("sources")), targets(targets.checked("targets")),
          offsets(offsets.checked("offsets")),
          source_lengths(source_lengths.checked("source_lengths")),
          target_lengths(target_lengths.checked("target_lengths")), rows_(view()) {}

    // Links made by a kernel. The lengths may come from other links.
    LinkRows(std::vector<std::int32_t>&& sources, std::vector<std::int32_t>&& targets,
             std::vector<std::int64_t>&& offsets, Array<std::int32_t> source_lengths,
             Array<std::int32_t> target_lengths)
        : sources(Array<std::int32_t>::sealed(std::move(sources))),
          targets(Array<std::int32_t>::sealed(std::move(targets))),
          offsets(Array<std::int64_t>::sealed(std::move(offsets))),
          source_lengths(std::move(source_lengths)), target_lengths(std::move(target_lengths)),
          rows_(AlignmentRows::Known{}, this->sources.span(), this->targets.span(),
                this->offsets.view(), this->source_lengths.span(), this->target_lengths.span()) {}

    // `count` rows from `first`, not copied; bind/rows.cpp checks the bounds.
    LinkRows slice(std::size_t first, std::size_t count) const {
        LinkRows found = *this;
        found.offsets = offsets.part(first, count + 1);
        found.source_lengths = source_lengths.part(first, count);
        found.target_lengths = target_lengths.part(first, count);
        found.rows_ = rows_.slice(first, count);
        return found;
    }

    const AlignmentRows& rows() const { return rows_; }
    std::size_t size() const { return rows_.size(); }
    Links operator[](std::size_t row) const { return rows_[row]; }

    Array<std::int32_t> sources, targets;
    OffsetArray offsets;
    Array<std::int32_t> source_lengths, target_lengths;

private:
    AlignmentRows view() const {
        return unlocked([this] {
            return AlignmentRows(sources.span(), targets.span(), offsets.view(),
                                 source_lengths.span(), target_lengths.span());
        });
    }

    AlignmentRows rows_;
};

// Links collected row by row.
struct LinkVectors {
    std::vector<std::int32_t> sources, targets;
    std::vector<std::int64_t> offsets{0};

    void push_back(std::int32_t source, std::int32_t target) {
        sources.push_back(source);
        targets.push_back(target);
    }
    void end_row() { offsets.push_back(std::ssize(sources)); }

    LinkRows with_lengths(Array<std::int32_t> of_sources, Array<std::int32_t> of_targets) && {
        return {std::move(sources), std::move(targets), std::move(offsets), std::move(of_sources),
                std::move(of_targets)};
    }
};

inline void check_size(std::size_t size, std::size_t wanted, const char* name) {
    if (size == wanted) return;
    throw InputError(std::string(name) + " has " + std::to_string(size) + " values, expected " +
                     std::to_string(wanted));
}

// Values must be at least `least` and below `behind`.
template <class T>
void check_range(std::span<const T> values, std::int64_t least, std::size_t behind,
                 const char* name) {
    for (const T value : values) {
        if (value >= least && value < static_cast<std::int64_t>(behind)) continue;
        throw InputError(std::string(name) + " has the value " + std::to_string(value) +
                         ", which is out of range");
    }
}

inline void refuse_other_size(std::size_t one, std::size_t other, const char* what) {
    if (one == other) return;
    throw InputError("batches differ in length: " + std::to_string(one) + " and " +
                     std::to_string(other) + " " + what);
}

}  // namespace wordorder
