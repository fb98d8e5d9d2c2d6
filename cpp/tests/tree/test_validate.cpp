#include <functional>
#include <string>

#include <doctest.h>

#include "obliqua/support/errors.hpp"

#include "tree/random_trees.hpp"

using namespace obliqua;
using namespace obliqua::testing;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A machine at the root with three children: linear, equality and axis; all other nodes leaves.
Tree sample() {
    GrowingTree tree({3.0, 2.0, 1.0}, 6);
    const NodeId first =
        tree.split(0, MachineTest{{0, 1}, {0.5, 0.5}, {1, 2, 3, 4, 5, 6}, {1, 2, 3}, {0, 1, 2}},
                   MissingRule::fill, 3);
    tree.split(first, LinearTest{{0, 2}, {1.0, -1.0}, {0.0, 0.0}, 0.25}, MissingRule::fill, 2);
    tree.split(first + 1, EqualityTest{3, 1, 2}, MissingRule::fractional, 2);
    tree.split(first + 2, AxisTest{1, 0.5, 0.0}, MissingRule::fill, 2);
    return freeze(tree, full_basis(), kFeatures, 3);
}

void check_refused(const std::string& said, const std::function<void(Tree&)>& spoil) {
    CAPTURE(said);
    Tree tree = sample();
    spoil(tree);
    std::string message = "accepted";
    try {
        validate(tree);
    } catch (const InvalidInput& error) {
        message = error.what();
    }
    CAPTURE(message);
    CHECK(message.find(said) != std::string::npos);
}

template <class T>
void spoil_lengths(const char* name, std::vector<T> Tree::* array) {
    check_refused(name, [array](Tree& tree) { (tree.*array).push_back((tree.*array).back()); });
    check_refused(name, [array](Tree& tree) { (tree.*array).pop_back(); });
}

}  // namespace

TEST_CASE("a sound tree is accepted") { CHECK_NOTHROW(validate(sample())); }

TEST_CASE("wrong lengths are refused by name") {
    spoil_lengths("missing", &Tree::missing);
    spoil_lengths("parent", &Tree::parent);
    spoil_lengths("first_child", &Tree::first_child);
    spoil_lengths("n_children", &Tree::n_children);
    spoil_lengths("term_begin", &Tree::term_begin);
    spoil_lengths("weight_begin", &Tree::weight_begin);
    spoil_lengths("constant_begin", &Tree::constant_begin);
    spoil_lengths("fills", &Tree::fills);
    spoil_lengths("outputs", &Tree::outputs);
    spoil_lengths("counts", &Tree::counts);
    spoil_lengths("n_rows", &Tree::n_rows);
    spoil_lengths("merit", &Tree::merit);
    spoil_lengths("margin", &Tree::margin);
    spoil_lengths("has", &Tree::kind);
    check_refused("begin", [](Tree& tree) { tree.weights.push_back(1.0); });
    check_refused("kind is empty", [](Tree& tree) { tree = Tree{}; });
}

TEST_CASE("broken links are refused by position") {
    check_refused("parent[0]", [](Tree& tree) { tree.parent[0] = 0; });
    check_refused("parent[2]", [](Tree& tree) { tree.parent[2] = 1; });
    check_refused("first_child[1]", [](Tree& tree) { tree.first_child[1] = 0; });
    check_refused("first_child[2]", [](Tree& tree) { tree.first_child[2] = tree.first_child[1]; });
    check_refused("first_child[3]", [](Tree& tree) { tree.first_child[3] = 1 << 30; });
    check_refused("n_children[0]", [](Tree& tree) { tree.n_children[0] = 1; });
    check_refused("n_children[0]", [](Tree& tree) { tree.n_children[0] = 1 << 30; });
    check_refused("n_children[4]", [](Tree& tree) { tree.n_children[4] = 2; });
    check_refused("first_child[4]", [](Tree& tree) { tree.first_child[4] = 9; });
    check_refused("kind[5]", [](Tree& tree) { tree.kind[5] = 9; });
    check_refused("missing[2]", [](Tree& tree) { tree.missing[2] = 2; });
    check_refused("missing[9]", [](Tree& tree) { tree.missing[9] = 1; });
    check_refused("term_begin[2]", [](Tree& tree) { tree.term_begin[2] = -1; });
    check_refused("term_begin[0]", [](Tree& tree) { tree.term_begin[0] = 1; });
}

TEST_CASE("impossible tests are refused by position") {
    check_refused("terms[0]", [](Tree& tree) { tree.terms[0] = 10; });
    check_refused("terms[3]", [](Tree& tree) { tree.terms[3] = -1; });
    check_refused("terms[4]", [](Tree& tree) { tree.terms[4] = kFeatures; });
    check_refused("fills[4]", [](Tree& tree) { tree.fills[4] = 0.5; });
    check_refused("fills[1]", [](Tree& tree) { tree.fills[1] = kNaN; });
    check_refused("weights[7]", [](Tree& tree) { tree.weights[7] = kInfinity; });
    check_refused("constants[5]", [](Tree& tree) { tree.constants[5] = kNaN; });
    check_refused("constants[4]", [](Tree& tree) { tree.constants[4] = -1.0; });
    check_refused("outputs[1]", [](Tree& tree) { tree.outputs[1] = 0; });
    check_refused("outputs[2]", [](Tree& tree) { tree.outputs[2] = 3; });
    check_refused("outputs[3]", [](Tree& tree) { tree.outputs[3] = 1; });
    check_refused("basis[6]", [](Tree& tree) { tree.basis[6].b = kFeatures; });
    check_refused("basis[0]", [](Tree& tree) { tree.basis[0].a = -1; });
    check_refused("basis[8]", [](Tree& tree) { tree.basis[8].b = -1; });
    check_refused("basis[3]", [](Tree& tree) { tree.basis[3].kind = static_cast<TermKind>(4); });
    check_refused("kind", [](Tree& tree) { std::swap(tree.kind[1], tree.kind[3]); });
}

TEST_CASE("impossible counts are refused by position") {
    check_refused("counts[4]", [](Tree& tree) { tree.counts[4] = -1.0; });
    check_refused("counts[0]", [](Tree& tree) { tree.counts[0] = kNaN; });
    check_refused("n_rows[3]", [](Tree& tree) { tree.n_rows[3] = -1; });
    check_refused("n_classes", [](Tree& tree) { tree.n_classes = 0; });
    check_refused("n_features", [](Tree& tree) { tree.n_features = -1; });
}
