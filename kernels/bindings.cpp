// What Python sees of the kernels: the module.
#include "bindings.hpp"

namespace wordorder {

NB_MODULE(_kernels, m) {
    // Every signature has it, and importlib.metadata takes longer to import than a small file to read.
    m.attr("VERSION") = WORDORDER_VERSION;
    const nb::object input_error = nb::module_::import_("wordorder.errors").attr("InputError");
    nb::register_exception_translator(
        [](const std::exception_ptr& error, void* type) {
            try {
                std::rethrow_exception(error);
            } catch (const InputError& e) {
                PyErr_SetString(static_cast<PyObject*>(type), e.what());
            }
        },
        nb::object(input_error).release().ptr());

    // What a program still holds at its end is no concern of its user's.
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
