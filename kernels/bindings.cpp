// What Python sees of the kernels: the module.
#include "bindings.hpp"

namespace wordorder {

NB_MODULE(_kernels, m) {
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

    bind_permutations(m);
    bind_alignments(m);
    bind_reorderings(m);
    bind_words(m);
}

}  // namespace wordorder
