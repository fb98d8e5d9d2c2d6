// The exact best cut of coded terms at one node, without sorting the node (DESIGN section 5):
// count classes per group of codes, evaluate the borders between groups, and look inside only
// those groups whose bound beats the best border.
#pragma once

#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "obliqua/cuts/border_scan.hpp"
#include "obliqua/cuts/candidate.hpp"
#include "obliqua/cuts/code_table.hpp"
#include "obliqua/cuts/value_scan.hpp"
#include "obliqua/data/training.hpp"

namespace obliqua {

// Room that one thread keeps between nodes.
struct CodedScratch {
    std::vector<std::byte> counts;
    std::vector<std::byte> inner_counts;
    std::vector<std::uint32_t> keys;
    std::vector<std::uint32_t> sorted_keys;
    std::vector<std::int32_t> slots;
    std::vector<ValuedRow> values;
    std::vector<ClassId> labels;
    LeftSide left{0};
};

// Count is std::uint32_t when every row weighs one, double otherwise.
template <class Criterion, class Count>
class CodedSearch {
   public:
    CodedSearch(const Training& training, const CodeTable& codes, const NodeRows& node,
                double min_samples_leaf, CodedScratch& scratch)
        : training_(training),
          codes_(codes),
          node_(node),
          k_(training.n_classes),
          criterion_(node.counts.data(), k_),
          limits_{min_samples_leaf, static_cast<double>(node.size())},
          scratch_(scratch) {}

    // The best cut over terms [begin, end), or nothing better than `best`.
    void search(std::size_t begin, std::size_t end, Candidate& best) {
        if (node_.size() <= kSmallNode) {
            scratch_.labels.resize(node_.size());
            for (std::size_t i = 0; i < node_.size(); ++i) {
                scratch_.labels[i] = training_.classes[node_.rows[i]];
            }
            for (std::size_t term = begin; term < end; ++term) search_small(term, best);
            return;
        }
        const std::size_t together = terms_together();
        for (std::size_t first = begin; first < end; first += together) {
            search_large(first, std::min(end, first + together), best);
        }
    }

   private:
    static constexpr std::size_t kSmallNode = 512;
    static constexpr std::size_t kInsertion = 24;
    static constexpr std::size_t kCountBytes = std::size_t{1} << 18;  // fits the second-level cache
    static constexpr int kCodeBits = 16;
    static constexpr bool kWeighted = !std::is_integral_v<Count>;

    // --- large nodes -------------------------------------------------------------------------

    // Groups are fewer where classes are many, so that looking at borders stays a small part.
    int group_bits() const {
        int bits = 8;
        while (bits > 4 && (k_ << bits) > node_.size()) --bits;
        return bits;
    }

    std::size_t group_counts() const { return Groups<Count>::stride(k_) << group_bits(); }

    std::size_t terms_together() const {
        return std::max<std::size_t>(1, kCountBytes / (group_counts() * sizeof(Count)));
    }

    static Count* zeroed(std::vector<std::byte>& room, std::size_t n) {
        room.assign(n * sizeof(Count), std::byte{0});
        return reinterpret_cast<Count*>(room.data());
    }

    void count_row(Count* group, std::size_t row) const {
        if constexpr (kWeighted) {
            group[training_.classes[row]] += training_.weight(row);
            group[k_] += 1.0;
        } else {
            ++group[training_.classes[row]];
        }
    }

    void search_large(std::size_t begin, std::size_t end, Candidate& best) {
        const int shift = kCodeBits - group_bits();
        const std::size_t per_term = group_counts();
        const std::size_t stride = Groups<Count>::stride(k_);
        Count* counts = zeroed(scratch_.counts, per_term * (end - begin));
        for (const RowIndex row : node_.rows) {
            const std::uint16_t* codes = codes_.row(row);
            Count* term_counts = counts;
            for (std::size_t term = begin; term < end; ++term, term_counts += per_term) {
                count_row(term_counts + (codes[term] >> shift) * stride, row);
            }
        }
        const std::size_t n_groups = std::size_t{1} << group_bits();
        for (std::size_t term = begin; term < end; ++term) {
            LeftSide left(k_);
            scan_borders(criterion_,
                         Groups<Count>{counts + (term - begin) * per_term, n_groups, k_}, left,
                         limits_, [&](std::size_t g, double merit) {
                             const auto last = static_cast<std::uint32_t>(((g + 1) << shift) - 1);
                             best.improve({merit, term, last, kWholeCode});
                         });
        }
        for (std::size_t term = begin; term < end; ++term) {
            look_inside(term, Groups<Count>{counts + (term - begin) * per_term, n_groups, k_},
                        shift, best);
        }
    }

    struct Surviving {
        std::uint32_t group;
        LeftSide left;
    };

    template <class Hopeful>
    std::vector<Surviving> survivors(const Groups<Count>& groups, LeftSide left,
                                     Hopeful&& hopeful) const {
        std::vector<Surviving> found;
        scan_insides(criterion_, groups, left, limits_, hopeful,
                     [&](std::size_t g, const LeftSide& before) {
                         found.push_back({static_cast<std::uint32_t>(g), before});
                     });
        return found;
    }

    // Splits the surviving groups into single codes, all in one pass over the rows.
    void look_inside(std::size_t term, const Groups<Count>& groups, int shift, Candidate& best) {
        const auto alive = survivors(groups, LeftSide(k_), [&](std::size_t g, double bound) {
            return best.may_lose_to(bound, term, static_cast<std::uint32_t>(g << shift));
        });
        if (alive.empty()) return;
        scratch_.slots.assign(groups.n_groups, -1);
        for (std::size_t i = 0; i < alive.size(); ++i) {
            scratch_.slots[alive[i].group] = static_cast<std::int32_t>(i);
        }
        const std::size_t stride = Groups<Count>::stride(k_);
        const std::size_t per_slot = stride << shift;
        const std::uint32_t mask = (1U << shift) - 1;
        Count* counts = zeroed(scratch_.inner_counts, per_slot * alive.size());
        for (const RowIndex row : node_.rows) {
            const std::uint32_t code = codes_.row(row)[term];
            const std::int32_t slot = scratch_.slots[code >> shift];
            if (slot < 0) continue;
            count_row(counts + static_cast<std::size_t>(slot) * per_slot + (code & mask) * stride,
                      row);
        }
        const std::size_t n_codes = std::size_t{1} << shift;
        for (std::size_t i = 0; i < alive.size(); ++i) {
            LeftSide left = alive[i].left;
            const std::uint32_t first = alive[i].group << shift;
            scan_borders(
                criterion_, Groups<Count>{counts + i * per_slot, n_codes, k_}, left, limits_,
                [&](std::size_t g, double merit) {
                    best.improve({merit, term, first + static_cast<std::uint32_t>(g), kWholeCode});
                });
        }
        if (codes_.exact(term)) return;
        std::vector<Surviving> shared;
        for (std::size_t i = 0; i < alive.size(); ++i) {
            const std::uint32_t first = alive[i].group << shift;
            auto inner = survivors(Groups<Count>{counts + i * per_slot, n_codes, k_}, alive[i].left,
                                   [&](std::size_t g, double bound) {
                                       return best.may_lose_to(
                                           bound, term, first + static_cast<std::uint32_t>(g));
                                   });
            for (Surviving& survivor : inner) {
                shared.push_back({first + survivor.group, std::move(survivor.left)});
            }
        }
        look_inside_codes(term, shared, best);
    }

    // Different values share the surviving codes: compare the values themselves, collected in one
    // pass over the rows.
    void look_inside_codes(std::size_t term, const std::vector<Surviving>& alive, Candidate& best) {
        if (alive.empty()) return;
        scratch_.slots.assign(CodeTable::kCodes, -1);
        for (std::size_t i = 0; i < alive.size(); ++i) {
            scratch_.slots[alive[i].group] = static_cast<std::int32_t>(i);
        }
        std::vector<std::vector<RowIndex>> rows(alive.size());
        for (const RowIndex row : node_.rows) {
            const std::int32_t slot = scratch_.slots[codes_.row(row)[term]];
            if (slot >= 0) rows[static_cast<std::size_t>(slot)].push_back(row);
        }
        for (std::size_t i = 0; i < alive.size(); ++i) {
            scratch_.values.clear();
            for (const RowIndex row : rows[i]) add_value(term, row);
            scan_inside_code(term, alive[i].group, alive[i].left, best);
        }
    }

    void add_value(std::size_t term, std::size_t row) {
        const double value = term_value((*training_.basis)[term], *training_.columns, row);
        scratch_.values.push_back({std::isnan(value) ? codes_.fill(term) : value,
                                   training_.weight(row), training_.classes[row]});
    }

    void scan_inside_code(std::size_t term, std::uint32_t code, LeftSide left, Candidate& best) {
        scan_values(criterion_, scratch_.values, left, limits_,
                    [&](double value, double merit) { best.improve({merit, term, code, value}); });
    }

    // --- small nodes -------------------------------------------------------------------------

    // A key is code << 16 | tag. The tag is the row's class when every row weighs one, which then
    // is all that is needed; otherwise it is the row's position in the node.
    const std::vector<std::uint32_t>& sorted_keys(std::size_t term) {
        auto& keys = scratch_.keys;
        const std::size_t n = node_.size();
        keys.resize(n);
        for (std::size_t i = 0; i < n; ++i) {
            keys[i] = (std::uint32_t{codes_.row(node_.rows[i])[term]} << kCodeBits) | tag(i);
        }
        if (n <= kInsertion) {
            for (std::size_t i = 1; i < n; ++i) {
                const std::uint32_t key = keys[i];
                std::size_t j = i;
                for (; j > 0 && keys[j - 1] > key; --j) keys[j] = keys[j - 1];
                keys[j] = key;
            }
            return keys;
        }
        sort_by_digit(keys, scratch_.sorted_keys, 16);
        sort_by_digit(scratch_.sorted_keys, keys, 24);
        return keys;
    }

    std::uint32_t tag(std::size_t position) const {
        if constexpr (kWeighted) return static_cast<std::uint32_t>(position);
        return scratch_.labels[position];
    }

    static void sort_by_digit(const std::vector<std::uint32_t>& from,
                              std::vector<std::uint32_t>& to, int place) {
        std::array<std::uint32_t, 257> start{};
        to.resize(from.size());
        for (const std::uint32_t key : from) ++start[((key >> place) & 255U) + 1];
        for (std::size_t i = 0; i < 256; ++i) start[i + 1] += start[i];
        for (const std::uint32_t key : from) to[start[(key >> place) & 255U]++] = key;
    }

    ClassId label_of(std::uint32_t key) const {
        const std::uint32_t tag = key & 0xFFFFU;
        return kWeighted ? scratch_.labels[tag] : static_cast<ClassId>(tag);
    }

    double weight_of(std::uint32_t key) const {
        return kWeighted ? training_.weight(node_.rows[key & 0xFFFFU]) : 1.0;
    }

    void search_small(std::size_t term, Candidate& best) {
        const auto& keys = sorted_keys(term);
        const bool exact = codes_.exact(term);
        if (exact && keys.front() >> kCodeBits == keys.back() >> kCodeBits) return;
        const bool skip_runs = Criterion::convex && limits_.allow_all();
        LeftSide& left = scratch_.left;
        left.clear(k_);
        std::vector<Surviving> shared;
        // The code just taken holds one class, `run_label`, and is not the first: a first run that
        // gains nothing ties with its own first cut, which is the smaller.
        bool run_is_pure = false;
        ClassId run_label = 0;
        for (std::size_t begin = 0; begin < keys.size();) {
            const std::uint32_t code = keys[begin] >> kCodeBits;
            const ClassId label = label_of(keys[begin]);
            std::size_t end = begin + 1;
            bool pure = true;
            while (end < keys.size() && keys[end] >> kCodeBits == code) {
                pure = pure && label_of(keys[end]) == label;
                ++end;
            }
            const bool inside_run = skip_runs && pure && run_is_pure && label == run_label;
            if (begin > 0 && !inside_run && limits_.allow(left.rows)) {
                best.improve({criterion_.merit(left.counts.data(), left.weight), term,
                              keys[begin - 1] >> kCodeBits, kWholeCode});
            }
            const bool settled = pure && skip_runs && begin > 0;
            if (!exact && end - begin > 1 && !settled) shared.push_back({code, left});
            for (std::size_t i = begin; i < end; ++i) {
                const double weight = weight_of(keys[i]);
                left.counts[label_of(keys[i])] += weight;
                left.weight += weight;
            }
            left.rows += static_cast<double>(end - begin);
            run_is_pure = pure && begin > 0;
            run_label = label;
            begin = end;
        }
        for (const Surviving& survivor : shared) look_inside_small(term, survivor, best);
    }

    void look_inside_small(std::size_t term, const Surviving& survivor, Candidate& best) {
        std::vector<double> inside(k_, 0.0);
        double weight = 0.0;
        scratch_.values.clear();
        for (const RowIndex row : node_.rows) {
            if (codes_.row(row)[term] != survivor.group) continue;
            add_value(term, row);
            inside[training_.classes[row]] += training_.weight(row);
            weight += training_.weight(row);
        }
        const Box box{survivor.left.counts.data(), inside.data(), survivor.left.weight, weight,
                      limits_.allow_all()};
        if (!best.may_lose_to(criterion_.bound(box), term, survivor.group)) return;
        scan_inside_code(term, survivor.group, survivor.left, best);
    }

    const Training& training_;
    const CodeTable& codes_;
    const NodeRows& node_;
    std::size_t k_;
    Criterion criterion_;
    SideLimits limits_;
    CodedScratch& scratch_;
};

}  // namespace obliqua
