// Many permutations in one call: rows of a ragged array, shared out to threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "metrics.hpp"
#include "rows.hpp"

namespace wordorder {

struct alignas(OWN_CACHE_LINES) Request {
    std::vector<std::size_t> metrics;  // indices into METRICS
    OperatorScores operators;
    double beta = 0.6;
    std::size_t threads = 1;
    Checkpoint checkpoint;
};

template <class Offset>
class alignas(OWN_CACHE_LINES) Batch {
public:
    // `scores` has a row of rows.size() doubles for each metric.
    Batch(const Rows<Offset>& rows, const Request& request, double* scores)
        : rows_(rows), request_(request), scores_(scores), first_bad_(rows.size()) {
        for (const std::size_t metric : request.metrics) parts_ |= METRICS[metric].parts;
    }

    void run() {
        const std::size_t chunks = (rows_.size() + CHUNK - 1) / CHUNK;
        std::vector<std::exception_ptr> failures(
            std::clamp<std::size_t>(request_.threads, 1, std::max<std::size_t>(chunks, 1)));
        {
            JoinedThreads others;
            start(others, failures);
            work(failures[0], [this] { poll(); });
            wait_for_others(failures[0]);
        }
        for (const std::exception_ptr& failure : failures) {
            if (failure) std::rethrow_exception(failure);
        }
        if (first_bad_ < rows_.size()) complain(first_bad_);
    }

private:
    static constexpr std::size_t CHUNK = 1024;
    static constexpr std::chrono::milliseconds POLL_EVERY{50};

    // Thrown in a helping thread when the work is to end early; not a failure of its own.
    struct Stopped {};

    // Waits for its threads also when something is thrown. (std::jthread is not yet everywhere.)
    struct JoinedThreads : std::vector<std::thread> {
        ~JoinedThreads() {
            for (std::thread& thread : *this) thread.join();
        }
    };

    // Where the system has no more threads to give, those that there are do the work.
    void start(JoinedThreads& others, std::vector<std::exception_ptr>& failures) {
        for (std::size_t i = 1; i < failures.size(); ++i) {
            count_running(+1);
            try {
                others.emplace_back([this, &failure = failures[i]] {
                    work(failure, [this] { stop_if_asked(); });
                    count_running(-1);
                });
            } catch (const std::system_error&) {
                count_running(-1);
                return;
            }
        }
    }

    void count_running(int change) {
        const std::lock_guard lock(mutex_);
        running_ += change;
        idle_.notify_one();
    }

    void work(std::exception_ptr& failure, const Checkpoint& checkpoint) noexcept {
        try {
            Counter counter(request_.operators, request_.beta, checkpoint);
            std::size_t chunk;
            while ((chunk = next_chunk_++) * CHUNK < first_bad_) {
                checkpoint();
                const std::size_t end = std::min((chunk + 1) * CHUNK, rows_.size());
                for (std::size_t row = chunk * CHUNK; row < end; ++row) score_row(counter, row);
            }
        } catch (const Stopped&) {
        } catch (...) {
            failure = std::current_exception();
            stopped_ = true;
        }
    }

    void stop_if_asked() const {
        if (stopped_) throw Stopped{};
    }

    // Only the calling thread may ask the caller whether to go on, and not too often: the answer
    // may have to wait for a lock.
    void poll() {
        stop_if_asked();
        const auto now = std::chrono::steady_clock::now();
        if (!request_.checkpoint || now - polled_ < POLL_EVERY) return;
        polled_ = now;
        request_.checkpoint();
    }

    void wait_for_others(std::exception_ptr& failure) {
        std::unique_lock lock(mutex_);
        while (!idle_.wait_for(lock, POLL_EVERY, [this] { return running_ == 0; })) {
            lock.unlock();
            try {
                if (!stopped_) poll();
            } catch (...) {
                failure = std::current_exception();
                stopped_ = true;
            }
            lock.lock();
        }
    }

    void score_row(Counter& counter, std::size_t row) {
        const Ranks ranks = rows_[row];
        if (!counter.is_permutation(ranks)) {
            remember_first(row);
            return;
        }
        const Counts counts = counter.count(ranks, ranks.size() < 2 ? 0 : parts_);
        for (std::size_t i = 0; i < request_.metrics.size(); ++i) {
            scores_[i * rows_.size() + row] = score(METRICS[request_.metrics[i]], counts);
        }
    }

    // All rows before the first bad one are looked at, whatever the threads do, so the same row
    // is named every time.
    void remember_first(std::size_t row) {
        std::size_t known = first_bad_;
        while (row < known && !first_bad_.compare_exchange_weak(known, row)) {
        }
    }

    [[noreturn]] void complain(std::size_t row) const {
        const Ranks ranks = rows_[row];
        const std::vector<std::int64_t> wide(ranks.begin(), ranks.end());
        throw InputError("row " + std::to_string(row) + ": " + describe_defect(wide, 0));
    }

    const Rows<Offset>& rows_;
    const Request& request_;
    double* scores_;
    unsigned parts_ = 0;
    std::atomic<std::size_t> next_chunk_ = 0;
    std::atomic<std::size_t> first_bad_;
    std::atomic<bool> stopped_ = false;
    std::chrono::steady_clock::time_point polled_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::condition_variable idle_;
    int running_ = 0;  // helping threads, guarded by mutex_
};

}  // namespace wordorder
