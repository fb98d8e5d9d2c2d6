// The table of contents of the extension: one function per file.
#pragma once

#include <nanobind/nanobind.h>

namespace obliqua::bindings {

namespace nb = nanobind;

void bind_tree(nb::module_& module);
void bind_route(nb::module_& module);
void bind_fit(nb::module_& module);
void bind_prune(nb::module_& module);
void bind_criteria(nb::module_& module);
void bind_incremental(nb::module_& module);

}  // namespace obliqua::bindings
