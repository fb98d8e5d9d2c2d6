#include "obliqua/grow/traces.hpp"

#include <algorithm>
#include <map>

namespace obliqua {

void place_traces(const Tree& tree, std::uint64_t seed, SearchReport& report) {
    if (report.traces.empty()) return;
    std::vector<StreamKey> keys(tree.n_nodes());
    keys[0].seed = seed;
    std::map<std::uint64_t, std::int32_t> node_at;
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        node_at[keys[node].path] = static_cast<std::int32_t>(node);
        if (tree.is_leaf(node)) continue;
        for (std::size_t c = 0; c < static_cast<std::size_t>(tree.n_children[node]); ++c) {
            keys[static_cast<std::size_t>(tree.first_child[node]) + c] = keys[node].child(c);
        }
    }
    for (NodeTrace& trace : report.traces) {
        const auto found = node_at.find(trace.path);
        trace.node = found == node_at.end() ? -1 : found->second;
    }
    std::erase_if(report.traces, [](const NodeTrace& trace) { return trace.node < 0; });
    std::stable_sort(report.traces.begin(), report.traces.end(),
                     [](const NodeTrace& a, const NodeTrace& b) {
                         return a.node != b.node ? a.node < b.node : a.restart < b.restart;
                     });
}

}  // namespace obliqua
