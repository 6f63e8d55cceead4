// NumPy arrays as the kernels see them.
//
// Kernels check an array once and then trust it without Python's lock, so nobody may change it
// meanwhile: every incoming array is read-only or a copy (as_readonly_contiguous in
// wordorder.arrays).
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bind/python_side.hpp"
#include "core/offsets.hpp"

namespace nb = nanobind;

namespace wordorder {

// The name of a type in NumPy and in the stub.
template <class T>
struct Dtype;
#define WORDORDER_DTYPE(type, text)                                         \
    template <>                                                             \
    struct Dtype<type> {                                                    \
        static constexpr const char* name = text;                           \
        static constexpr auto annotation =                                  \
            nb::detail::const_name("numpy.typing.NDArray[numpy." text "]"); \
    }
WORDORDER_DTYPE(std::int8_t, "int8");
WORDORDER_DTYPE(std::uint8_t, "uint8");
WORDORDER_DTYPE(std::int16_t, "int16");
WORDORDER_DTYPE(std::int32_t, "int32");
WORDORDER_DTYPE(std::int64_t, "int64");
WORDORDER_DTYPE(std::uint64_t, "uint64");
WORDORDER_DTYPE(float, "float32");
WORDORDER_DTYPE(double, "float64");
#undef WORDORDER_DTYPE

// A read-only contiguous array with the given dimensions.
inline nb::object as_readonly_contiguous(nb::handle given, const char* name,
                                         const nb::tuple& dtypes, int dimensions = 1) {
    return python_side().as_readonly_contiguous(given, name, dtypes, dimensions);
}

// A contiguous NumPy array, and a view of its memory.
template <class T>
class Array {
public:
    // Takes over a vector without a copy, for results that belong to the caller.
    explicit Array(std::vector<T>&& made) : Array(std::move(made), Owned<T>{}) {}

    // Read-only, for results that kernels read again.
    static Array sealed(std::vector<T>&& made) { return Array(std::move(made), Owned<const T>{}); }

    // A table of `rows` by `columns`.
    static Array table(std::vector<T>&& made, std::size_t rows, std::size_t columns) {
        Array flat(std::move(made));
        flat.array_ = flat.array_.attr("reshape")(rows, columns);
        return flat;
    }

    // An array already checked and read-only.
    explicit Array(nb::object array) : array_(std::move(array)) {
        using View = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;
        const View view = nb::cast<View>(array_, false);
        span_ = {view.data(), view.size()};
    }

    std::span<const T> span() const { return span_; }
    std::size_t size() const { return span_.size(); }
    const nb::object& object() const { return array_; }

    Array part(std::size_t begin, std::size_t count) const {
        Array found = *this;
        found.array_ = array_[nb::slice(begin, begin + count)];
        found.span_ = span_.subspan(begin, count);
        return found;
    }

private:
    template <class Element>
    struct Owned {};

    template <class Element>
    Array(std::vector<T>&& made, Owned<Element>) {
        auto* const kept = new std::vector<T>(std::move(made));
        const nb::capsule owner(kept,
                                [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
        span_ = *kept;
        array_ = nb::cast(nb::ndarray<nb::numpy, Element>(kept->data(), {kept->size()}, owner));
    }

    nb::object array_;
    std::span<const T> span_;
};

// Offsets of either width.
class OffsetArray {
public:
    explicit(false) OffsetArray(const Array<std::int32_t>& narrow)
        : array_(narrow.object()), view_(narrow.span()) {}
    explicit(false) OffsetArray(const Array<std::int64_t>& wide)
        : array_(wide.object()), view_(wide.span()) {}

    const Offsets& view() const { return view_; }
    const nb::object& object() const { return array_; }

    OffsetArray part(std::size_t begin, std::size_t count) const {
        OffsetArray found = *this;
        found.array_ = array_[nb::slice(begin, begin + count)];
        found.view_ = view_.part(begin, count);
        return found;
    }

private:
    nb::object array_;
    Offsets view_;
};

// An argument expected to be an array. Only `checked` looks at it, so that a defect is reported in
// an error of our own.
template <class T>
struct ArrayArg {
    nb::handle object;

    Array<T> checked(const char* name, int dimensions = 1) const {
        return Array<T>(
            as_readonly_contiguous(object, name, nb::make_tuple(Dtype<T>::name), dimensions));
    }
};

struct OffsetsArg {
    nb::handle object;

    OffsetArray checked(const char* name) const {
        const nb::object array =
            as_readonly_contiguous(object, name, nb::make_tuple("int64", "int32"));
        if (nb::cast<int>(array.attr("itemsize")) == 8) return Array<std::int64_t>(array);
        return Array<std::int32_t>(array);
    }
};

template <class T>
std::optional<Array<T>> checked(const std::optional<ArrayArg<T>>& given, const char* name) {
    return given ? std::optional(given->checked(name)) : std::nullopt;
}

template <class T>
std::span<const T> span_of(const std::optional<Array<T>>& array) {
    return array ? array->span() : std::span<const T>{};
}

}  // namespace wordorder

namespace nanobind::detail {

inline constexpr auto OFFSETS_ANNOTATION =
    const_name("numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64]");

template <class T>
struct type_caster<wordorder::ArrayArg<T>> {
    NB_TYPE_CASTER(wordorder::ArrayArg<T>, wordorder::Dtype<T>::annotation)
    bool from_python(handle given, std::uint32_t, cleanup_list*) noexcept {
        value.object = given;
        return true;
    }
};

template <>
struct type_caster<wordorder::OffsetsArg> {
    NB_TYPE_CASTER(wordorder::OffsetsArg, OFFSETS_ANNOTATION)
    bool from_python(handle given, std::uint32_t, cleanup_list*) noexcept {
        value.object = given;
        return true;
    }
};

// Conversion to Python only.
template <class Held>
struct held_array_caster {
    template <class>
    using Cast = const Held&;
    static constexpr bool IsClass = false;
    static handle from_cpp(const Held& array, rv_policy, cleanup_list*) noexcept {
        return array.object().inc_ref();
    }
};

template <class T>
struct type_caster<wordorder::Array<T>> : held_array_caster<wordorder::Array<T>> {
    static constexpr auto Name = wordorder::Dtype<T>::annotation;
};

template <>
struct type_caster<wordorder::OffsetArray> : held_array_caster<wordorder::OffsetArray> {
    static constexpr auto Name = OFFSETS_ANNOTATION;
};

}  // namespace nanobind::detail
