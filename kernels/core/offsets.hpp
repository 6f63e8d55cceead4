// The starts of the rows of a ragged array, in 32 or 64 bits: Arrow has `list` and `large_list`,
// and neither is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wordorder {

class Offsets {
public:
    explicit(false) Offsets(std::span<const std::int32_t> narrow)
        : narrow_(narrow.data()), size_(narrow.size()) {}
    explicit(false) Offsets(std::span<const std::int64_t> wide)
        : wide_(wide.data()), size_(wide.size()) {}
    explicit(false) Offsets(const std::vector<std::int64_t>& wide) : Offsets(std::span(wide)) {}

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    // The branch is the same for every row of an array, so it is predicted.
    std::int64_t operator[](std::size_t i) const { return wide_ ? wide_[i] : narrow_[i]; }

    Offsets part(std::size_t begin, std::size_t count) const {
        Offsets found = *this;
        if (wide_) {
            found.wide_ += begin;
        } else {
            found.narrow_ += begin;
        }
        found.size_ = count;
        return found;
    }

private:
    const std::int32_t* narrow_ = nullptr;
    const std::int64_t* wide_ = nullptr;
    std::size_t size_;
};

}  // namespace wordorder
