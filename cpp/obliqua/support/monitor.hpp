// How a long computation reports progress and learns that it should stop.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

namespace obliqua {

// Thrown on every thread of a computation once its observer has asked it to stop.
class Stopped : public std::exception {
   public:
    const char* what() const noexcept override { return "the computation was stopped"; }
};

// Any thread may call; only the thread that made the monitor reports, at most every `interval`.
// When report() throws, the other threads throw Stopped at their next call.
class Monitor {
   public:
    explicit Monitor(std::chrono::milliseconds interval = std::chrono::milliseconds(50))
        : interval_(interval), last_(Clock::now()) {}
    virtual ~Monitor() = default;
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    void expect(double total) { total_ = total; }

    // Adds `units` of finished work.
    void advance(double units) {
        double seen = done_.load(std::memory_order_relaxed);
        while (!done_.compare_exchange_weak(seen, seen + units, std::memory_order_relaxed)) {
        }
        poll();
    }

    void poll() {
        if (stopped_.load(std::memory_order_relaxed)) throw Stopped();
        if (std::this_thread::get_id() != owner_) return;
        const auto now = Clock::now();
        if (now - last_ < interval_) return;
        last_ = now;
        try {
            report(done_.load(std::memory_order_relaxed), total_);
        } catch (...) {
            stopped_.store(true, std::memory_order_relaxed);
            throw;
        }
    }

   protected:
    virtual void report(double done, double total) = 0;

   private:
    using Clock = std::chrono::steady_clock;
    std::thread::id owner_ = std::this_thread::get_id();
    std::chrono::milliseconds interval_;
    Clock::time_point last_;
    std::atomic<double> done_{0.0};
    std::atomic<bool> stopped_{false};
    double total_ = 0.0;
};

// Watches nothing; for callers that want neither progress nor interruption.
class SilentMonitor final : public Monitor {
    void report(double, double) override {}
};

}  // namespace obliqua
