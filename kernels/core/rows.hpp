// Rows of a ragged array in the layout of an Arrow list array: row i is values[offsets[i] ..
// offsets[i + 1]]. The first offset need not be 0 nor the last one the end, so slices need no copy.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/errors.hpp"
#include "core/offsets.hpp"
#include "core/validate.hpp"

namespace wordorder {

using Indices = std::span<const std::int32_t>;

// Rows, Request and Batch live on the stack of the calling thread, and every thread reads them for
// every row. On cache lines of their own, the caller's writes beside them do not evict them:
// without, two threads were only 1.3 times as fast as one.
inline constexpr std::size_t OWN_CACHE_LINES = 128;

class alignas(OWN_CACHE_LINES) Rows {
public:
    // Checks the offsets once and for all.
    Rows(Ranks values, Offsets offsets) : values_(values), offsets_(offsets) { check(); }

    std::size_t size() const { return offsets_.size() - 1; }
    Ranks values() const { return values_; }
    const Offsets& offsets() const { return offsets_; }

    Ranks operator[](std::size_t row) const {
        const std::int64_t begin = offsets_[row];
        return values_.subspan(begin, offsets_[row + 1] - begin);
    }

    // Of an array with an entry for each value, the entries for a row's values.
    template <class T>
    std::span<const T> part(std::span<const T> of_values, std::size_t row) const {
        const std::int64_t begin = offsets_[row];
        return of_values.subspan(begin, offsets_[row + 1] - begin);
    }

    // `count` rows from `first`, which must exist.
    Rows slice(std::size_t first, std::size_t count) const {
        Rows found = *this;
        found.offsets_ = offsets_.part(first, count + 1);
        return found;
    }

private:
    // Node ids run to twice the length and must fit 32 bits.
    static constexpr std::int64_t LONGEST = (std::int64_t{1} << 30) - 1;

    void check() const {
        if (offsets_.empty()) {
            throw InputError("offsets are empty: n rows need n + 1 offsets, so at least one");
        }
        const auto end = static_cast<std::int64_t>(values_.size());
        std::int64_t last = 0;
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            const std::int64_t offset = offsets_[i];
            if (offset < last || offset > end || (i > 0 && offset - last > LONGEST)) {
                complain(i, offset, last, end);
            }
            last = offset;
        }
    }

    [[noreturn]] static void complain(std::size_t i, std::int64_t offset, std::int64_t last,
                                      std::int64_t end) {
        const std::string which = "offsets[" + std::to_string(i) + "] = " + std::to_string(offset);
        if (offset < 0) throw InputError(which + " is negative");
        if (offset < last) {
            throw InputError(which + " is less than the offset before it, " + std::to_string(last));
        }
        if (offset > end) {
            throw InputError(which + " is past the end: there are " + std::to_string(end) +
                             " values");
        }
        throw InputError(which + " makes a row of 2^30 values or more");
    }

    Ranks values_;
    Offsets offsets_;
};

}  // namespace wordorder
