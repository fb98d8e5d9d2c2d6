#include "obliqua/support/threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace obliqua {
namespace {

// The exception of the smallest index.
class FirstError {
   public:
    void keep(std::size_t index, std::exception_ptr error) {
        const std::scoped_lock lock(mutex_);
        if (index < index_) {
            index_ = index;
            error_ = std::move(error);
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
    std::size_t index_ = std::numeric_limits<std::size_t>::max();
    std::exception_ptr error_;
};

}  // namespace

void parallel_tasks(std::size_t n_tasks, std::size_t threads,
                    const std::function<void(std::size_t task)>& body) {
    std::atomic<std::size_t> next{0};
    FirstError error;
    const auto work = [&] {
        while (!error.any()) {
            const std::size_t task = next.fetch_add(1, std::memory_order_relaxed);
            if (task >= n_tasks) return;
            try {
                body(task);
            } catch (...) {
                error.keep(task, std::current_exception());
            }
        }
    };
    {
        std::vector<std::jthread> helpers;
        const std::size_t n_helpers = std::min(threads, n_tasks);
        for (std::size_t i = 1; i < n_helpers; ++i) helpers.emplace_back(work);
        work();
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
