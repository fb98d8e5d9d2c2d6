// Equality tests `feature = category` for symbolic features.
#pragma once

#include <vector>

#include "obliqua/splitters/splitter.hpp"

namespace obliqua {

class EqualitySplitter final : public Splitter {
   public:
    EqualitySplitter(const Training& training, SplitSettings settings);

    std::optional<Split> best(const NodeRows& node, const StreamKey& key,
                              std::size_t threads) const override;

   private:
    struct Tally;
    Tally tally(const NodeRows& node, std::size_t feature) const;
    void improve(std::optional<Split>& best, const Tally& tally, std::size_t feature) const;

    const Training& training_;
    SplitSettings settings_;
    std::vector<std::int32_t> commonest_;  // per feature, over the rows learnt from
};

}  // namespace obliqua
