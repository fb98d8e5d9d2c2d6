// Two-byte codes of every term of every row, made once per fit: equal values have equal codes and
// codes order as values do. Rows are contiguous, so that one cache line serves many terms.
#pragma once

#include <cstdint>
#include <vector>

#include "obliqua/data/training.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

class CodeTable {
   public:
    static constexpr std::size_t kCodes = 65536;

    // `fills[t]` stands for the missing values of term t. Every row of the table is coded.
    CodeTable(const Training& training, std::vector<double> fills, std::size_t threads,
              Monitor& monitor);

    const std::uint16_t* row(std::size_t row) const { return codes_.data() + row * n_terms_; }
    std::size_t n_terms() const { return n_terms_; }
    // True when different values never share a code.
    bool exact(std::size_t term) const { return exact_[term] != 0; }
    double fill(std::size_t term) const { return fills_[term]; }

   private:
    void code_term(const Training& training, std::size_t term);

    std::size_t n_terms_;
    std::vector<std::uint16_t> codes_;
    std::vector<std::uint8_t> exact_;
    std::vector<double> fills_;
};

// The weighted mean of each term's known values over the rows learnt from; zero where none is.
std::vector<double> mean_fills(const Training& training);

}  // namespace obliqua
