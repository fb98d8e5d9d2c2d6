// What a splitter's searches have done so far, gathered from all threads.
#pragma once

#include <iterator>
#include <mutex>
#include <vector>

#include "obliqua/splitters/splitter.hpp"

namespace obliqua {

class SearchLog {
   public:
    void add(std::uint64_t hyperplanes, std::vector<NodeTrace> traces) {
        const std::scoped_lock lock(mutex_);
        report_.hyperplanes += hyperplanes;
        std::move(traces.begin(), traces.end(), std::back_inserter(report_.traces));
    }

    void add_to(SearchReport& report) const {
        const std::scoped_lock lock(mutex_);
        report.hyperplanes += report_.hyperplanes;
        report.traces.insert(report.traces.end(), report_.traces.begin(), report_.traces.end());
    }

   private:
    mutable std::mutex mutex_;
    SearchReport report_;
};

}  // namespace obliqua
