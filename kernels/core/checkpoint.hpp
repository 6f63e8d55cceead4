// How to stop a long computation.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

namespace wordorder {

// Called now and then during a long computation, so that the caller may throw and stop it.
using Checkpoint = std::function<void()>;

// Reaches its checkpoint after a fixed amount of work, a moment's worth. A single row can have
// millions of words, so long computations report their steps.
//
// The parts of a computation share one pace by pointer. It stands beside them in their owner, which
// therefore cannot be copied.
class Pace {
public:
    explicit Pace(Checkpoint checkpoint) : checkpoint_(std::move(checkpoint)) {}
    Pace(const Pace&) = delete;
    Pace& operator=(const Pace&) = delete;

    void step(std::size_t work = 1) {
        done_ += work;
        if (done_ < A_MOMENT) return;
        done_ = 0;
        if (checkpoint_) checkpoint_();
    }

private:
    static constexpr std::size_t A_MOMENT = 1 << 18;

    Checkpoint checkpoint_;
    std::size_t done_ = A_MOMENT;  // the first step reaches it at once
};

}  // namespace wordorder
