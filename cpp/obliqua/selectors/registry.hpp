// Every selector by its parameter struct. To add one:
//   1. write selectors/<name>.hpp and .cpp with a parameter struct that lists its fields, and a
//      Selector (selector.hpp);
//   2. include it here, add it to `SelectorParams` and to `make_selector`;
//   3. add a line to docs/systems/multivariate.md, and to SELECTORS of the estimators;
//   4. write it plainly in tests/oracle/selectors.py, and compare.
#pragma once

#include <memory>
#include <variant>

#include "obliqua/selectors/all_terms.hpp"
#include "obliqua/selectors/backward.hpp"
#include "obliqua/selectors/discard.hpp"
#include "obliqua/selectors/hss.hpp"
#include "obliqua/selectors/sfs.hpp"

namespace obliqua {

using SelectorParams =
    std::variant<AllTermsParams, SBEParams, DSBEParams, SFSParams, HSSParams, DiscardParams>;

std::unique_ptr<Selector> make_selector(const SelectorParams& params);

}  // namespace obliqua
