#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <vector>

#include <doctest.h>

#include "obliqua/grow/grow.hpp"
#include "obliqua/grow/row_sets.hpp"
#include "obliqua/splitters/univariate.hpp"

using namespace obliqua;

namespace {

struct Noise {
    std::vector<double> numbers;
    std::vector<ClassId> classes;
    Columns columns{0, {}};
    Basis basis;
    std::vector<RowIndex> rows;

    explicit Noise(std::size_t n, std::size_t n_classes = 3) {
        std::mt19937_64 engine(n);
        for (std::size_t row = 0; row < n; ++row) {
            numbers.push_back(static_cast<double>(engine() % 1000));
            classes.push_back(static_cast<ClassId>(engine() % n_classes));
        }
        columns = Columns(n, {{FeatureKind::numeric, numbers.data(), nullptr, 1, 0}});
        basis = numeric_basis(columns);
        rows.resize(n);
        std::iota(rows.begin(), rows.end(), RowIndex{0});
    }
    Noise(const Noise&) = delete;

    Training training() const { return {&columns, &basis, rows, classes, {}, 3}; }
};

// Asks for a stop once some work is done.
class Impatient final : public Monitor {
   public:
    Impatient() : Monitor(std::chrono::milliseconds(0)) {}
    int calls = 0;

   private:
    void report(double done, double total) override {
        CHECK(done <= total);
        if (++calls == 20) throw Stopped();
    }
};

bool in_order(const std::vector<RowIndex>& rows) {
    return std::is_sorted(rows.begin(), rows.end());
}

}  // namespace

TEST_CASE("row sets: a share of the rows is held out, at least one and never all") {
    for (const std::size_t n : {1UL, 2UL, 3UL, 10UL, 999UL}) {
        const Noise noise(n);
        for (const double fraction : {0.0, 0.1, 0.5, 0.9, 1.0}) {
            const RowParts parts = hold_out(noise.training(), fraction, 5);
            CHECK(parts.kept.size() + parts.held_out.size() == n);
            CHECK(parts.kept.size() >= 1);
            if (n > 1) CHECK(parts.held_out.size() >= 1);
            CHECK(in_order(parts.kept));
            CHECK(in_order(parts.held_out));
            std::vector<RowIndex> all = parts.kept;
            all.insert(all.end(), parts.held_out.begin(), parts.held_out.end());
            std::sort(all.begin(), all.end());
            CHECK(all == noise.rows);
            CHECK(hold_out(noise.training(), fraction, 5).held_out == parts.held_out);
        }
    }
    const Noise noise(1000);
    const RowParts tenth = hold_out(noise.training(), 0.1, 5);
    CHECK(tenth.held_out.size() == 100);
    CHECK(hold_out(noise.training(), 0.1, 6).held_out != tenth.held_out);
}

TEST_CASE("row sets: folds hold every row out once and spread every class evenly") {
    for (const std::size_t n : {2UL, 7UL, 100UL, 1001UL}) {
        const Noise noise(n);
        for (const std::size_t n_folds : {2UL, 3UL, 10UL}) {
            std::vector<int> times(n, 0);
            std::vector<std::vector<int>> per_class;
            for (const RowParts& parts : folds(noise.training(), n_folds, 8)) {
                CHECK(parts.kept.size() + parts.held_out.size() == n);
                per_class.emplace_back(3, 0);
                for (const RowIndex row : parts.held_out) {
                    ++times[row];
                    ++per_class.back()[noise.classes[row]];
                }
            }
            CHECK(per_class.size() == n_folds);
            CHECK(std::all_of(times.begin(), times.end(), [](int t) { return t == 1; }));
            for (std::size_t label = 0; label < 3; ++label) {
                const auto [least, most] = std::minmax_element(
                    per_class.begin(), per_class.end(),
                    [&](const auto& a, const auto& b) { return a[label] < b[label]; });
                CHECK((*most)[label] - (*least)[label] <= 1);
            }
        }
    }
}

TEST_CASE("grow: a monitor stops it, on one thread and on several") {
    const Noise noise(20000);
    const Training training = noise.training();
    for (const std::size_t threads : {1UL, 4UL}) {
        SilentMonitor silent;
        const UnivariateSplitter splitter(training, {}, 1, silent);
        GrowSettings settings;
        settings.threads = threads;
        Impatient impatient;
        CHECK_THROWS_AS(grow(training, splitter, settings, impatient), Stopped);
        CHECK(impatient.calls == 20);
    }
}
