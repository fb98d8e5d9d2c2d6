// How a growing node's test becomes the view that routing reads.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "obliqua/tree/test.hpp"

namespace obliqua {

// A growing node's test as a view; the categories of equality become numbers in `scratch_`.
// The test must outlive it.
class FlatTest {
   public:
    FlatTest(const Test& test, MissingRule missing) {
        view.missing = missing;
        std::visit([this](const auto& kind) { flatten(kind); }, test);
    }
    FlatTest(const FlatTest&) = delete;
    FlatTest& operator=(const FlatTest&) = delete;

    TestView view;
    std::span<const std::int32_t> outputs;

   private:
    void flatten(const std::monostate&) { view.kind = TestKind::leaf; }

    void flatten(const AxisTest& test) {
        view.kind = TestKind::axis;
        view.terms = {&test.term, 1};
        view.fills = {&test.fill, 1};
        view.constants = {&test.cut, 1};
        outputs = {&kNoOutput, 1};
    }

    void flatten(const EqualityTest& test) {
        scratch_[0] = test.category;
        scratch_[1] = test.fill;
        view.kind = TestKind::equality;
        view.terms = {&test.feature, 1};
        view.constants = {&scratch_[0], 1};
        view.fills = {&scratch_[1], 1};
        outputs = {&kNoOutput, 1};
    }

    void flatten(const LinearTest& test) {
        view.kind = TestKind::linear;
        view.terms = test.terms;
        view.fills = test.fills;
        view.weights = test.weights;
        view.constants = {&test.bias, 1};
        outputs = {&kNoOutput, 1};
    }

    void flatten(const MachineTest& test) {
        view.kind = TestKind::machine;
        view.terms = test.terms;
        view.fills = test.fills;
        view.weights = test.weights;
        view.constants = test.biases;
        outputs = test.classes;
    }

    static constexpr std::int32_t kNoOutput = 0;
    double scratch_[2] = {0.0, 0.0};
};

}  // namespace obliqua
