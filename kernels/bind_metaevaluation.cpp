// What Python sees of meta-evaluation.
#include "bindings.hpp"

namespace wordorder {

void bind_metaevaluation(nb::module_&) {}

}  // namespace wordorder
