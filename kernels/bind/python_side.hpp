// What the kernels need from Python. They import nothing from the package; it registers these
// objects before anyone can call a kernel (wordorder/kernel_setup.py).
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>
#include <variant>

#include "core/errors.hpp"

namespace nb = nanobind;

namespace wordorder {

struct PythonSide {
    nb::object input_error;  // the class of errors
    nb::object argument;     // the class of the arguments that errors name
    nb::object
        as_readonly_contiguous;  // turns anything into an array that is safe to read, or refuses
};

// Never destroyed: Python ends before the kernels do.
inline const PythonSide* registered_side = nullptr;

inline const PythonSide& python_side() {
    if (registered_side == nullptr) {
        throw std::runtime_error("the package wordorder has not registered with its kernels");
    }
    return *registered_side;
}

// The parts of a message as arguments of an error. Invalid UTF-8 is escaped.
inline nb::tuple python_parts(const Message& message) {
    nb::list parts;
    for (const MessagePart& part : message) {
        if (const auto* argument = std::get_if<Argument>(&part)) {
            parts.append(python_side().argument(argument->name.c_str(), argument->value.c_str()));
            continue;
        }
        const auto& text = std::get<std::string>(part);
        PyObject* const decoded = PyUnicode_DecodeUTF8(
            text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
        if (decoded == nullptr) throw nb::python_error();
        parts.append(nb::steal(decoded));
    }
    return nb::tuple(parts);
}

}  // namespace wordorder
