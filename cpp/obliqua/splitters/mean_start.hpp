// A start for large tables: the direction between the class means, each term by its variance.
#pragma once

#include <vector>

#include "obliqua/splitters/node_matrix.hpp"

namespace obliqua {

// Weights, one per column, of the hyperplane halfway between the mean of the most frequent class
// and that of all others, across (mean - mean) / variance: Fisher's direction for independent
// terms. The paper starts at random; where a search sees a sample only, one informed start costs
// nothing and saves many climbs.
std::vector<double> mean_start(const NodeMatrix& matrix, std::size_t n_classes);

}  // namespace obliqua
