// Every splitter by its parameter struct. To add one:
//   1. write splitters/<name>.hpp and .cpp with a parameter struct that lists its fields;
//   2. include it here, add it to `SplitterParams` and to `make_splitter`;
//   3. add its documentation and its test.
#pragma once

#include <memory>
#include <variant>

#include "obliqua/splitters/anneal.hpp"
#include "obliqua/splitters/cart_lc.hpp"
#include "obliqua/splitters/learned.hpp"
#include "obliqua/splitters/oc1.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/splitters/univariate.hpp"

namespace obliqua {

// Axis and equality tests need no parameters of their own.
struct AxisParams {
    static constexpr std::string_view name = "axis";

    template <class Visitor>
    void fields(Visitor&&) {}
};

using SplitterParams = std::variant<AxisParams, OC1Params, CartLCParams, SADTParams, LearnedParams>;

std::unique_ptr<Splitter> make_splitter(const SplitterParams& params, const Training& training,
                                        const SplitSettings& settings, std::size_t threads,
                                        Monitor& monitor);

}  // namespace obliqua
