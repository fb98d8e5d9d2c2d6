// The question at a node, and the one function that answers it for a row.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "obliqua/data/basis.hpp"
#include "obliqua/data/columns.hpp"

namespace obliqua {

enum class TestKind : std::uint8_t { leaf = 0, axis = 1, equality = 2, linear = 3, machine = 4 };

// What happens to a row whose value is missing: the test's own fill, or all children at once.
enum class MissingRule : std::uint8_t { fill = 0, fractional = 1 };

// Left when term <= cut.
struct AxisTest {
    std::int32_t term = 0;
    double cut = 0.0;
    double fill = 0.0;
};

// Left when the symbolic feature has the category.
struct EqualityTest {
    std::int32_t feature = 0;
    std::int32_t category = 0;
    std::int32_t fill = 0;
};

// Left when bias + sum of weight * term <= 0.
struct LinearTest {
    std::vector<std::int32_t> terms;
    std::vector<double> weights;
    std::vector<double> fills;
    double bias = 0.0;
};

// Child j has its own linear function (row j of `weights`); the largest value wins, the first
// of equals. Children are in increasing order of `classes`, so ties go to the smaller class.
struct MachineTest {
    std::vector<std::int32_t> terms;
    std::vector<double> fills;
    std::vector<double> weights;  // classes.size() rows of terms.size()
    std::vector<double> biases;
    std::vector<std::int32_t> classes;
};

using Test = std::variant<std::monostate, AxisTest, EqualityTest, LinearTest, MachineTest>;

// Any test without its storage, so that the growing and the frozen tree share one route.
// For equality, `terms` holds the feature and `constants` and `fills` hold categories.
struct TestView {
    TestKind kind = TestKind::leaf;
    MissingRule missing = MissingRule::fill;
    std::span<const std::int32_t> terms;
    std::span<const double> fills;
    std::span<const double> weights;
    std::span<const double> constants;  // axis: cut; equality: category; linear, machine: biases
};

inline constexpr int kEveryChild = -1;

// The child (0 is left) that `row` belongs to, or kEveryChild when a value that the test needs
// is missing and the rule is fractional.
int child_of(const TestView& test, const Basis& basis, const Columns& columns, std::size_t row);

}  // namespace obliqua
