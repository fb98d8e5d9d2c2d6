#include "obliqua/support/threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "obliqua/support/monitor.hpp"

namespace obliqua {
namespace {

// The exception of the smallest index; but Stopped only echoes what another thread threw, and
// yields to it.
class FirstError {
   public:
    void keep_current(std::size_t index, bool echo) {
        const std::scoped_lock lock(mutex_);
        const std::pair<bool, std::size_t> rank(echo, index);
        if (!error_ || rank < rank_) {
            rank_ = rank;
            error_ = std::current_exception();
        }
        any_.store(true, std::memory_order_relaxed);
    }
    bool any() const { return any_.load(std::memory_order_relaxed); }
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

   private:
    std::mutex mutex_;
    std::atomic<bool> any_{false};
    std::pair<bool, std::size_t> rank_;
    std::exception_ptr error_;
};

}  // namespace

void parallel_tasks(std::size_t n_tasks, std::size_t threads,
                    const std::function<void(std::size_t task)>& body) {
    if (n_tasks == 0) return;
    std::atomic<std::size_t> next{1};
    FirstError error;
    const auto work = [&](std::size_t task) {
        for (; task < n_tasks; task = next.fetch_add(1, std::memory_order_relaxed)) {
            try {
                body(task);
            } catch (const Stopped&) {
                error.keep_current(task, true);
            } catch (...) {
                error.keep_current(task, false);
            }
            if (error.any()) return;
        }
    };
    {
        std::vector<std::jthread> helpers;
        const std::size_t n_helpers = std::min(threads, n_tasks);
        for (std::size_t i = 1; i < n_helpers; ++i) {
            helpers.emplace_back([&] {
                if (!error.any()) work(next.fetch_add(1, std::memory_order_relaxed));
            });
        }
        work(0);  // the caller's thread has the first task for certain: monitors rely on it
    }
    error.rethrow();
}

void parallel_for(std::size_t n, std::size_t threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& body) {
    if (n == 0) return;
    const std::size_t n_blocks = std::clamp<std::size_t>(threads, 1, n);
    const std::size_t size = n / n_blocks;
    const std::size_t longer = n % n_blocks;  // so many blocks have one more
    parallel_tasks(n_blocks, n_blocks, [&](std::size_t block) {
        const std::size_t begin = block * size + std::min(block, longer);
        body(begin, begin + size + (block < longer ? 1 : 0));
    });
}

}  // namespace obliqua
