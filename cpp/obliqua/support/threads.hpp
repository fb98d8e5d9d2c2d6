// Work split over threads. Which thread does what never shows in a result, and the first
// exception, by index and not by time, reaches the caller once every thread has ended; Stopped
// (see monitor.hpp) gives way to any other. The caller's thread takes part.
#pragma once

#include <cstddef>
#include <functional>

namespace obliqua {

// Calls body(begin, end) once per block of [0, n), with at most `threads` blocks of nearly equal
// size.
void parallel_for(std::size_t n, std::size_t threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

// Calls body(task) for each of [0, n_tasks), handing tasks to whichever thread is free; for
// tasks of unequal length, and for long work that must stop soon after one task has thrown: no
// further task is started then.
void parallel_tasks(std::size_t n_tasks, std::size_t threads,
                    const std::function<void(std::size_t task)>& body);

}  // namespace obliqua
