// The Python module.
#include "bind/bindings.hpp"

#include "bind/python_side.hpp"

namespace wordorder {
namespace {

void register_python(const nb::type_object& input_error, const nb::type_object& argument,
                     const nb::callable& as_readonly_contiguous) {
    if (!PyExceptionClass_Check(input_error.ptr())) throw nb::type_error("not a class of errors");
    registered_side = new PythonSide{input_error, argument, as_readonly_contiguous};
}

}  // namespace

NB_MODULE(_kernels, m) {
    // Every signature needs it, and importlib.metadata takes longer to import than a small file to
    // read.
    m.attr("VERSION") = WORDORDER_VERSION;
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const InputError& e) {
            const nb::tuple parts = python_parts(e.parts);
            PyErr_SetObject(python_side().input_error.ptr(), parts.ptr());
        }
    });
    m.def("register_python", &register_python, "input_error"_a, "argument"_a,
          "as_readonly_contiguous"_a,
          nb::sig("def register_python(input_error: type[Exception], argument: type, "
                  "as_readonly_contiguous: collections.abc.Callable[..., object]) -> None"),
          "Register the classes of errors and the function that checks arrays.");

    // Objects still alive at exit are no concern of the user.
    nb::set_leak_warnings(false);
    bind_rows(m);
    bind_permutations(m);
    bind_alignments(m);
    bind_reorderings(m);
    bind_syntax(m);
    bind_preordering(m);
    bind_learning(m);
    bind_metaevaluation(m);
    bind_metric_tests(m);
    bind_words(m);
    bind_statistics(m);
}

}  // namespace wordorder
