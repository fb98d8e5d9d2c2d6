#include "obliqua/learners/superclasses.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace obliqua {

namespace {

constexpr int kMostRounds = 50;  // of two-means and of exchanges; few are ever needed

using Signs = std::vector<double>;  // per class present, +1 or -1

struct ClassMeans {
    std::vector<std::vector<double>> means;
    std::vector<double> weights;
};

ClassMeans class_means(const Examples& examples) {
    const std::size_t k = examples.classes().size();
    ClassMeans found{std::vector<std::vector<double>>(k, std::vector<double>(examples.n_terms())),
                     std::vector<double>(k, 0.0)};
    std::size_t c = 0;
    for (std::size_t j = 0; j < examples.n(); ++j) {
        while (examples.classes()[c] != examples.labels()[j]) ++c;
        found.weights[c] += examples.weights()[j];
        for (std::size_t i = 0; i < examples.n_terms(); ++i) {
            found.means[c][i] += examples.weights()[j] * examples.column(i)[j];
        }
    }
    for (c = 0; c < k; ++c) {
        for (double& sum : found.means[c]) sum /= found.weights[c];
    }
    return found;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

bool one_sided(const Signs& signs) {
    return std::adjacent_find(signs.begin(), signs.end(), std::not_equal_to<>()) == signs.end();
}

std::vector<double> centre(const ClassMeans& classes, const Signs& signs, double sign) {
    std::vector<double> sum(classes.means[0].size(), 0.0);
    double weight = 0.0;
    for (std::size_t c = 0; c < signs.size(); ++c) {
        if (signs[c] != sign) continue;
        weight += classes.weights[c];
        for (std::size_t i = 0; i < sum.size(); ++i) {
            sum[i] += classes.weights[c] * classes.means[c][i];
        }
    }
    for (double& value : sum) value /= weight;
    return sum;
}

// Starts from the two class means that are farthest apart, the first of equals.
Signs two_means(const ClassMeans& classes) {
    const std::size_t k = classes.means.size();
    std::size_t first = 0;
    std::size_t second = 1;
    double farthest = -1.0;
    for (std::size_t a = 0; a < k; ++a) {
        for (std::size_t b = a + 1; b < k; ++b) {
            const double apart = distance(classes.means[a], classes.means[b]);
            if (apart > farthest) {
                farthest = apart;
                first = a;
                second = b;
            }
        }
    }
    std::vector<double> below = classes.means[first];
    std::vector<double> above = classes.means[second];
    Signs signs(k, 0.0);
    signs[first] = -1.0;
    signs[second] = 1.0;
    for (int round = 0; round < kMostRounds; ++round) {
        Signs next(k);
        for (std::size_t c = 0; c < k; ++c) {
            const bool nearer =
                distance(classes.means[c], below) <= distance(classes.means[c], above);
            next[c] = nearer ? -1.0 : 1.0;
        }
        // Class means may coincide.
        if (one_sided(next)) next[second] = 1.0;
        if (next == signs) break;
        signs = next;
        below = centre(classes, signs, -1.0);
        above = centre(classes, signs, 1.0);
    }
    return signs;
}

class Exchange {
   public:
    Exchange(const Examples& examples, const CriterionChoice& criterion, std::size_t n_classes,
             const RLSParams& equations)
        : examples_(examples),
          criterion_(criterion),
          equations_(examples, equations),
          terms_(examples.n_terms()),
          total_(n_classes, 0.0) {
        std::iota(terms_.begin(), terms_.end(), std::size_t{0});
        for (std::size_t j = 0; j < examples.n(); ++j) {
            total_[examples.labels()[j]] += examples.weights()[j];
        }
    }

    Signs improved(Signs signs) const {
        double best = merit(signs);
        bool changed = true;
        for (int round = 0; changed && round < kMostRounds; ++round) {
            changed = false;
            for (double& sign : signs) {
                sign = -sign;
                const double now = one_sided(signs) ? -1.0 : merit(signs);
                if (now > best) {
                    best = now;
                    changed = true;
                } else {
                    sign = -sign;
                }
            }
        }
        return signs;
    }

   private:
    double merit(const Signs& signs) const {
        SweptSystem system = equations_.swept(signs);
        for (const std::size_t i : terms_) system.toggle(i);
        const std::vector<double> values = examples_.values(terms_, system.solution());
        std::vector<double> left(total_.size(), 0.0);
        bool divided[2] = {false, false};
        for (std::size_t j = 0; j < values.size(); ++j) {
            const bool above = values[j] > 0.0;
            divided[above] = true;
            if (!above) left[examples_.labels()[j]] += examples_.weights()[j];
        }
        if (!divided[0] || !divided[1]) return 0.0;
        return merit_of(criterion_, left.data(), total_.data(), total_.size());
    }

    const Examples& examples_;
    const CriterionChoice& criterion_;
    NormalEquations equations_;
    Positions terms_;
    std::vector<double> total_;
};

}  // namespace

Targets superclasses(const Examples& examples, const CriterionChoice& criterion,
                     std::size_t n_classes, const RLSParams& equations) {
    const Signs signs = Exchange(examples, criterion, n_classes, equations)
                            .improved(two_means(class_means(examples)));
    Targets targets;
    std::size_t c = 0;
    for (const ClassId label : examples.labels()) {
        while (examples.classes()[c] != label) ++c;
        targets.of.push_back(signs[c] > 0.0 ? 1 : 0);
    }
    return targets;
}

}  // namespace obliqua
