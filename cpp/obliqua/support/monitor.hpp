// How a long computation reports progress and learns that it should stop.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

namespace obliqua {

// Called by the core from any of its threads. `report` may throw to abandon the computation;
// it is invoked at most every `interval`, and by one thread at a time.
class Monitor {
   public:
    explicit Monitor(std::chrono::milliseconds interval = std::chrono::milliseconds(50))
        : interval_(interval), last_(Clock::now()) {}
    virtual ~Monitor() = default;
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    // Adds `units` of finished work out of `total()` and lets the observer act now and then.
    void advance(double units) {
        double seen = done_.load(std::memory_order_relaxed);
        while (!done_.compare_exchange_weak(seen, seen + units, std::memory_order_relaxed)) {
        }
        poll();
    }

    // Gives the observer its chance without reporting progress; cheap enough for inner loops.
    void poll() {
        const auto now = Clock::now();
        if (now - last_.load(std::memory_order_relaxed) < interval_) return;
        std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock.owns_lock()) return;
        last_.store(now, std::memory_order_relaxed);
        report(done_.load(std::memory_order_relaxed), total_);
    }

    void expect(double total) { total_ = total; }

   protected:
    virtual void report(double done, double total) = 0;

   private:
    using Clock = std::chrono::steady_clock;
    std::chrono::milliseconds interval_;
    std::atomic<Clock::time_point> last_;
    std::atomic<double> done_{0.0};
    double total_ = 0.0;
    std::mutex mutex_;
};

// Watches nothing; for callers that want neither progress nor interruption.
class SilentMonitor final : public Monitor {
    void report(double, double) override {}
};

}  // namespace obliqua
