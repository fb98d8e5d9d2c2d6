// Runs core work without the GIL, while Ctrl-C and a progress callback keep working.
#pragma once

#include <optional>

#include <nanobind/nanobind.h>

#include "obliqua/support/monitor.hpp"

namespace obliqua::bindings {

namespace nb = nanobind;

// Looks for signals and calls `progress(share done)` with the GIL taken back for a moment.
class PythonMonitor final : public Monitor {
   public:
    explicit PythonMonitor(nb::object progress) : progress_(std::move(progress)) {}

    // The Python exception that stopped the work, if one did.
    std::optional<nb::python_error> error;

   private:
    void report(double done, double total) override {
        nb::gil_scoped_acquire gil;
        try {
            if (PyErr_CheckSignals() != 0) nb::raise_python_error();
            if (!progress_.is_none()) progress_(total > 0.0 ? done / total : 0.0);
        } catch (nb::python_error& raised) {
            error.emplace(std::move(raised));
            throw Stopped();
        }
    }

    nb::object progress_;
};

template <class Work>
auto watched(nb::object progress, Work&& work) {
    PythonMonitor monitor(std::move(progress));
    try {
        nb::gil_scoped_release release;
        return work(monitor);
    } catch (const Stopped&) {
        if (monitor.error) throw nb::python_error(std::move(*monitor.error));
        throw;
    }
}

}  // namespace obliqua::bindings
