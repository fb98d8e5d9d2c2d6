// The constant put between two neighbouring values.
#pragma once

namespace obliqua {

// The midpoint, kept below `above` where rounding would reach it, so that rows at `below` go left
// and rows at `above` right; halves first where the difference would overflow.
inline double between(double below, double above) {
    const double gap = above - below;
    const double middle = gap < 1e300 ? below + 0.5 * gap : 0.5 * below + 0.5 * above;
    return middle < above && middle >= below ? middle : below;
}

}  // namespace obliqua
