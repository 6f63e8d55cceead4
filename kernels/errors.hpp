// What a kernel throws when the caller's data is wrong. The message is one finished line; the
// bindings turn it into wordorder.errors.InputError.
#pragma once

#include <stdexcept>

namespace wordorder {

struct InputError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void refuse_if(bool wrong, const char* what) {
    if (wrong) throw InputError(what);
}

}  // namespace wordorder
