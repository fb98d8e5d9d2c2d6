// The explorer: a tree to walk in, with a panel beside it.

import { h } from "./dom.js";
import { firstLevels } from "./layout.js";
import { Model } from "./model.js";
import { nodePanel } from "./panel_node.js";
import { RowPanel, traceOf } from "./panel_row.js";
import { confusionPanel, rowsPanel } from "./panel_rows.js";
import { themeOf, watchTheme } from "./theme.js";
import { TreeView } from "./view.js";
import { plural } from "./words.js";

const MOST_IN_LEGEND = 60;
const NARROW = 760; // as in the style sheet
let explorers = 0;

export class Explorer {
    constructor(host, payload, { embedded = false } = {}) {
        this.model = new Model(payload);
        this.listeners = new Set();
        this.root = h("div", {
            class: `obliqua-explorer${embedded ? " ox-embedded" : ""}`,
            id: `ox-${++explorers}`,
        });
        this.state = {
            selected: 0,
            open: new Set(),
            trace: null,
            rowIndex: null,
            marked: null,
            found: null,
            tab: "node",
            theme: null,
            select: (node) => this.select(node),
            shown: () => this._shown(),
        };
        host.replaceChildren(this.root);
        this.state.theme = themeOf(this.root);
        this.view = new TreeView(this.root, this.model, this.state);
        this.rowPanel = new RowPanel(this.model, this.state, this._actions());
        this.root.append(
            h("div", { class: "ox-layout" }, this._bar(), this.view.element, this._panel()),
        );
        this.unwatch = watchTheme(() => this.ownTheme || this._themed(""));
        this.update();
    }

    // Colours and width are known only now: a notebook makes the element before it shows it.
    _shown() {
        const { state, model } = this;
        state.theme = themeOf(this.root);
        for (const node of firstLevels(model, this._mostAtFirst())) state.open.add(node);
        this.update();
    }

    // A phone shows the first few cards, a wide screen some dozens.
    _mostAtFirst() {
        return this.root.clientWidth < NARROW ? 8 : 40;
    }

    // --- the parts ------------------------------------------------------------

    _bar() {
        const { model, view, state } = this;
        const leaves = model.tree.kind.filter((kind) => kind === "leaf").length;
        const depth = model.depth.reduce((most, d) => Math.max(most, d), 0);
        const summary = [
            plural(leaves, "leaf"),
            plural(model.n - leaves, "test"),
            `depth ${depth}`,
        ].join(", ");
        const button = (name, sign, onclick) =>
            h("button", { type: "button", "aria-label": name, title: name, onclick }, sign);
        const names = h(
            "datalist",
            { id: `${this.root.id}-names` },
            [...new Set([...model.features.map(({ name }) => name), ...model.classes])]
                .slice(0, 500)
                .map((name) => h("option", { value: name })),
        );
        this.search = h("input", {
            type: "search",
            placeholder: "Find a feature or class",
            "aria-label": "Find tests by feature, or leaves by class",
            list: names.id,
            autocomplete: "off",
            oninput: () => this._find(),
            onkeydown: (event) => event.key === "Enter" && this._nextFound(event.shiftKey ? -1 : 1),
        });
        this.hits = h("span", { class: "ox-hits", role: "status" });
        return h(
            "div",
            { class: "ox-bar" },
            h(
                "div",
                { class: "ox-title" },
                h("h1", {}, model.title),
                h("p", {}, `${model.system ? `${model.system}: ` : ""}${summary}`),
            ),
            h(
                "div",
                { class: "ox-search", role: "search" },
                this.search,
                names,
                this.hits,
                button("Previous found", "↑", () => this._nextFound(-1)),
                button("Next found", "↓", () => this._nextFound(1)),
            ),
            h(
                "div",
                { class: "ox-tools", role: "toolbar", "aria-label": "View" },
                button("Smaller", "−", () => view.scaleBy(1 / 1.4)),
                button("Larger", "+", () => view.scaleBy(1.4)),
                button("Fit the whole tree", "Fit", () => view.fit()),
                button("Open all nodes", "Open all", () => this._openAll()),
                button("Close all but the first levels", "Close", () => this._close()),
            ),
            h(
                "div",
                { class: "ox-theme" },
                button("Light or dark", "◐", () => this._otherTheme()),
            ),
        );
    }

    _panel() {
        const { model } = this;
        const tabs = [
            ["node", "Node"],
            ["row", "Row"],
        ];
        if (model.rows) tabs.push(["rows", "Table"]);
        if (model.rows?.labels) tabs.push(["confusion", "Confusion"]);
        const id = this.root.id;
        this.tabs = tabs.map(([name, said]) =>
            h(
                "button",
                {
                    type: "button",
                    role: "tab",
                    id: `${id}-tab-${name}`,
                    "aria-controls": `${id}-panel`,
                    onclick: () => this.show(name),
                },
                said,
            ),
        );
        this.tabNames = tabs.map(([name]) => name);
        this.body = h("div", {
            role: "tabpanel",
            id: `${id}-panel`,
            class: "ox-body",
            tabindex: 0,
        });
        this.legend = h(
            "ul",
            {
                class: "ox-legend",
                "aria-label": "Classes",
                tabindex: model.classes.length > 6 ? 0 : null,
            },
            model.classes
                .slice(0, MOST_IN_LEGEND)
                .map((name, code) =>
                    h("li", {}, h("span", { style: { background: model.colours[code] } }), name),
                ),
            model.classes.length > MOST_IN_LEGEND
                ? h("li", {}, `and ${model.classes.length - MOST_IN_LEGEND} more`)
                : null,
        );
        return h(
            "div",
            { class: "ox-panel" },
            h(
                "div",
                {
                    role: "tablist",
                    "aria-label": "Details",
                    class: "ox-tabs",
                    onkeydown: (event) => this._tabKey(event),
                },
                this.tabs,
            ),
            this.body,
            this.legend,
        );
    }

    _actions() {
        return {
            prefix: this.root.id,
            go: (node) => this.view.go(node),
            trace: (row, index = null, typed = false) => this.trace(row, index, typed),
            traceRow: (i) => this.traceRow(i),
            mark: (rows, said, cell) => this.mark(rows, said, cell),
            markWrong: () => this.markWrong(),
            markCell: (truth, answer) => this.markCell(truth, answer),
            showRowsAt: (node) => {
                this.mark([...this.model.rows.at(node)], `Rows at node ${node}`);
                this.show("rows");
            },
        };
    }

    // --- what can be done -----------------------------------------------------

    select(node) {
        this.state.selected = node;
        if (this.state.tab === "confusion" || this.state.tab === "rows") this.state.tab = "node";
        this.update();
        for (const listener of this.listeners) listener(node);
    }

    show(tab) {
        this.state.tab = tab;
        if (tab === "row" && !this.state.trace) this.trace(this.model.typicalRow());
        else this.update();
    }

    // Sends a row down the tree; null ends it. What the user types stays as it was typed.
    trace(row, index = null, typed = false) {
        const { state, model } = this;
        state.trace = row && traceOf(model, row);
        state.rowIndex = row ? index : null;
        state.marked = null;
        if (row && !typed) this.rowPanel.fill(row);
        if (row) {
            const before = state.open.size;
            for (const { node } of state.trace.passed)
                if (!model.isLeaf(node)) state.open.add(node);
            if (state.open.size > before) this.view.rearrange();
        }
        this.update();
        if (row && !typed) this.view.showAll([...state.trace.nodes]);
    }

    traceRow(i) {
        this.state.tab = "row";
        this.trace(this.model.rows.row(i), i);
        this.tabs[this.tabNames.indexOf("row")].focus();
    }

    // Shows in the tree where some rows go; null shows all again.
    mark(rows, said = "", cell = null) {
        const { state, model } = this;
        state.trace = null;
        state.rowIndex = null;
        state.marked = rows && { rows, said, cell, counts: model.rows.counts(rows) };
        this.update();
        if (!rows?.length) return;
        const { counts } = state.marked;
        this.view.showAll([...this.view.ends.keys()].filter((node) => counts[node]));
    }

    markWrong() {
        const { answers, labels } = this.model.rows;
        this.mark(
            [...answers.keys()].filter((i) => answers[i] !== labels[i]),
            "Answered wrongly",
        );
    }

    markCell(truth, answer) {
        const { model, state } = this;
        if (state.marked?.cell?.[0] === truth && state.marked.cell[1] === answer) {
            this.mark(null);
            return;
        }
        const { answers, labels } = model.rows;
        const rows = [...answers.keys()].filter(
            (i) => labels[i] === truth && answers[i] === answer,
        );
        this.mark(rows, `Class ${model.classes[truth]} answered ${model.classes[answer]}`, [
            truth,
            answer,
        ]);
    }

    _openAll() {
        const { model, state, view } = this;
        for (let node = 0; node < model.n; ++node) if (!model.isLeaf(node)) state.open.add(node);
        view.rearrange();
        view.fit();
        this.update();
    }

    _close() {
        const { model, state, view } = this;
        state.open.clear();
        for (const node of firstLevels(model, this._mostAtFirst())) state.open.add(node);
        view.rearrange();
        while (!view.isShown(state.selected)) state.selected = model.tree.parent[state.selected];
        view.fit(true);
        this.update();
    }

    // --- search ---------------------------------------------------------------

    _find() {
        const { model, state } = this;
        const wanted = this.search.value.trim().toLowerCase();
        if (!wanted) {
            state.found = null;
        } else {
            const holds = (name) => name.toLowerCase().includes(wanted);
            const features = new Set(
                model.features.flatMap(({ name }, i) => (holds(name) ? [i] : [])),
            );
            const found = [];
            for (let node = 0; node < model.n; ++node) {
                const hit = model.isLeaf(node)
                    ? holds(model.classes[model.best[node]])
                    : model.test(node).features.some((feature) => features.has(feature));
                if (hit) found.push(node);
            }
            state.found = new Set(found);
        }
        this.hits.textContent = state.found ? plural(state.found.size, "node") : "";
        this.update();
    }

    _nextFound(step) {
        const found = [...(this.state.found ?? [])];
        if (!found.length) return;
        const here = this.state.selected;
        const next =
            step > 0
                ? (found.find((node) => node > here) ?? found[0])
                : (found.findLast((node) => node < here) ?? found.at(-1));
        this.view.go(next);
    }

    // --- keeping up -----------------------------------------------------------

    _tabKey(event) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const n = this.tabNames.length;
        const next = (this.tabNames.indexOf(this.state.tab) + step + n) % n;
        this.show(this.tabNames[next]);
        this.tabs[next].focus();
    }

    _otherTheme() {
        this.ownTheme = true;
        this._themed(this.state.theme.dark ? "light" : "dark");
    }

    // Of no name: what the system prefers.
    _themed(name) {
        this.root.dataset.theme = name;
        this.state.theme = themeOf(this.root);
        this.view.redraw();
    }

    update() {
        const { model, state } = this;
        this.tabs.forEach((tab, i) => {
            const chosen = this.tabNames[i] === state.tab;
            tab.setAttribute("aria-selected", String(chosen));
            tab.tabIndex = chosen ? 0 : -1;
        });
        this.body.setAttribute("aria-labelledby", `${this.root.id}-tab-${state.tab}`);
        const actions = this._actions();
        const panels = {
            node: () => nodePanel(model, state, actions),
            row: () => this.rowPanel.elements,
            rows: () => rowsPanel(model, state, actions),
            confusion: () => confusionPanel(model, state, actions),
        };
        this.rowPanel.update();
        if (state.tab !== "row" || this.body.firstChild !== this.rowPanel.elements[0]) {
            const focused = this.body.contains(document.activeElement)
                ? document.activeElement
                : null;
            const name = focused?.getAttribute("aria-label") ?? focused?.textContent;
            this.body.replaceChildren(...panels[state.tab]().filter(Boolean));
            const about = `${state.tab} ${state.selected} ${state.rowIndex}`;
            if (about !== this.about) this.body.scrollTop = 0;
            this.about = about;
            // What was pressed keeps the focus when its panel is drawn anew.
            if (focused) {
                const same = (one) => (one.getAttribute("aria-label") ?? one.textContent) === name;
                (
                    [...this.body.querySelectorAll("button, [tabindex]")].find(same) ?? this.body
                ).focus();
            }
        }
        this.view.update();
    }

    destroy() {
        this.view.destroy();
        this.unwatch();
        this.root.remove();
    }
}
