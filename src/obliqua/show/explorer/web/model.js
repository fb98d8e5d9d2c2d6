// What the page was given: a tree as the model file has it, its features and classes, and
// perhaps rows.

import { answerOf, largest, sharesAt, walk } from "./route.js";

export class Model {
    constructor(payload) {
        Object.assign(this, payload); // title, system, features, classes, colours, terms, tree, notes
        this.n = this.tree.kind.length;
        const { parent } = this.tree;
        this.depth = new Int32Array(this.n);
        this.below = new Int32Array(this.n);
        for (let i = 1; i < this.n; ++i) this.depth[i] = this.depth[parent[i]] + 1;
        for (let i = this.n - 1; i > 0; --i) this.below[parent[i]] += 1 + this.below[i];
        this.best = this.tree.kind.map((_, node) => largest(sharesAt(this.tree, node)));
        this.rows = payload.rows ? new Rows(this, payload.rows) : null;
        this._tests = new Map();
    }

    isLeaf(node) {
        return this.tree.kind[node] === "leaf";
    }

    children(node) {
        const first = this.tree.first_child[node];
        return Array.from({ length: this.tree.n_children[node] }, (_, i) => first + i);
    }

    // From the root down to a node.
    pathTo(node) {
        const path = [];
        for (let at = node; at >= 0; at = this.tree.parent[at]) path.push(at);
        return path.reverse();
    }

    shares(node) {
        return sharesAt(this.tree, node);
    }

    test(node) {
        if (!this._tests.has(node)) this._tests.set(node, this._decode(node));
        return this._tests.get(node);
    }

    _decode(node) {
        const { tree } = this;
        const kind = tree.kind[node];
        const terms = tree.terms.slice(tree.term_begin[node], tree.term_begin[node + 1]);
        const constants = tree.constants.slice(
            tree.constant_begin[node],
            tree.constant_begin[node + 1],
        );
        if (kind === "equality") {
            const feature = this.features[terms[0]];
            const category = feature.categories[constants[0]];
            return { kind, feature: feature.name, category, features: terms };
        }
        const names = terms.map((term) => this.terms[term]);
        const features = terms.flatMap((term) => this.featuresOf(term));
        if (kind === "axis") return { kind, names, weights: [[1]], cut: constants[0], features };
        const flat = tree.weights.slice(tree.weight_begin[node], tree.weight_begin[node + 1]);
        const width = names.length;
        const weights = constants.map((_, j) => flat.slice(j * width, (j + 1) * width));
        const test = { kind, names, weights, features };
        if (kind === "linear") return { ...test, cut: 0 - constants[0] };
        const outputs = tree.outputs.slice(
            tree.constant_begin[node],
            tree.constant_begin[node + 1],
        );
        return { ...test, biases: constants, outputs };
    }

    featuresOf(term) {
        const [kind, a, b] = this.tree.basis[term];
        return kind === "product" && a !== b ? [a, b] : [a];
    }

    // Half the gap around a test's cut in the units of what it compares, or null. The tree keeps
    // a linear test's gap perpendicular to its hyperplane.
    halfGap(node) {
        const gap = this.tree.margin[node];
        const test = this.test(node);
        if (gap === null || !(gap > 0)) return null;
        if (test.kind === "linear") return (gap * Math.hypot(...test.weights[0])) / 2;
        return test.kind === "axis" ? gap / 2 : null;
    }

    // Features by how often tests ask for them, each with its number of tests.
    featureUses() {
        if (!this._uses) {
            this._uses = new Int32Array(this.features.length);
            for (let node = 0; node < this.n; ++node) {
                if (this.isLeaf(node)) continue;
                for (const feature of new Set(this.test(node).features)) this._uses[feature] += 1;
            }
        }
        return this._uses;
    }

    // A row to begin with: medians and commonest categories, or without rows what stands in for
    // missing values.
    typicalRow() {
        if (this.rows) return this.rows.typical();
        const row = this.emptyRow();
        const { tree } = this;
        for (let node = this.n - 1; node >= 0; --node) {
            const isEquality = tree.kind[node] === "equality";
            for (let i = tree.term_begin[node]; i < tree.term_begin[node + 1]; ++i) {
                const [kind, a] = isEquality
                    ? ["feature", tree.terms[i]]
                    : tree.basis[tree.terms[i]];
                if (kind === "feature") row[a] = tree.fills[i];
            }
        }
        return row;
    }

    emptyRow() {
        return Float64Array.from(this.features, ({ kind }) => (kind === "symbolic" ? -1 : NaN));
    }
}

class Rows {
    constructor(model, { columns, labels, total, source }) {
        this.model = model;
        this.columns = columns.map((column, feature) => {
            const missing = model.features[feature].kind === "symbolic" ? -1 : NaN;
            return Float64Array.from(column, (value) => (value === null ? missing : value));
        });
        this.labels = labels;
        this.total = total;
        this.source = source;
        this.n = columns[0].length;
    }

    row(i) {
        return Float64Array.from(this.columns, (column) => column[i]);
    }

    // Routes all rows once: who passes each node, and what the tree answers.
    _route() {
        const { tree, n } = this.model;
        const node = [];
        const row = [];
        this._answers = new Int32Array(this.n);
        for (let i = 0; i < this.n; ++i) {
            const passed = walk(tree, this.row(i));
            for (const part of passed) {
                node.push(part.node);
                row.push(i);
            }
            this._answers[i] = largest(answerOf(tree, passed));
        }
        this._begin = new Int32Array(n + 1);
        for (const id of node) this._begin[id + 1] += 1;
        for (let id = 0; id < n; ++id) this._begin[id + 1] += this._begin[id];
        const next = this._begin.slice();
        this._passing = new Int32Array(node.length);
        for (let k = 0; k < node.length; ++k) this._passing[next[node[k]]++] = row[k];
    }

    get answers() {
        if (!this._answers) this._route();
        return this._answers;
    }

    // Numbers of the rows that pass a node, increasing.
    at(node) {
        if (!this._answers) this._route();
        return this._passing.subarray(this._begin[node], this._begin[node + 1]);
    }

    // How many of some rows pass each node.
    counts(rows) {
        const marked = new Uint8Array(this.n);
        for (const row of rows) marked[row] = 1;
        return Int32Array.from({ length: this.model.n }, (_, node) => {
            let passing = 0;
            for (const row of this.at(node)) passing += marked[row];
            return passing;
        });
    }

    // Rows by true class and answer, as a matrix of counts.
    confusion() {
        const k = this.model.classes.length;
        const matrix = Array.from({ length: k }, () => new Array(k).fill(0));
        this.answers.forEach((answer, i) => (matrix[this.labels[i]][answer] += 1));
        return matrix;
    }

    typical() {
        return Float64Array.from(this.columns, (column, feature) => {
            const { kind, categories } = this.model.features[feature];
            if (kind === "symbolic") {
                const seen = new Array(categories.length + 1).fill(0);
                for (const code of column) if (code >= 0) seen[code] += 1;
                return seen.some(Boolean) ? largest(seen) : -1;
            }
            const present = column.filter((value) => !Number.isNaN(value)).sort();
            return present.length ? present[present.length >> 1] : NaN;
        });
    }
}
