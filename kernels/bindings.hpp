// What all parts of the bindings share. Arguments arrive checked for type by the Python side; the
// kernels check what only they can check cheaply (every row a permutation, offsets in range).
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "links.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace wordorder {

// Each in a file of its name.
void bind_permutations(nb::module_& m);
void bind_alignments(nb::module_& m);
void bind_reorderings(nb::module_& m);
void bind_syntax(nb::module_& m);
void bind_words(nb::module_& m);

template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> as_span(const Input<T>& array) {
    return {array.data(), array.size()};
}

// Hands a vector over to NumPy without copying it.
template <class T>
nb::object as_array(std::vector<T>&& vector, std::size_t rows = 0) {
    auto* const kept = new std::vector<T>(std::move(vector));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    if (rows == 0) return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), {kept->size()}, owner));
    return nb::cast(
        nb::ndarray<nb::numpy, T>(kept->data(), {rows, kept->size() / rows}, owner));
}

// Lets Ctrl-C end a computation; has an effect on Python's main thread only.
inline void stop_on_signal() {
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// A batch of alignments: sources, targets, offsets, source and target lengths.
using AlignmentArrays = std::tuple<Input<std::int32_t>, Input<std::int32_t>, Input<std::int64_t>,
                                   Input<std::int32_t>, Input<std::int32_t>>;

inline AlignmentRows as_rows(const AlignmentArrays& arrays) {
    const auto& [sources, targets, offsets, source_lengths, target_lengths] = arrays;
    return {as_span(sources), as_span(targets), as_span(offsets), as_span(source_lengths),
            as_span(target_lengths)};
}

inline void refuse_other_size(const AlignmentRows& a, const AlignmentRows& b) {
    if (a.size() != b.size()) {
        throw InputError("batches of " + std::to_string(a.size()) + " and " +
                         std::to_string(b.size()) + " alignments do not go together");
    }
}

}  // namespace wordorder
