// Everything about one node.

import { bars, projection } from "./charts.js";
import { h } from "./dom.js";
import { scoresAt, termsAt } from "./route.js";
import { branchText, briefBranch, count, formatNumber, percent, plural } from "./words.js";

const MOST_STEPS = 8;
const MOST_CLASSES = 12;
const MOST_TERMS = 12;
const LONG_SUM = 6;

export function nodePanel(model, state, actions) {
    const node = state.selected;
    const leaf = model.isLeaf(node);
    const note = model.notes[node];
    return [
        h(
            "h2",
            {},
            leaf ? `Leaf ${node}: ${model.classes[model.best[node]]}` : `Test at node ${node}`,
        ),
        ...(leaf ? [] : formula(model, node)),
        note ? h("p", { class: "ox-note" }, note) : null,
        facts(model, node),
        h("h3", {}, "Training rows by class"),
        classBars(model, node),
        ...(leaf ? [] : picture(model, state, node)),
        ...(leaf ? [] : weights(model, node)),
        ...way(model, node, actions),
        model.rows
            ? h(
                  "p",
                  {},
                  h(
                      "button",
                      { type: "button", onclick: () => actions.showRowsAt(node) },
                      `Show the ${plural(model.rows.at(node).length, "row")} that come here`,
                  ),
              )
            : null,
    ];
}

function formula(model, node) {
    const test = model.test(node);
    if (test.kind === "machine") {
        return [
            h(
                "p",
                { class: "ox-formula" },
                `The largest of ${test.outputs.length} scores decides.`,
            ),
        ];
    }
    const whole = h("p", { class: "ox-formula" }, branchText(model, node, 0, 5));
    const long = test.kind === "linear" && test.names.length > LONG_SUM;
    return [
        ...(long
            ? [
                  h("p", { class: "ox-formula" }, briefBranch(model, node)),
                  h("details", {}, h("summary", {}, "The whole sum"), whole),
              ]
            : [whole]),
        h("p", { class: "ox-hint" }, "Where this holds, a row goes to the upper branch (yes)."),
    ];
}

function facts(model, node) {
    const { tree } = model;
    const leaf = model.isLeaf(node);
    const entries = [
        ["Rows in training", count(tree.n_rows[node])],
        [leaf ? "Answer" : "Commonest class", model.classes[model.best[node]]],
        ["Its share", percent(model.shares(node)[model.best[node]])],
    ];
    if (!leaf && tree.margin[node] !== null) {
        entries.push(["Gap around the cut", formatNumber(tree.margin[node])]);
    }
    if (!leaf && tree.merit[node] !== null) entries.push(["Merit", formatNumber(tree.merit[node])]);
    if (!leaf) {
        const rule =
            tree.missing[node] === "fractional" ? "go down every branch in part" : "are filled";
        entries.push(["Missing values", rule], ["Nodes below", count(model.below[node])]);
    }
    return h(
        "dl",
        { class: "ox-facts" },
        entries.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    );
}

function classBars(model, node) {
    const counts = model.tree.counts[node];
    const total = counts.reduce((a, b) => a + b, 0);
    const order = counts.map((_, code) => code).filter((code) => counts[code] > 0);
    order.sort((a, b) => counts[b] - counts[a] || a - b);
    if (!order.length) return h("p", { class: "ox-hint" }, "No training row came here.");
    const entries = order.slice(0, MOST_CLASSES).map((code) => ({
        name: model.classes[code],
        parts: counts.map((value, other) => (other === code ? value : 0)),
        value: `${count(counts[code])} · ${percent(counts[code] / total)}`,
    }));
    const said = entries.map(({ name, value }) => `${name}: ${value}`).join(", ");
    const rest = order.length - entries.length;
    return h(
        "div",
        {},
        bars(said, entries, model.colours),
        rest > 0 ? h("p", { class: "ox-hint" }, `and ${plural(rest, "class")} more`) : null,
    );
}

function picture(model, state, node) {
    if (!model.rows) {
        return [
            h(
                "p",
                { class: "ox-hint" },
                "How rows lie around the cut is shown when the page is made with a table.",
            ),
        ];
    }
    const { picture, said } = projection(model, node, ownValue(model, state, node));
    const title = { equality: "Rows by category", machine: "Leads of the largest score" };
    return [
        h("h3", {}, title[model.test(node).kind] ?? "Rows along what is compared"),
        picture,
        h("p", { class: "ox-hint" }, `${said}.`),
    ];
}

// What the test compares for the row that is traced, relative to how the histogram is drawn.
function ownValue(model, state, node) {
    const { kind } = model.test(node);
    if (!state.trace?.nodes.has(node) || (kind !== "axis" && kind !== "linear")) return null;
    const terms = termsAt(model.tree, node, state.trace.row);
    if (terms === null) return null;
    return kind === "axis" ? terms[0] : scoresAt(model.tree, node, terms)[0];
}

// A test's weights; with rows also how much each term moves the sum there.
function weights(model, node) {
    const test = model.test(node);
    if (test.kind === "axis" || test.kind === "equality") return [];
    const spreads = model.rows ? spreadsAt(model, node) : null;
    const size = (i) =>
        Math.max(...test.weights.map((row) => Math.abs(row[i]))) * (spreads?.[i] ?? 1);
    const order = test.names.map((_, i) => i).sort((a, b) => size(b) - size(a) || a - b);
    const machine = test.kind === "machine";
    const heads = machine
        ? test.outputs.map((output) => model.classes[output])
        : ["weight", ...(spreads ? ["× deviation"] : [])];
    const cells = (i) =>
        machine
            ? test.weights.map((row) => formatNumber(row[i], 3))
            : [
                  formatNumber(test.weights[0][i], 5),
                  ...(spreads ? [formatNumber(test.weights[0][i] * spreads[i], 3)] : []),
              ];
    const line = (name, values) =>
        h(
            "tr",
            {},
            h("th", { scope: "row" }, name),
            values.map((value) => h("td", {}, value)),
        );
    const lines = order.map((i) => line(test.names[i], cells(i)));
    const shown = lines.slice(0, MOST_TERMS);
    if (machine)
        shown.push(
            line(
                "(constant)",
                test.biases.map((bias) => formatNumber(bias, 3)),
            ),
        );
    const body = h("tbody", {}, shown);
    const rest = lines.length - MOST_TERMS;
    const more =
        rest > 0
            ? h(
                  "button",
                  {
                      type: "button",
                      onclick: (event) => {
                          lines
                              .slice(MOST_TERMS)
                              .forEach((row, i) =>
                                  body.insertBefore(row, body.children[MOST_TERMS + i] ?? null),
                              );
                          event.target.remove();
                      },
                  },
                  `Show ${plural(rest, "more term")}`,
              )
            : null;
    return [
        h("h3", {}, machine ? "Weights by score" : "Weights, the strongest first"),
        h(
            "div",
            { class: "ox-scroll", tabindex: 0, role: "region", "aria-label": "Weights" },
            h(
                "table",
                {},
                h(
                    "thead",
                    {},
                    h(
                        "tr",
                        {},
                        h("th", { scope: "col" }, "term"),
                        heads.map((head) => h("th", { scope: "col" }, head)),
                    ),
                ),
                body,
            ),
        ),
        spreads && !machine
            ? h(
                  "p",
                  { class: "ox-hint" },
                  "× deviation: the weight times the term's standard deviation among the rows here, in comparable units.",
              )
            : null,
        more,
    ];
}

function spreadsAt(model, node) {
    const values = [...model.rows.at(node)]
        .map((i) => termsAt(model.tree, node, model.rows.row(i)))
        .filter(Boolean);
    return model.test(node).names.map((_, i) => {
        const mean = values.reduce((sum, row) => sum + row[i], 0) / (values.length || 1);
        return Math.sqrt(
            values.reduce((sum, row) => sum + (row[i] - mean) ** 2, 0) / (values.length || 1),
        );
    });
}

// The conditions on the way from the root, each a link to its node.
function way(model, node, actions) {
    const path = model.pathTo(node);
    if (path.length === 1) return [];
    const steps = path
        .slice(1)
        .map((child, i) => ({ at: path[i], child: child - model.tree.first_child[path[i]] }));
    const hidden = Math.max(steps.length - MOST_STEPS, 0);
    return [
        h("h3", {}, "The way here"),
        h(
            "ol",
            { class: "ox-way", start: hidden + 1 },
            steps
                .slice(hidden)
                .map(({ at, child }) =>
                    h(
                        "li",
                        {},
                        h(
                            "button",
                            { type: "button", class: "ox-link", onclick: () => actions.go(at) },
                            briefBranch(model, at, child),
                        ),
                    ),
                ),
        ),
        hidden ? h("p", { class: "ox-hint" }, `after ${plural(hidden, "test")} above`) : null,
    ];
}
