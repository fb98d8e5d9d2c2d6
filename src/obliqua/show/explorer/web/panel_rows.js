// The table's rows, and the confusion matrix that picks among them.

import { max } from "d3-array";

import { h } from "./dom.js";
import { count, formatNumber, percent, plural } from "./words.js";

const PAGE = 50;

export function rowsPanel(model, state, actions) {
    const { rows } = model;
    const chosen = state.marked ? state.marked.rows : Array.from({ length: rows.n }, (_, i) => i);
    const said = state.marked ? state.marked.said : "All rows";
    const note =
        rows.n < rows.total
            ? ` The page holds ${count(rows.n)} of ${plural(rows.total, "row")}, drawn at random.`
            : "";
    const choices = [["All", () => actions.mark(null)]];
    if (rows.labels) choices.push(["Answered wrongly", () => actions.markWrong()]);
    choices.push([`At node ${state.selected}`, () => actions.showRowsAt(state.selected)]);
    return [
        h("h2", {}, "Rows"),
        h(
            "p",
            { class: "ox-buttons" },
            choices.map(([name, onclick]) => h("button", { type: "button", onclick }, name)),
        ),
        h("p", { role: "status" }, `${said}: ${plural(chosen.length, "row")}.${note}`),
        chosen.length ? table(model, state, actions, chosen) : null,
    ];
}

function table(model, state, actions, chosen) {
    const { rows } = model;
    const uses = model.featureUses();
    const order = model.features
        .map((_, i) => i)
        .sort((a, b) => (uses[b] > 0) - (uses[a] > 0) || a - b);
    const features = order.slice(0, 40);
    const heads = [
        "row",
        ...(rows.labels ? ["class"] : []),
        "answer",
        ...features.map((i) => model.features[i].name),
    ];
    const body = h("tbody", {});
    let shown = 0;
    const more = h("button", { type: "button", onclick: () => grow() });
    const grow = () => {
        body.append(
            ...chosen
                .slice(shown, shown + PAGE)
                .map((i) => line(model, state, actions, i, features)),
        );
        shown = Math.min(shown + PAGE, chosen.length);
        more.textContent = `Show ${Math.min(PAGE, chosen.length - shown)} more of ${count(chosen.length - shown)}`;
        more.hidden = shown === chosen.length;
    };
    grow();
    return h(
        "div",
        {},
        h(
            "div",
            {
                class: "ox-scroll ox-tall",
                tabindex: 0,
                role: "region",
                "aria-label": "Table of rows",
            },
            h(
                "table",
                { class: "ox-rows" },
                h(
                    "thead",
                    {},
                    h(
                        "tr",
                        {},
                        heads.map((head) => h("th", { scope: "col" }, head)),
                    ),
                ),
                body,
            ),
        ),
        h("p", {}, more),
    );
}

function line(model, state, actions, i, features) {
    const { rows } = model;
    const answer = model.classes[rows.answers[i]];
    const wrong = rows.labels && rows.labels[i] !== rows.answers[i];
    const cells = [
        ...(rows.labels ? [model.classes[rows.labels[i]]] : []),
        wrong ? `✗ ${answer}` : answer,
    ];
    return h(
        "tr",
        { class: i === state.rowIndex ? "ox-chosen" : null },
        h(
            "th",
            { scope: "row" },
            h(
                "button",
                {
                    type: "button",
                    class: "ox-link",
                    "aria-label": `Trace row ${i + 1}`,
                    onclick: () => actions.traceRow(i),
                },
                String(i + 1),
            ),
        ),
        cells.map((value) => h("td", {}, value)),
        features.map((feature) => h("td", {}, valueOf(model, feature, rows.columns[feature][i]))),
    );
}

function valueOf(model, feature, value) {
    const { kind, categories } = model.features[feature];
    if (kind === "symbolic") return value < 0 ? "" : (categories[value] ?? "(never seen)");
    return Number.isNaN(value) ? "" : formatNumber(value, 6);
}

export function confusionPanel(model, state, actions) {
    const matrix = model.rows.confusion();
    const total = model.rows.n;
    const right = matrix.reduce((sum, row, i) => sum + row[i], 0);
    const used = model.classes
        .map((_, c) => c)
        .filter((c) => matrix[c].some(Boolean) || matrix.some((row) => row[c]));
    const most = max(matrix.flat()) || 1;
    const cell = (truth, answer) => {
        const value = matrix[truth][answer];
        const good = truth === answer;
        const pressed = state.marked?.cell?.[0] === truth && state.marked.cell[1] === answer;
        if (!value) return h("td", { class: "ox-none" }, "·");
        return h(
            "td",
            {},
            h(
                "button",
                {
                    type: "button",
                    class: good ? "ox-cell ox-good" : "ox-cell ox-bad",
                    style: { "--strength": `${Math.round(20 + 70 * Math.sqrt(value / most))}%` },
                    "aria-pressed": String(pressed),
                    "aria-label": `${plural(value, "row")} of class ${model.classes[truth]} answered ${model.classes[answer]}`,
                    onclick: () => actions.markCell(truth, answer),
                },
                count(value),
            ),
        );
    };
    return [
        h("h2", {}, "Confusion matrix"),
        h(
            "p",
            {},
            `${percent(right / total)} of ${plural(total, "row")} answered rightly; ${count(total - right)} not.`,
        ),
        h("p", { class: "ox-hint" }, "Press a cell to see in the tree where its rows go."),
        h(
            "div",
            { class: "ox-scroll", tabindex: 0, role: "region", "aria-label": "Confusion matrix" },
            h(
                "table",
                { class: used.length > 8 ? "ox-confusion ox-dense" : "ox-confusion" },
                h(
                    "thead",
                    {},
                    h(
                        "tr",
                        {},
                        h("th", { scope: "col" }, "true ╲ answer"),
                        used.map((c) => h("th", { scope: "col" }, model.classes[c])),
                    ),
                ),
                h(
                    "tbody",
                    {},
                    used.map((truth) =>
                        h(
                            "tr",
                            {},
                            h("th", { scope: "row" }, model.classes[truth]),
                            used.map((answer) => cell(truth, answer)),
                        ),
                    ),
                ),
            ),
        ),
        state.marked
            ? h(
                  "p",
                  {},
                  h(
                      "button",
                      { type: "button", onclick: () => actions.mark(null) },
                      "Show all rows again",
                  ),
              )
            : null,
    ];
}
