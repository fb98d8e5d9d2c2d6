// Draws the tree on a canvas: only what is in view, and less of it the smaller it gets.

import { CARD } from "./layout.js";
import { answerText, count, percent, plural, shortTest } from "./words.js";

const TEXT_FROM = 0.38; // below this scale letters cannot be read
const BARS_FROM = 0.12;
const FONT = '12px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const BOLD = `600 ${FONT}`;
const SMALL = FONT.replace("12px", "10.5px");
const SPOT = 2; // pixels
const PAD = 10;
const KNOB = 9;

export class Scene {
    constructor(canvas, model) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
        this.model = model;
        this.words = new Map();
    }

    resize(width, height) {
        const ratio = window.devicePixelRatio || 1;
        this.width = width;
        this.height = height;
        this.ratio = ratio;
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
    }

    // `view`: cards, transform, theme, and what stands out: selected, path, marked, found, focus.
    draw(view) {
        const { context: c, ratio } = this;
        const { x, y, k } = view.transform;
        c.setTransform(1, 0, 0, 1, 0, 0);
        c.fillStyle = view.theme.ground;
        c.fillRect(0, 0, this.canvas.width, this.canvas.height);
        c.setTransform(ratio * k, 0, 0, ratio * k, ratio * x, ratio * y);
        const window = {
            left: -x / k,
            top: -y / k,
            right: (this.width - x) / k,
            bottom: (this.height - y) / k,
        };
        if (k < BARS_FROM) {
            this._afar(view, window);
            return;
        }
        this._edges(view, window);
        for (const card of view.cards.values()) {
            const outside =
                card.x > window.right ||
                card.x + CARD.width + 24 < window.left ||
                card.y > window.bottom ||
                card.y + CARD.height < window.top;
            if (!outside) this._card(card, view);
        }
    }

    // So small that only lines and coloured spots are left: one stroke per kind of line, one
    // fill per colour, and where several would fall on the same spot, the first.
    _afar(view, window) {
        const { context: c, model } = this;
        const k = view.transform.k;
        const inks = { plain: new Path2D(), lit: new Path2D() };
        const spots = new Map();
        const taken = new Set();
        const cell = (x, y) => Math.round((x * k) / SPOT) * 100_003 + Math.round((y * k) / SPOT);
        const width = Math.max(CARD.width, (2 * SPOT) / k);
        const height = Math.max(CARD.height, SPOT / k);
        for (const card of view.cards.values()) {
            const middle = card.y + CARD.height / 2;
            const parent = view.cards.get(model.tree.parent[card.id]);
            if (card.x > window.right) continue;
            if (parent) {
                const above = parent.y + CARD.height / 2;
                const outside =
                    Math.min(above, middle) > window.bottom || Math.max(above, middle) < window.top;
                const from = cell(parent.x, above);
                const lit = view.isLit(card.id);
                const way = `${from} ${cell(card.x, middle)} ${lit}`;
                if (!outside && !taken.has(way)) {
                    taken.add(way);
                    const ink = lit ? inks.lit : inks.plain;
                    ink.moveTo(parent.x + CARD.width, above);
                    ink.lineTo(card.x, middle);
                }
            }
            const spot = cell(card.x, middle);
            if (middle < window.top || middle > window.bottom || taken.has(spot)) continue;
            if (!model.isLeaf(card.id)) continue;
            taken.add(spot);
            const alpha = view.isFaded(card.id) ? 0.3 : 1;
            const key = `${alpha} ${model.colours[model.best[card.id]]}`;
            if (!spots.has(key)) spots.set(key, new Path2D());
            spots.get(key).rect(card.x, middle - height / 2, width, height);
        }
        c.lineWidth = 0.8 / k;
        c.strokeStyle = view.theme.line;
        c.stroke(inks.plain);
        for (const [key, path] of spots) {
            const [alpha, colour] = key.split(" ");
            c.globalAlpha = Number(alpha);
            c.fillStyle = colour;
            c.fill(path);
        }
        c.globalAlpha = 1;
        c.lineWidth = 2 / k;
        c.strokeStyle = view.theme.ink;
        c.stroke(inks.lit);
        for (const node of [view.selected, ...(view.found ?? [])]) {
            const card = view.cards.get(node);
            const colour = node === view.selected ? view.theme.ink : view.theme.found;
            if (card) this._ring(card, colour, 3 / k, 2 / k);
        }
    }

    _edges(view, window) {
        const { context: c, model } = this;
        const total = Math.max(model.tree.n_rows[0], 1);
        const k = view.transform.k;
        const emphasised = [];
        c.lineCap = "butt";
        for (const card of view.cards.values()) {
            const parent = view.cards.get(model.tree.parent[card.id]);
            if (!parent) continue;
            const from = { x: parent.x + CARD.width, y: parent.y + CARD.height / 2 };
            const to = { x: card.x, y: card.y + CARD.height / 2 };
            if (from.x > window.right || to.x < window.left) continue;
            if (Math.min(from.y, to.y) > window.bottom || Math.max(from.y, to.y) < window.top)
                continue;
            const thick = Math.max(1 + (7 * model.tree.n_rows[card.id]) / total, 0.7 / k);
            if (view.isLit(card.id)) emphasised.push([card, from, to]);
            else this._edge(from, to, view.theme.line, thick);
            if (k > TEXT_FROM) this._answer(card, to, thick, view);
        }
        for (const [card, from, to] of emphasised) {
            const thick = view.marked
                ? 1.5 + (8 * view.marked.counts[card.id]) / Math.max(view.marked.counts[0], 1)
                : 3;
            this._edge(from, to, view.theme.ink, Math.max(thick, 1.5 / k));
        }
    }

    _edge(from, to, colour, thick) {
        const { context: c } = this;
        const bend = (to.x - from.x) / 2;
        c.beginPath();
        c.moveTo(from.x, from.y);
        c.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
        c.strokeStyle = colour;
        c.lineWidth = thick;
        c.stroke();
    }

    _answer(card, to, thick, view) {
        const { context: c } = this;
        const key = `answer ${card.id}`;
        if (!this.words.has(key)) {
            c.font = SMALL;
            this.words.set(key, this._shortened(answerText(this.model, card.id), 44));
        }
        const said = this.words.get(key);
        c.font = SMALL;
        c.textAlign = "right";
        c.lineWidth = 3;
        c.strokeStyle = view.theme.ground;
        const at = to.y - 4 - thick / 2;
        c.strokeText(said, to.x - 6, at);
        c.fillStyle = view.isLit(card.id) ? view.theme.ink : view.theme.faint;
        c.fillText(said, to.x - 6, at);
        c.textAlign = "left";
    }

    _card(card, view) {
        const { context: c, model } = this;
        const { theme } = view;
        const k = view.transform.k;
        const leaf = model.isLeaf(card.id);
        const colour = model.colours[model.best[card.id]];
        c.globalAlpha = view.isFaded(card.id) ? 0.3 : 1;
        c.beginPath();
        c.roundRect(card.x, card.y, CARD.width, CARD.height, leaf ? 14 : 5);
        c.fillStyle = leaf ? theme.leaf : theme.card;
        c.fill();
        c.strokeStyle = leaf ? colour : theme.border;
        c.lineWidth = leaf ? 2 : 1.2;
        c.stroke();
        this._bar(card, view);
        if (k > TEXT_FROM) this._text(card, view, leaf);
        if (!leaf) this._knob(card, view);
        c.globalAlpha = 1;
        if (view.found?.has(card.id)) this._ring(card, theme.found, 3, 3 / k);
        if (card.id === view.selected) this._ring(card, theme.ink, 3, 2.5 / k);
    }

    _ring(card, colour, away, width) {
        const { context: c } = this;
        c.beginPath();
        c.roundRect(card.x - away, card.y - away, CARD.width + 2 * away, CARD.height + 2 * away, 8);
        c.strokeStyle = colour;
        c.lineWidth = Math.max(width, 2.5);
        c.stroke();
    }

    _bar(card, view) {
        const { context: c, model } = this;
        const small = view.transform.k <= TEXT_FROM;
        const height = small ? 18 : 7;
        const width = CARD.width - 2 * PAD;
        let x = card.x + PAD;
        const y = card.y + CARD.height - PAD - height + (small ? 0 : 1);
        const counts = model.tree.counts[card.id];
        const total = counts.reduce((sum, value) => sum + value, 0);
        counts.forEach((value, code) => {
            if (!value) return;
            const part = (width * value) / total;
            c.fillStyle = model.colours[code];
            c.fillRect(x, y, part, height);
            x += part;
        });
    }

    _text(card, view, leaf) {
        const { context: c, model } = this;
        const { theme } = view;
        const lines = this._lines(card.id, leaf);
        c.font = leaf ? BOLD : FONT;
        c.fillStyle = theme.ink;
        lines.forEach((line, i) => c.fillText(line, card.x + PAD, card.y + 18 + 15 * i));
        c.font = SMALL;
        c.fillStyle = theme.faint;
        if (leaf) {
            const share = percent(model.shares(card.id)[model.best[card.id]]);
            const said = view.marked
                ? `${count(view.marked.counts[card.id])} of ${plural(view.marked.rows.length, "marked row")}`
                : `${share} of ${plural(model.tree.n_rows[card.id], "row")}`;
            c.fillText(said, card.x + PAD, card.y + 34);
        }
    }

    _lines(node, leaf) {
        if (!this.words.has(node)) {
            const { context: c, model } = this;
            const room = CARD.width - 2 * PAD;
            c.font = leaf ? BOLD : FONT;
            const lines = leaf
                ? [model.classes[model.best[node]]]
                : shortTest(model, node, (said) => this._broken(said, room));
            this.words.set(
                node,
                lines.slice(0, 2).map((line) => this._shortened(line, room)),
            );
        }
        return this.words.get(node);
    }

    // A text as at most two lines that fit, or null.
    _broken(said, room) {
        const { context: c } = this;
        if (c.measureText(said).width <= room) return [said];
        const words = said.split(" ");
        let first = words.shift();
        while (words.length && c.measureText(`${first} ${words[0]}`).width <= room) {
            first += ` ${words.shift()}`;
        }
        const rest = words.join(" ");
        const fits = [first, rest].every((line) => c.measureText(line).width <= room);
        return fits ? [first, rest] : null;
    }

    _shortened(said, room) {
        const { context: c } = this;
        if (c.measureText(said).width <= room) return said;
        let end = said.length;
        while (end > 1 && c.measureText(`${said.slice(0, end)}…`).width > room) --end;
        return `${said.slice(0, end)}…`;
    }

    // Opens and closes what is below.
    _knob(card, view) {
        const { context: c, model } = this;
        const x = card.x + CARD.width;
        const y = card.y + CARD.height / 2;
        const open = view.open.has(card.id);
        c.beginPath();
        c.arc(x, y, KNOB, 0, 2 * Math.PI);
        c.fillStyle = open ? view.theme.card : view.theme.accent;
        c.fill();
        c.strokeStyle = open ? view.theme.border : view.theme.accent;
        c.lineWidth = 1.2;
        c.stroke();
        c.beginPath();
        c.moveTo(x - 4, y);
        c.lineTo(x + 4, y);
        if (!open) {
            c.moveTo(x, y - 4);
            c.lineTo(x, y + 4);
        }
        c.strokeStyle = open ? view.theme.faint : view.theme.onAccent;
        c.lineWidth = 1.6;
        c.stroke();
        if (open || view.transform.k <= TEXT_FROM) return;
        c.font = SMALL;
        c.fillStyle = view.theme.faint;
        c.fillText(`${model.below[card.id].toLocaleString("en")} below`, x + KNOB + 4, y + 4);
    }
}

// What is at a point of the layout: a node, and whether it is its knob.
export function at(cards, model, x, y) {
    for (const card of cards.values()) {
        const away = Math.hypot(x - card.x - CARD.width, y - card.y - CARD.height / 2);
        if (!model.isLeaf(card.id) && away <= KNOB + 5) return { id: card.id, knob: true };
    }
    for (const card of cards.values()) {
        const inside =
            x >= card.x && x <= card.x + CARD.width && y >= card.y && y <= card.y + CARD.height;
        if (inside) return { id: card.id, knob: false };
    }
    return null;
}
