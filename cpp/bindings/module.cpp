#include "bind.hpp"
#include "table.hpp"

NB_MODULE(_core, module) {
    module.doc() = "The C++ core of Obliqua.";
    obliqua::bindings::bind_table(module);
    obliqua::bindings::bind_tree(module);
    obliqua::bindings::bind_route(module);
    obliqua::bindings::bind_fit(module);
    obliqua::bindings::bind_prune(module);
    obliqua::bindings::bind_criteria(module);
    obliqua::bindings::bind_incremental(module);
}
