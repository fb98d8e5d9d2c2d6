#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include <doctest.h>

#include "obliqua/criteria/registry.hpp"
#include "obliqua/cuts/coded_search.hpp"
#include "obliqua/data/weights.hpp"

using namespace obliqua;

namespace {

using Engine = std::mt19937_64;

template <std::size_t I = 0, class Visit>
void each_criterion(Visit&& visit) {
    if constexpr (I < std::variant_size_v<AnyCriterion>) {
        visit(std::variant_alternative_t<I, AnyCriterion>{});
        each_criterion<I + 1>(visit);
    }
}

// Column 0 tells of the class, 1 is noise, 2 has few values, 3 has gaps and every magnitude.
constexpr std::size_t kColumns = 4;

struct Sample {
    std::vector<double> numbers;  // row-major
    std::vector<ClassId> classes;
    std::vector<double> weights;
    Columns columns{0, {}};
    Basis basis;
    std::size_t n_classes;

    Sample(std::size_t n, std::size_t k, bool weighted, std::uint64_t seed) : n_classes(k) {
        Engine engine(seed);
        std::normal_distribution<double> normal;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t row = 0; row < n; ++row) {
            const std::size_t label = engine() % k;
            classes.push_back(static_cast<ClassId>(label));
            weights.push_back(0.01 + std::abs(normal(engine)));
            numbers.push_back(normal(engine) + static_cast<double>(label) / 3.0);
            numbers.push_back(normal(engine));
            numbers.push_back(static_cast<double>(engine() % 9));
            const bool missing = engine() % 50 == 0;
            numbers.push_back(missing ? nan : std::exp(40.0 * normal(engine)) * normal(engine));
        }
        weights = weighted ? exact_weights(weights) : std::vector<double>{};
        std::vector<Column> all(kColumns);
        for (std::size_t c = 0; c < kColumns; ++c) {
            all[c] = {FeatureKind::numeric, numbers.data() + c, nullptr, kColumns, 0};
        }
        columns = Columns(n, std::move(all));
        basis = numeric_basis(columns);
    }
    Sample(const Sample&) = delete;

    Training training(std::span<const RowIndex> rows) const {
        return {&columns, &basis, rows, classes, weights, n_classes};
    }
};

struct Found {
    double merit;
    std::size_t term;
    double rows_left;

    bool operator==(const Found&) const = default;
};

// The plainest search there is: sort, scan, keep the first of the best.
template <class Criterion>
Found by_sorting(const Training& training, const CodeTable& codes, const NodeRows& node,
                 double least) {
    const std::size_t k = training.n_classes;
    const Criterion criterion(node.counts.data(), k);
    Found best{-std::numeric_limits<double>::infinity(), 0, 0.0};
    for (std::size_t term = 0; term < kColumns; ++term) {
        std::vector<ValuedRow> rows;
        for (const RowIndex row : node.rows) {
            const double value = term_value((*training.basis)[term], *training.columns, row);
            rows.push_back({std::isnan(value) ? codes.fill(term) : value, training.weight(row),
                            training.classes[row]});
        }
        LeftSide left(k);
        const SideLimits limits{least, static_cast<double>(rows.size())};
        scan_values(criterion, rows, left, limits, [&](double, double merit) {
            if (merit > best.merit) best = {merit, term, left.rows};
        });
    }
    return best;
}

template <class Criterion, class Count>
Found by_codes(const Training& training, const CodeTable& codes, const NodeRows& node,
               double least) {
    CodedScratch scratch;
    Candidate best;
    CodedSearch<Criterion, Count>(training, codes, node, least, scratch).search(0, kColumns, best);
    if (!best.found()) return {best.merit, 0, 0.0};
    double rows_left = 0.0;
    for (const RowIndex row : node.rows) {
        double value = term_value((*training.basis)[best.term], *training.columns, row);
        if (std::isnan(value)) value = codes.fill(best.term);
        const std::uint32_t code = codes.row(row)[best.term];
        if (code < best.code || (code == best.code && value <= best.value)) rows_left += 1.0;
    }
    return {best.merit, best.term, rows_left};
}

class Comparison {
   public:
    explicit Comparison(const Sample& sample) : sample_(sample), every_row_(sample.classes.size()) {
        std::iota(every_row_.begin(), every_row_.end(), RowIndex{0});
        SilentMonitor monitor;
        codes_.emplace(sample.training(every_row_), mean_fills(sample.training(every_row_)), 1,
                       monitor);
    }

    const std::vector<RowIndex>& every_row() const { return every_row_; }
    const CodeTable& codes() const { return *codes_; }

    void check(const std::vector<RowIndex>& rows, double least) const {
        const Training training = sample_.training(every_row_);
        std::vector<double> counts(sample_.n_classes, 0.0);
        for (const RowIndex row : rows) counts[sample_.classes[row]] += training.weight(row);
        const NodeRows node{rows, {}, counts};
        each_criterion([&](auto of) {
            using Criterion = typename decltype(of)::type;
            CAPTURE(Criterion::name);
            const Found plain = by_sorting<Criterion>(training, codes(), node, least);
            const Found coded =
                sample_.weights.empty()
                    ? by_codes<Criterion, std::uint32_t>(training, codes(), node, least)
                    : by_codes<Criterion, double>(training, codes(), node, least);
            CHECK(coded.merit == plain.merit);
            CHECK(coded.term == plain.term);
            CHECK(coded.rows_left == plain.rows_left);
        });
    }

    // The rows whose values of a column follow one another: many to a code.
    std::vector<RowIndex> neighbours(std::size_t column, std::size_t from, std::size_t n) const {
        std::vector<RowIndex> rows = every_row_;
        const auto value = [&](RowIndex row) { return sample_.numbers[row * kColumns + column]; };
        std::sort(rows.begin(), rows.end(),
                  [&](RowIndex a, RowIndex b) { return value(a) < value(b); });
        const auto first = rows.begin() + static_cast<std::ptrdiff_t>(from);
        std::vector<RowIndex> some(first, first + static_cast<std::ptrdiff_t>(n));
        std::sort(some.begin(), some.end());
        return some;
    }

   private:
    const Sample& sample_;
    std::vector<RowIndex> every_row_;
    std::optional<CodeTable> codes_;
};

}  // namespace

TEST_CASE("coded search: as sort and scan, on more values than there are codes") {
    for (const std::size_t k : {2UL, 7UL, 30UL}) {
        for (const bool weighted : {false, true}) {
            CAPTURE(k);
            CAPTURE(weighted);
            const Sample sample(200000, k, weighted, k);
            const Comparison comparison(sample);
            CHECK_FALSE(comparison.codes().exact(0));
            CHECK(comparison.codes().exact(2));
            comparison.check(comparison.every_row(), 1.0);
            // Small and large nodes in which most codes stand for several values.
            for (const std::size_t n : {2UL, 20UL, 300UL, 512UL, 513UL, 2000UL}) {
                comparison.check(comparison.neighbours(0, 70000, n), 1.0);
                comparison.check(comparison.neighbours(1, 30000, n), 3.0);
            }
        }
    }
}

TEST_CASE("coded search: as sort and scan, over nodes of every size") {
    Engine engine(9);
    for (const std::size_t k : {2UL, 3UL, 50UL}) {
        for (const bool weighted : {false, true}) {
            CAPTURE(k);
            CAPTURE(weighted);
            const Sample sample(3000, k, weighted, 100 + k);
            const Comparison comparison(sample);
            for (int i = 0; i < 60; ++i) {
                std::vector<RowIndex> rows = comparison.every_row();
                std::shuffle(rows.begin(), rows.end(), engine);
                rows.resize(2 + engine() % (i % 3 == 0 ? 2998 : 60));
                CAPTURE(rows.size());
                comparison.check(rows, i % 4 == 0 ? 5.0 : 1.0);
            }
        }
    }
}

TEST_CASE("code table: codes order as values do and equal values share one") {
    for (const std::size_t n : {1UL, 2UL, 70000UL}) {
        const Sample sample(n, 2, false, n);
        const Comparison comparison(sample);
        for (std::size_t column = 0; column < kColumns; ++column) {
            std::vector<std::pair<double, std::uint16_t>> pairs;
            for (std::size_t row = 0; row < n; ++row) {
                double value = sample.numbers[row * kColumns + column];
                if (std::isnan(value)) value = comparison.codes().fill(column);
                pairs.emplace_back(value, comparison.codes().row(row)[column]);
            }
            std::sort(pairs.begin(), pairs.end());
            for (std::size_t i = 1; i < n; ++i) {
                REQUIRE(pairs[i - 1].second <= pairs[i].second);
                const bool equal = pairs[i - 1].first == pairs[i].first;
                if (equal) REQUIRE(pairs[i - 1].second == pairs[i].second);
                if (!equal && comparison.codes().exact(column)) {
                    REQUIRE(pairs[i - 1].second < pairs[i].second);
                }
            }
        }
    }
}
