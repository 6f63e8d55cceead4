// How a long computation can be stopped.
#pragma once

#include <functional>

namespace wordorder {

// Called now and then during a long computation, so that the caller may throw and stop it.
using Checkpoint = std::function<void()>;

}  // namespace wordorder
