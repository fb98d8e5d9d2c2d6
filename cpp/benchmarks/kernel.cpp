// Nanoseconds per row of the kernel beside merely streaming its two columns and beside sorting.
// Prints a JSON array with an object per case. Usage: obliqua_benchmarks [ROWS]...
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "obliqua/criteria/gini.hpp"
#include "obliqua/cuts/coded_search.hpp"
#include "obliqua/random/counter_rng.hpp"

namespace {

using namespace obliqua;

constexpr std::size_t kTerms = 10;
constexpr int kRepeats = 9;
constexpr double kShortest = 0.01;  // seconds; what is quicker is repeated

volatile std::uint64_t sink;

// Row-major uniform noise and classes; an informative table moves each class's values apart.
struct Problem {
    std::size_t n;
    std::size_t k;
    std::vector<double> values;
    std::vector<ClassId> classes;
    std::vector<double> counts;
    std::vector<RowIndex> rows;
    Basis basis;
    Columns columns;
    Training training;

    Problem(std::size_t n_rows, std::size_t n_classes, bool informative)
        : n(n_rows), k(n_classes), counts(n_classes, 0.0), rows(n_rows), columns(0, {}) {
        CounterRng rng(StreamKey{12345});
        std::iota(rows.begin(), rows.end(), RowIndex{0});
        classes.reserve(n);
        values.reserve(n * kTerms);
        for (std::size_t row = 0; row < n; ++row) {
            classes.push_back(static_cast<ClassId>(rng.below(k)));
            counts[classes.back()] += 1.0;
            const double shift = informative ? static_cast<double>(classes.back()) : 0.0;
            for (std::size_t term = 0; term < kTerms; ++term) {
                values.push_back(2.0 * rng.uniform() + shift);
            }
        }
        std::vector<Column> views(kTerms);
        for (std::size_t term = 0; term < kTerms; ++term) {
            views[term].numbers = values.data() + term;
            views[term].stride = kTerms;
        }
        columns = Columns(n, std::move(views));
        basis = numeric_basis(columns);
        training = {&columns, &basis, rows, classes, {}, k};
    }

    NodeRows root() const { return {rows, {}, counts}; }
};

double median_ns(std::vector<double> seconds, std::size_t n) {
    std::nth_element(seconds.begin(), seconds.begin() + seconds.size() / 2, seconds.end());
    return seconds[seconds.size() / 2] * 1e9 / static_cast<double>(n);
}

double timed(const std::function<void()>& work, int calls) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return taken.count() / calls;
}

// Medians per row, the rivals taking turns.
std::vector<double> race(const std::vector<std::function<void()>>& rivals, std::size_t n) {
    std::vector<int> calls;
    for (const auto& rival : rivals) {
        calls.push_back(1 + static_cast<int>(kShortest / std::max(timed(rival, 1), 1e-9)));
    }
    std::vector<std::vector<double>> taken(rivals.size());
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        for (std::size_t i = 0; i < rivals.size(); ++i) {
            taken[i].push_back(timed(rivals[i], calls[i]));
        }
    }
    std::vector<double> medians;
    for (auto& times : taken) medians.push_back(median_ns(std::move(times), n));
    return medians;
}

std::uint64_t stream(const std::vector<double>& values, const std::vector<ClassId>& classes) {
    std::uint64_t sum = 0;
    for (const double value : values) sum += std::bit_cast<std::uint64_t>(value);
    for (const ClassId label : classes) sum += label;
    return sum;
}

double sort_and_scan(const Problem& problem, const std::vector<double>& values,
                     std::vector<ValuedRow>& room) {
    room.clear();
    for (std::size_t row = 0; row < problem.n; ++row) {
        room.push_back({values[row], 1.0, problem.classes[row]});
    }
    const Gini criterion(problem.counts.data(), problem.k);
    LeftSide left(problem.k);
    double best = -std::numeric_limits<double>::infinity();
    scan_values(criterion, room, left, SideLimits{1.0, static_cast<double>(problem.n)},
                [&](double, double merit) { best = std::max(best, merit); });
    return best;
}

Candidate search(const Problem& problem, const CodeTable& codes, std::size_t terms,
                 CodedScratch& scratch) {
    Candidate best;
    CodedSearch<Gini, std::uint32_t>(problem.training, codes, problem.root(), 1.0, scratch)
        .search(0, terms, best);
    return best;
}

std::string measured(std::size_t n, std::size_t k, bool informative) {
    const Problem problem(n, k, informative);
    std::vector<double> column(n);
    for (std::size_t row = 0; row < n; ++row) column[row] = problem.columns[0].number(row);
    // A table of one term and a table of ten: rows of codes are as wide as the table.
    Training narrow = problem.training;
    const Basis one_term(problem.basis.begin(), problem.basis.begin() + 1);
    narrow.basis = &one_term;
    SilentMonitor monitor;
    const CodeTable one_code(narrow, mean_fills(narrow), 1, monitor);
    const CodeTable codes(problem.training, mean_fills(problem.training), 1, monitor);
    CodedScratch scratch;
    std::vector<ValuedRow> room;

    const double sorted = sort_and_scan(problem, column, room);
    if (search(problem, one_code, 1, scratch).merit != sorted) {
        std::fprintf(stderr, "the kernel and the sort disagree\n");
        std::exit(1);
    }
    const auto ns = race(
        {[&] { sink = stream(column, problem.classes); },
         [&] { sink = search(problem, one_code, 1, scratch).code; },
         [&] { sink = search(problem, codes, kTerms, scratch).code; },
         [&] {
             sink = CodeTable(problem.training, mean_fills(problem.training), 1, monitor).n_terms();
         },
         [&] { sink = static_cast<std::uint64_t>(sort_and_scan(problem, column, room)); }},
        n);
    char text[512];
    std::snprintf(
        text, sizeof text,
        R"({"rows": %zu, "classes": %zu, "values": "%s", "stream": %.4f, "kernel": %.4f, )"
        R"("kernel_of_ten": %.4f, "coding": %.4f, "sort": %.4f})",
        n, k, informative ? "informative" : "noise", ns[0], ns[1], ns[2] / kTerms, ns[3] / kTerms,
        ns[4]);
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::size_t> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::strtoull(argv[i], nullptr, 10));
    if (sizes.empty()) sizes = {10'000, 100'000, 1'000'000};
    std::string report;
    for (const std::size_t n : sizes) {
        for (const std::size_t k : {std::size_t{2}, std::size_t{26}}) {
            for (const bool informative : {true, false}) {
                report += (report.empty() ? "[" : ",\n ") + measured(n, k, informative);
            }
        }
    }
    std::printf("%s]\n", report.c_str());
    return 0;
}
