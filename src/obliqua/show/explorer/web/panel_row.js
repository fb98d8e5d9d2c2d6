// One row's way through the tree, from a form.

import { h } from "./dom.js";
import {
    answerOf,
    categoryAt,
    childOf,
    EVERY_CHILD,
    largest,
    scoresAt,
    termsAt,
    walk,
} from "./route.js";
import { bars } from "./charts.js";
import { briefBranch, formatNumber, percent, plural } from "./words.js";

const MOST_STEPS = 100;

export function traceOf(model, row) {
    const passed = walk(model.tree, row);
    const shares = answerOf(model.tree, passed);
    return {
        row,
        passed,
        nodes: new Set(passed.map(({ node }) => node)),
        shares,
        answer: largest(shares),
    };
}

// The form is made once; the answer below it anew with every change.
export class RowPanel {
    constructor(model, state, actions) {
        Object.assign(this, { model, state, actions });
        this.answer = h("div", { class: "ox-answer", "aria-live": "polite" });
        this.fields = model.features.map((feature, i) => this._field(feature, i));
        const uses = model.featureUses();
        const order = model.features.map((_, i) => i).sort((a, b) => uses[b] - uses[a] || a - b);
        const asked = order.filter((i) => uses[i]);
        const others = order.filter((i) => !uses[i]);
        this.form = h(
            "form",
            { class: "ox-form", onsubmit: (event) => event.preventDefault() },
            asked.map((i) => this.fields[i].label),
            others.length
                ? h(
                      "details",
                      {},
                      h("summary", {}, `${plural(others.length, "feature")} that no test asks for`),
                      others.map((i) => this.fields[i].label),
                  )
                : null,
        );
        this.which = h("p", { class: "ox-hint" });
        this.elements = [
            h("h2", {}, "Trace a row"),
            this.which,
            h(
                "p",
                { class: "ox-buttons" },
                h(
                    "button",
                    { type: "button", onclick: () => actions.trace(model.typicalRow()) },
                    "Typical row",
                ),
                h(
                    "button",
                    { type: "button", onclick: () => actions.trace(model.emptyRow()) },
                    "All missing",
                ),
                h("button", { type: "button", onclick: () => actions.trace(null) }, "End tracing"),
            ),
            this.answer,
            h("h3", {}, "Values"),
            h(
                "p",
                { class: "ox-hint" },
                "An empty field is a missing value. Most asked features come first.",
            ),
            this.form,
        ];
        this.fill(model.typicalRow());
    }

    _field(feature, i) {
        const id = `${this.actions.prefix}-field-${i}`;
        const symbolic = feature.kind === "symbolic";
        const options = [
            "(missing)",
            ...(symbolic ? feature.categories : []),
            "(another, never seen)",
        ];
        const input = symbolic
            ? h(
                  "select",
                  { id, onchange: () => this._changed() },
                  options.map((name, code) => h("option", { value: code - 1 }, name)),
              )
            : h("input", {
                  id,
                  type: "text",
                  inputmode: "decimal",
                  autocomplete: "off",
                  placeholder: "missing",
                  oninput: () => this._changed(),
              });
        return {
            input,
            symbolic,
            label: h("div", { class: "ox-field" }, h("label", { for: id }, feature.name), input),
        };
    }

    fill(row) {
        this.fields.forEach(({ input, symbolic }, i) => {
            input.value = symbolic ? String(row[i]) : Number.isNaN(row[i]) ? "" : String(row[i]);
            input.removeAttribute("aria-invalid");
        });
    }

    // The row that the fields hold, or null where one is no number.
    _read() {
        let valid = true;
        const row = Float64Array.from(this.fields, ({ input, symbolic }) => {
            const said = input.value.trim();
            if (symbolic) return Number(said);
            const value = said === "" ? NaN : Number(said);
            const bad = said !== "" && !Number.isFinite(value);
            input.toggleAttribute("aria-invalid", bad);
            if (bad) input.setAttribute("aria-invalid", "true");
            valid &&= !bad;
            return value;
        });
        return valid ? row : null;
    }

    _changed() {
        const row = this._read();
        if (row) this.actions.trace(row, null, true);
        else
            this.answer.replaceChildren(
                h("p", { class: "ox-problem" }, "A value is not a number."),
            );
    }

    update() {
        const { model, state, actions } = this;
        const { trace, rowIndex } = state;
        const number = rowIndex === null ? null : `Row ${rowIndex + 1} of the table`;
        const truth =
            rowIndex !== null && model.rows?.labels
                ? model.classes[model.rows.labels[rowIndex]]
                : null;
        this.which.textContent = !trace
            ? "Fill in the values, or choose a row of the table, and see which way it takes."
            : number
              ? number + (truth === null ? "" : `; its class is ${truth}`)
              : "A row of your own";
        if (!trace) {
            this.answer.replaceChildren();
            return;
        }
        const shown = trace.shares
            .map((share, code) => ({ share, code }))
            .filter(({ share }) => share > 0)
            .sort((a, b) => b.share - a.share || a.code - b.code)
            .slice(0, 8);
        const entries = shown.map(({ share, code }) => ({
            name: model.classes[code],
            parts: model.classes.map((_, other) => (other === code ? share : 0)),
            value: percent(share),
        }));
        const said = entries.map(({ name, value }) => `${name}: ${value}`).join(", ");
        this.answer.replaceChildren(
            h(
                "p",
                { class: "ox-result" },
                "Answer: ",
                h("strong", {}, model.classes[trace.answer]),
            ),
            bars(said, entries, model.colours),
            h("h3", {}, "Its way"),
            h("ol", { class: "ox-way" }, this._steps(trace, actions)),
        );
    }

    _steps(trace, actions) {
        const { model } = this;
        return trace.passed.slice(0, MOST_STEPS).map(({ node, share }) => {
            const part = share < 1 ? ` (${percent(share)} of the row)` : "";
            return h(
                "li",
                {},
                h(
                    "button",
                    { type: "button", class: "ox-link", onclick: () => actions.go(node) },
                    this._step(node, trace.row) + part,
                ),
            );
        });
    }

    _step(node, row) {
        const { model } = this;
        const { tree } = model;
        if (model.isLeaf(node)) return `Leaf ${node}: ${model.classes[model.best[node]]}`;
        const child = childOf(tree, node, row);
        const test = model.test(node);
        if (child === EVERY_CHILD)
            return `${briefBranch(model, node)}? A value is missing: every branch in part`;
        if (test.kind === "equality") {
            const name = [...model.features[test.features[0]].categories, "never seen"][
                categoryAt(tree, node, row)
            ];
            return `${test.feature} is ${name}: ${briefBranch(model, node, child)}`;
        }
        const values = termsAt(tree, node, row);
        if (test.kind === "axis") {
            const [name] = test.names;
            const holds = briefBranch(model, node, child).slice(name.length);
            return `${name} is ${formatNumber(values[0], 6)}:${holds}`;
        }
        const scores = scoresAt(tree, node, values);
        if (test.kind === "linear")
            return `sum ${formatNumber(scores[0] + test.cut, 6)}: ${briefBranch(model, node, child)}`;
        return `${briefBranch(model, node, child)}, ${formatNumber(scores[child])}`;
    }
}
