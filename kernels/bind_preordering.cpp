// What Python sees of pre-ordering.
#include "bindings.hpp"

namespace wordorder {

void bind_preordering([[maybe_unused]] nb::module_& m) {}

}  // namespace wordorder
