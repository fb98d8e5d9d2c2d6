#include "obliqua/grow/fit.hpp"

#include <algorithm>
#include <memory>

#include "obliqua/grow/row_sets.hpp"
#include "obliqua/grow/traces.hpp"
#include "obliqua/pruners/cost_complexity.hpp"
#include "obliqua/pruners/merge_leaves.hpp"
#include "obliqua/pruners/multivariate.hpp"

namespace obliqua {

namespace {

class Fitter {
   public:
    Fitter(const Training& training, const FitSpec& spec, std::uint64_t seed, Monitor& monitor,
           SearchReport& report)
        : training_(training), spec_(spec), seed_(seed), monitor_(monitor), report_(report) {}

    Tree run() const {
        Tree tree = pruned();
        if (spec_.merge_leaves) tree = collapsed(tree, merge_leaves(tree));
        place_traces(tree, seed_, report_);
        return tree;
    }

   private:
    Training on(const std::vector<RowIndex>& rows) const {
        Training part = training_;
        part.rows = rows;
        return part;
    }

    std::unique_ptr<Splitter> splitter_for(const Training& training) const {
        const SplitSettings settings{
            spec_.criterion, spec_.missing,
            static_cast<double>(std::max<std::size_t>(1, spec_.min_samples_leaf))};
        return make_splitter(spec_.splitter, training, settings, spec_.threads, monitor_);
    }

    // The splitter goes before the tree is frozen: what it keeps of the rows takes memory.
    Tree grown(const Training& training, SearchReport& report) const {
        auto splitter = splitter_for(training);
        const GraftedTree tree = grow_with(*splitter, training, report);
        splitter.reset();
        return frozen(tree, training);
    }

    GraftedTree grow_with(const Splitter& splitter, const Training& training,
                          SearchReport& report) const {
        const MissingRule missing = spec_.missing == MissingPolicy::fractional
                                        ? MissingRule::fractional
                                        : MissingRule::fill;
        const GrowSettings grow_settings{spec_.stopping, missing, seed_, spec_.threads};
        GraftedTree tree = grow(training, splitter, grow_settings, monitor_);
        splitter.report(report);
        return tree;
    }

    static Tree frozen(const GraftedTree& tree, const Training& training) {
        return freeze(tree, *training.basis,
                      static_cast<std::int32_t>(training.columns->n_features()),
                      static_cast<std::int32_t>(training.n_classes));
    }

    Tree pruned() const {
        if (spec_.pruning.method == PruningMethod::cost_complexity_cv) return pruned_by_folds();
        if (!spec_.pruning.holds_out()) {
            return prune(grown(training_, report_), training_, spec_.pruning, spec_.threads,
                         monitor_);
        }
        const RowParts parts = hold_out(training_, spec_.pruning.fraction, seed_);
        const Training kept = on(parts.kept);
        const Training held_out = on(parts.held_out);
        if (spec_.pruning.method == PruningMethod::multivariate) {
            const auto splitter = splitter_for(kept);
            const Tree tree = frozen(grow_with(*splitter, kept, report_), kept);
            return prune_multivariate(tree, {kept, held_out, *splitter, seed_}, spec_.threads,
                                      monitor_);
        }
        return prune(grown(kept, report_), held_out, spec_.pruning, spec_.threads, monitor_);
    }

    // Breiman et al. 1984, section 3.4: each tree of the path is judged by the trees that the
    // folds give for its typical alpha, each on the rows it has not seen.
    Tree pruned_by_folds() const {
        const Tree whole = grown(training_, report_);
        const CostComplexityPath path = cost_complexity_path(whole);
        const std::vector<double> alphas = typical_alphas(path);
        std::vector<double> errors(alphas.size(), 0.0);
        const std::size_t n_folds = std::clamp<std::size_t>(
            spec_.pruning.folds, 2, std::max<std::size_t>(2, training_.rows.size()));
        double total = 0.0;
        for (const RowParts& parts : folds(training_, n_folds, seed_)) {
            if (parts.held_out.empty() || parts.kept.empty()) continue;
            const double weight = weight_of(parts.held_out);
            SearchReport not_of_this_tree;
            const Tree tree = grown(on(parts.kept), not_of_this_tree);
            const CostComplexityPath fold_path = cost_complexity_path(tree);
            const std::vector<double> fold_errors =
                held_out_errors(tree, fold_path,
                                counts_at_nodes(tree, on(parts.held_out), spec_.threads, monitor_));
            for (std::size_t i = 0; i < alphas.size(); ++i) {
                errors[i] += weight * fold_errors[tree_at(fold_path, alphas[i])];
            }
            total += weight;
        }
        for (double& error : errors) error /= total;
        const auto n_rows = static_cast<double>(training_.rows.size());
        const std::size_t chosen = choose(errors, n_rows, spec_.pruning.se);
        return collapsed(whole, collapse_at(path, path.alphas[chosen]));
    }

    double weight_of(const std::vector<RowIndex>& rows) const {
        double sum = 0.0;
        for (const RowIndex row : rows) sum += training_.weight(row);
        return sum;
    }

    const Training& training_;
    const FitSpec& spec_;
    std::uint64_t seed_;
    Monitor& monitor_;
    SearchReport& report_;
};

}  // namespace

Tree fit(const Training& training, const FitSpec& spec, std::uint64_t seed, Monitor& monitor,
         SearchReport& report) {
    return Fitter(training, spec, seed, monitor, report).run();
}

}  // namespace obliqua
