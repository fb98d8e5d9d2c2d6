#include "obliqua/criteria/multiway.hpp"

#include <algorithm>

namespace obliqua {

namespace {

// Children of some weight, and their sum.
struct Parts {
    std::vector<const double*> children;
    std::vector<double> weights;
    std::vector<double> total;
    double n = 0.0;

    std::size_t k() const { return total.size(); }
};

Parts parts_of(const std::vector<double>& children, std::size_t k) {
    Parts parts;
    parts.total.assign(k, 0.0);
    for (std::size_t begin = 0; begin < children.size(); begin += k) {
        const double* const counts = children.data() + begin;
        const double weight = sum_of(counts, k);
        if (!(weight > 0.0)) continue;
        parts.children.push_back(counts);
        parts.weights.push_back(weight);
        parts.n += weight;
        for (std::size_t i = 0; i < k; ++i) parts.total[i] += counts[i];
    }
    return parts;
}

double gini_index(const double* counts, double n, std::size_t k) {
    double squares = 0.0;
    for (std::size_t i = 0; i < k; ++i) squares += (counts[i] / n) * (counts[i] / n);
    return 1.0 - squares;
}

// In bits, times the weight.
double entropy(const double* counts, double n, std::size_t k) {
    double sum = x_log2_x(n);
    for (std::size_t i = 0; i < k; ++i) sum -= x_log2_x(counts[i]);
    return sum;
}

double info_gain(const Parts& parts) {
    double gain = entropy(parts.total.data(), parts.n, parts.k());
    for (std::size_t c = 0; c < parts.children.size(); ++c) {
        gain -= entropy(parts.children[c], parts.weights[c], parts.k());
    }
    return std::max(0.0, gain / parts.n);
}

struct Multiway {
    const Parts& parts;
    const CriterionChoice& criterion;

    double operator()(Of<Gini>) const {
        double decrease = gini_index(parts.total.data(), parts.n, parts.k());
        for (std::size_t c = 0; c < parts.children.size(); ++c) {
            decrease -= parts.weights[c] / parts.n *
                        gini_index(parts.children[c], parts.weights[c], parts.k());
        }
        return decrease;
    }

    double operator()(Of<InfoGain>) const { return info_gain(parts); }

    double operator()(Of<GainRatio>) const {
        const double split = entropy(parts.weights.data(), parts.n, parts.weights.size());
        return split > 0.0 ? info_gain(parts) / (split / parts.n) : 0.0;
    }

    double operator()(Of<SumMinority>) const {
        double sum = 0.0;
        for (const double* const child : parts.children) sum += minority(child, parts.k());
        return (minority(parts.total.data(), parts.k()) - sum) / parts.n;
    }

    double operator()(Of<MaxMinority>) const {
        double most = 0.0;
        for (const double* const child : parts.children) {
            most = std::max(most, minority(child, parts.k()));
        }
        return (minority(parts.total.data(), parts.k()) - most) / parts.n;
    }

    template <class Other>
    double operator()(Of<Other>) const {
        return each_against_the_rest();
    }

    double each_against_the_rest() const {
        double mean = 0.0;
        for (std::size_t c = 0; c < parts.children.size(); ++c) {
            mean += parts.weights[c] / parts.n *
                    merit_of(criterion, parts.children[c], parts.total.data(), parts.k());
        }
        return mean;
    }
};

}  // namespace

double merit_of_children(const CriterionChoice& criterion, const std::vector<double>& children,
                         std::size_t k) {
    const Parts parts = parts_of(children, k);
    if (parts.children.size() < 2) return 0.0;
    if (parts.children.size() == 2) {
        return merit_of(criterion, parts.children[0], parts.total.data(), k);
    }
    const Multiway merit{parts, criterion};
    return criterion.custom ? merit.each_against_the_rest() : std::visit(merit, criterion.built_in);
}

}  // namespace obliqua
