#include "obliqua/cuts/code_table.hpp"

#include <cmath>

#include "obliqua/cuts/ordered_keys.hpp"
#include "obliqua/data/exact_mean.hpp"
#include "obliqua/support/memory.hpp"
#include "obliqua/support/threads.hpp"

namespace obliqua {

CodeTable::CodeTable(const Training& training, std::vector<double> fills, std::size_t threads,
                     Monitor& monitor)
    : n_terms_(training.basis->size()),
      codes_(training.columns->n_rows() * n_terms_),
      exact_(n_terms_),
      fills_(std::move(fills)) {
    parallel_tasks(n_terms_, threads, [&](std::size_t term) {
        code_term(training, term);
        monitor.poll();
    });
}

void CodeTable::code_term(const Training& training, std::size_t term) {
    const std::size_t n = training.columns->n_rows();
    thread_local std::vector<KeyedRow> items;
    thread_local std::vector<KeyedRow> scratch;
    items.resize(n);
    for (std::size_t row = 0; row < n; ++row) {
        const double value = term_value((*training.basis)[term], *training.columns, row);
        items[row] = {ordered_key(std::isnan(value) ? fills_[term] : value),
                      static_cast<std::uint32_t>(row)};
    }
    sort_by_key(items, scratch);
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (i == 0 || items[i].key != items[i - 1].key) ++distinct;
    }
    exact_[term] = distinct <= kCodes;
    std::size_t rank = 0;
    std::size_t code = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const bool fresh = i == 0 || items[i].key != items[i - 1].key;
        if (fresh) code = exact_[term] != 0 ? rank++ : i * kCodes / n;
        codes_[items[i].row * n_terms_ + term] = static_cast<std::uint16_t>(code);
    }
    if (n > kCodes) {
        release(items);
        release(scratch);
    }
}

std::vector<double> mean_fills(const Training& training) {
    std::vector<double> fills;
    fills.reserve(training.basis->size());
    for (const Term& term : *training.basis) {
        ExactMean mean;
        for (const RowIndex row : training.rows) {
            const double value = term_value(term, *training.columns, row);
            if (!std::isnan(value)) mean.add(value, training.weight(row));
        }
        fills.push_back(mean.mean());
    }
    return fills;
}

}  // namespace obliqua
