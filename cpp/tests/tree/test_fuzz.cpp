#include <iterator>
#include <type_traits>

#include <doctest.h>

#include "obliqua/support/errors.hpp"
#include "obliqua/tree/route.hpp"

#include "tree/random_trees.hpp"

using namespace obliqua;
using namespace obliqua::testing;

namespace {

// One entry gets a value that hides trouble in some array or other; rarely the last one goes.
template <class Value>
void spoil(std::vector<Value>& values, Engine& engine) {
    if (values.empty()) return;
    constexpr double kPicks[] = {-2, -1, 0, 1, 2, 3, 5, 9, 255, 2147483647.0, -2147483648.0};
    auto value = static_cast<Value>(0);
    if constexpr (std::is_unsigned_v<Value>) {
        value = static_cast<Value>(below(engine, 256));
    } else {
        value = static_cast<Value>(kPicks[below(engine, std::size(kPicks))]);
    }
    if constexpr (std::is_floating_point_v<Value>) {
        if (below(engine, 4) == 0) value = std::nan("");
    }
    values[below(engine, values.size())] = value;
    if (below(engine, 20) == 0) values.pop_back();
}

void spoil_one_array(Tree& tree, Engine& engine) {
    // clang-format off
    switch (below(engine, 15)) {
        case 0: return spoil(tree.kind, engine);
        case 1: return spoil(tree.missing, engine);
        case 2: return spoil(tree.parent, engine);
        case 3: return spoil(tree.first_child, engine);
        case 4: return spoil(tree.n_children, engine);
        case 5: return spoil(tree.term_begin, engine);
        case 6: return spoil(tree.weight_begin, engine);
        case 7: return spoil(tree.constant_begin, engine);
        case 8: return spoil(tree.terms, engine);
        case 9: return spoil(tree.fills, engine);
        case 10: return spoil(tree.weights, engine);
        case 11: return spoil(tree.constants, engine);
        case 12: return spoil(tree.outputs, engine);
        case 13: return spoil(tree.counts, engine);
        default: tree.basis[below(engine, tree.basis.size())].b = 5;
    }
    // clang-format on
}

}  // namespace

// A tree with one entry of one array changed is either refused or harmless (the sanitizers and
// the oracle would tell).
TEST_CASE("whatever passes validation can be routed") {
    Engine engine(18);
    std::size_t refused = 0;
    std::size_t passed = 0;
    for (int i = 0; i < 4000; ++i) {
        Tree tree = random_tree(engine, {6, 3, false, false, true});
        spoil_one_array(tree, engine);
        const Table table = random_table(engine, 4, 0.3);
        try {
            validate(tree);
        } catch (const InvalidInput&) {
            ++refused;
            continue;
        }
        ++passed;
        CHECK(same(freeze(thaw(tree), tree.basis, tree.n_features, tree.n_classes), tree));
        SilentMonitor monitor;
        std::vector<double> shares(12);
        try {
            distributions(tree, table.columns(), shares, 1, monitor);
        } catch (const InvalidInput&) {
            continue;  // sound, but of other features than the table has
        }
        for (std::size_t row = 0; row < 4; ++row) {
            const double sum = shares[row * 3] + shares[row * 3 + 1] + shares[row * 3 + 2];
            CHECK(sum == doctest::Approx(1.0).epsilon(1e-9));
        }
    }
    CHECK(refused > 1000);
    CHECK(passed > 500);
}
