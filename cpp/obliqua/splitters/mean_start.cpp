#include "obliqua/splitters/mean_start.hpp"

#include <algorithm>

#include "obliqua/criteria/partition.hpp"

namespace obliqua {

namespace {

struct Moments {
    double weight = 0.0;
    double sum = 0.0;
    double squares = 0.0;

    void add(double value, double w) {
        weight += w;
        sum += w * value;
        squares += w * value * value;
    }
    double mean() const { return weight > 0.0 ? sum / weight : 0.0; }
    double variance() const {
        return weight > 0.0 ? std::max(0.0, squares / weight - mean() * mean()) : 0.0;
    }
};

}  // namespace

std::vector<double> mean_start(const NodeMatrix& matrix, std::size_t n_classes) {
    const auto weight = [&](std::size_t row) {
        return matrix.weights().empty() ? 1.0 : matrix.weights()[row];
    };
    std::vector<double> counts(n_classes, 0.0);
    for (std::size_t row = 0; row < matrix.n_rows(); ++row)
        counts[matrix.labels()[row]] += weight(row);
    const auto commonest =
        static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    std::vector<double> weights(matrix.n_columns(), 0.0);
    double& constant = weights[matrix.n_terms()];
    for (std::size_t i = 0; i < matrix.n_terms(); ++i) {
        Moments common;
        Moments others;
        for (std::size_t row = 0; row < matrix.n_rows(); ++row) {
            (matrix.labels()[row] == commonest ? common : others)
                .add(matrix.column(i)[row], weight(row));
        }
        const double variance = common.variance() + others.variance();
        const double gap = others.mean() - common.mean();
        weights[i] = variance > 0.0 ? gap / variance : gap;
        constant -= weights[i] * 0.5 * (common.mean() + others.mean());
    }
    return weights;
}

}  // namespace obliqua
