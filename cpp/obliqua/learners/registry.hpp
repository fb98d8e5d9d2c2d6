// Every learner by its parameter struct. To add one:
//   1. write learners/<name>.hpp and .cpp with a parameter struct that lists its fields, and a
//      Learner (learner.hpp);
//   2. include it here, add it to `LearnerParams` and to `make_learner`;
//   3. add a line to docs/systems/multivariate.md, and to LEARNERS of the estimators;
//   4. write it plainly in tests/oracle/learners.py, and compare.
#pragma once

#include <memory>
#include <variant>

#include "obliqua/criteria/registry.hpp"
#include "obliqua/learners/cart_cycles.hpp"
#include "obliqua/learners/pocket.hpp"
#include "obliqua/learners/rls.hpp"
#include "obliqua/learners/thermal.hpp"

namespace obliqua {

using LearnerParams = std::variant<RLSParams, PocketParams, ThermalParams, CartCyclesParams>;

// What a learner may want to know about the node. All of it must outlive the learner.
struct LearnerSetting {
    const Examples& examples;
    const Targets& targets;
    const CriterionChoice& criterion;
    std::size_t n_classes;
    StreamKey key;
    Monitor& monitor;
};

// Whether it finds linear machines of more than two groups.
bool learns_machines(const LearnerParams& params);

// Whether it has to be told which groups to tell apart; CART looks at the classes themselves.
bool needs_groups(const LearnerParams& params);

std::unique_ptr<Learner> make_learner(const LearnerParams& params, const LearnerSetting& setting);

}  // namespace obliqua
