// The better of the best axis test and the best equality test.
#pragma once

#include "obliqua/splitters/axis.hpp"
#include "obliqua/splitters/equality.hpp"

namespace obliqua {

class UnivariateSplitter final : public Splitter {
   public:
    UnivariateSplitter(const Training& training, const SplitSettings& settings, std::size_t threads,
                       Monitor& monitor)
        : axis_(training, settings, threads, monitor), equality_(training, settings) {}

    std::optional<Split> best(const NodeRows& node, const StreamKey& key,
                              std::size_t threads) const override {
        std::optional<Split> axis = axis_.best(node, key, threads);
        std::optional<Split> equality = equality_.best(node, key, threads);
        if (!axis || (equality && preferred(*equality, *axis))) return equality;
        return axis;
    }

   private:
    AxisSplitter axis_;
    EqualitySplitter equality_;
};

}  // namespace obliqua
