// How a long computation can be stopped.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

namespace wordorder {

// Called now and then during a long computation, so that the caller may throw and stop it.
using Checkpoint = std::function<void()>;

// Comes to its checkpoint whenever so much work was done that a moment has passed. A single row can
// have millions of words: what takes long in it says what it does.
class Pace {
public:
    explicit Pace(Checkpoint checkpoint) : checkpoint_(std::move(checkpoint)) {}

    void step(std::size_t work = 1) {
        done_ += work;
        if (done_ < A_MOMENT) return;
        done_ = 0;
        if (checkpoint_) checkpoint_();
    }

private:
    static constexpr std::size_t A_MOMENT = 1 << 18;

    Checkpoint checkpoint_;
    std::size_t done_ = A_MOMENT;  // the first step comes to it at once
};

}  // namespace wordorder
