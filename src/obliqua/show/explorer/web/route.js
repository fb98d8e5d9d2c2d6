// How a row finds its leaf: cpp/obliqua/tree/test.cpp and share_walker.hpp once more. Sums are
// taken in the same order, so that every double, and with it every answer, is the same.
//
// A row is a list of numbers, one per feature: NaN is a missing number, -1 a missing category,
// and the number of categories one that was never seen in training.

export const EVERY_CHILD = -1;

export function termValue(tree, term, row) {
    const [kind, a, b] = tree.basis[term];
    switch (kind) {
        case "feature":
            return row[a];
        case "indicator":
            return row[a] < 0 ? NaN : row[a] === b ? 1 : -1;
        case "square":
            return row[a] * row[a];
        default:
            return row[a] * row[b];
    }
}

// The terms of a node's test with missing ones filled, or null where the row goes to every child.
export function termsAt(tree, node, row) {
    const begin = tree.term_begin[node];
    const end = tree.term_begin[node + 1];
    const values = new Float64Array(end - begin);
    for (let i = begin; i < end; ++i) {
        const value = termValue(tree, tree.terms[i], row);
        if (Number.isNaN(value) && tree.missing[node] === "fractional") return null;
        values[i - begin] = Number.isNaN(value) ? tree.fills[i] : value;
    }
    return values;
}

// The category that an equality test compares, or null as above.
export function categoryAt(tree, node, row) {
    const begin = tree.term_begin[node];
    const code = row[tree.terms[begin]];
    if (code >= 0) return code;
    return tree.missing[node] === "fractional" ? null : tree.fills[begin];
}

// bias + sum of weight * term for each of a test's functions, in the order of the terms.
export function scoresAt(tree, node, values) {
    const begin = tree.constant_begin[node];
    const n = tree.constant_begin[node + 1] - begin;
    const scores = new Float64Array(n);
    for (let j = 0; j < n; ++j) {
        let sum = tree.constants[begin + j];
        const weights = tree.weight_begin[node] + j * values.length;
        for (let i = 0; i < values.length; ++i) sum += tree.weights[weights + i] * values[i];
        scores[j] = sum;
    }
    return scores;
}

// The child (0 is left) that a row goes to, or EVERY_CHILD.
export function childOf(tree, node, row) {
    const kind = tree.kind[node];
    const constant = tree.constants[tree.constant_begin[node]];
    if (kind === "equality") {
        const category = categoryAt(tree, node, row);
        return category === null ? EVERY_CHILD : category === constant ? 0 : 1;
    }
    const values = termsAt(tree, node, row);
    if (values === null) return EVERY_CHILD;
    if (kind === "axis") return values[0] <= constant ? 0 : 1;
    const scores = scoresAt(tree, node, values);
    if (kind === "linear") return scores[0] <= 0 ? 0 : 1;
    let winner = 0;
    for (let j = 1; j < scores.length; ++j) if (scores[j] > scores[winner]) winner = j;
    return winner;
}

export function weightOf(tree, node) {
    let total = 0;
    for (const count of tree.counts[node]) total += count;
    return total;
}

// Every node that a share of the row passes, the first child's side first.
export function walk(tree, row) {
    const passed = [];
    const open = [{ node: 0, share: 1 }];
    while (open.length) {
        const part = open.pop();
        passed.push(part);
        if (tree.kind[part.node] === "leaf") continue;
        const first = tree.first_child[part.node];
        const child = childOf(tree, part.node, row);
        if (child !== EVERY_CHILD) {
            open.push({ node: first + child, share: part.share });
            continue;
        }
        const n = tree.n_children[part.node];
        let total = 0;
        for (let j = 0; j < n; ++j) total += weightOf(tree, first + j);
        for (let j = n - 1; j >= 0; --j) {
            const fraction = total > 0 ? weightOf(tree, first + j) / total : 1 / n;
            if (fraction > 0) open.push({ node: first + j, share: part.share * fraction });
        }
    }
    return passed;
}

// Each class's part at a node; where no training row came, at the nearest node above.
export function sharesAt(tree, node) {
    let total = weightOf(tree, node);
    while (total <= 0 && node > 0) {
        node = tree.parent[node];
        total = weightOf(tree, node);
    }
    return tree.counts[node].map((count) =>
        total > 0 ? count / total : 1 / tree.counts[0].length,
    );
}

// The probabilities of the classes for a row that has passed these nodes.
export function answerOf(tree, passed) {
    const leaves = passed.filter(({ node }) => tree.kind[node] === "leaf");
    if (leaves.length === 1) return sharesAt(tree, leaves[0].node);
    const sum = new Array(tree.counts[0].length).fill(0);
    for (const { node, share } of leaves) {
        sharesAt(tree, node).forEach((part, c) => (sum[c] += share * part));
    }
    return sum;
}

// The position of the largest, the first of equals.
export function largest(values) {
    let best = 0;
    for (let i = 1; i < values.length; ++i) if (values[i] > values[best]) best = i;
    return best;
}
