#include "obliqua/splitters/node_trace.hpp"

namespace obliqua {

NodeTrace node_trace(const NodeMatrix& matrix, const StreamKey& key, std::uint32_t restart,
                     const HyperplaneTrace& hyperplanes) {
    NodeTrace trace{key.path, restart, -1, {}, {}};
    for (const Hyperplane& hyperplane : hyperplanes) {
        if (auto test = matrix.unscaled(hyperplane.weights)) {
            trace.hyperplanes.push_back(std::move(*test));
            trace.merits.push_back(hyperplane.merit);
        }
    }
    return trace;
}

}  // namespace obliqua
