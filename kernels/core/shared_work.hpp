// Interruptible work in numbered parts, divided among threads.
//
// Chance decides which thread does which part; the result is the same for any number of threads if
// no two parts write to the same place.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/rows.hpp"

namespace wordorder {

class alignas(OWN_CACHE_LINES) SharedWork {
public:
    SharedWork(std::size_t parts, std::size_t threads, Checkpoint checkpoint)
        : parts_(parts), checkpoint_(std::move(checkpoint)),
          threads_(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(parts, 1))) {}

    // Hands parts to one thread.
    class Worker {
    public:
        Worker(SharedWork& work, bool is_caller) : work_(&work), is_caller_(is_caller) {}

        // Sets `part` to a part that no thread has taken; false if none is left.
        bool take(std::size_t& part) {
            check();
            part = work_->next_++;
            return part < work_->parts_;
        }

        // Stops if the caller or another thread wants to; for use inside long parts.
        void check() {
            if (work_->stopped_) throw Stopped{};
            if (is_caller_) work_->poll();
        }

    private:
        SharedWork* work_;  // the maker of this worker
        bool is_caller_;
    };

    // Calls do_parts(worker) in every thread, which takes parts until none is left.
    template <class DoParts>
    void run(const DoParts& do_parts) {
        std::vector<std::exception_ptr> failures(threads_);
        {
            JoinedThreads others;
            start(others, failures, do_parts);
            guarded(failures[0], [&] {
                Worker worker(*this, true);
                do_parts(worker);
            });
            wait_for_others(failures[0]);
        }
        for (const std::exception_ptr& failure : failures) {
            if (failure) std::rethrow_exception(failure);
        }
    }

private:
    static constexpr std::chrono::milliseconds POLL_EVERY{50};

    // Thrown to end the work early; not a failure.
    struct Stopped {};

    // Joins its threads even if something is thrown. (std::jthread is not yet everywhere.)
    struct JoinedThreads : std::vector<std::thread> {
        ~JoinedThreads() {
            for (std::thread& thread : *this) thread.join();
        }
    };

    // If the system refuses further threads, those that exist do the work.
    template <class DoParts>
    void start(JoinedThreads& others, std::vector<std::exception_ptr>& failures,
               const DoParts& do_parts) {
        for (std::size_t i = 1; i < failures.size(); ++i) {
            count_running(+1);
            try {
                others.emplace_back([this, &do_parts, &failure = failures[i]] {
                    guarded(failure, [&] {
                        Worker worker(*this, false);
                        do_parts(worker);
                    });
                    count_running(-1);
                });
            } catch (const std::system_error&) {
                count_running(-1);
                return;
            }
        }
    }

    template <class Step>
    void guarded(std::exception_ptr& failure, const Step& step) noexcept {
        try {
            step();
        } catch (const Stopped&) {
        } catch (...) {
            failure = std::current_exception();
            stopped_ = true;
        }
    }

    void count_running(int change) {
        const std::scoped_lock lock(mutex_);
        running_ += change;
        idle_.notify_one();
    }

    // Only the calling thread may ask the caller whether to go on, and not too often: the answer
    // may have to wait for a lock.
    void poll() {
        const auto now = std::chrono::steady_clock::now();
        if (!checkpoint_ || now - polled_ < POLL_EVERY) return;
        polled_ = now;
        checkpoint_();
    }

    void wait_for_others(std::exception_ptr& failure) {
        std::unique_lock lock(mutex_);
        while (!idle_.wait_for(lock, POLL_EVERY, [this] { return running_ == 0; })) {
            lock.unlock();
            if (!stopped_) guarded(failure, [this] { poll(); });
            lock.lock();
        }
    }

    std::size_t parts_;
    Checkpoint checkpoint_;
    std::size_t threads_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> stopped_ = false;
    std::chrono::steady_clock::time_point polled_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::condition_variable idle_;
    int running_ = 0;  // helping threads, guarded by mutex_
};

}  // namespace wordorder
