// The tree on screen: pan, zoom, open and close, and the keyboard.

import { extent } from "d3-array";
import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";

import { h } from "./dom.js";
import { CARD, arrange } from "./layout.js";
import { at, Scene } from "./scene.js";
import { answerText, branchText, plural } from "./words.js";

const MOVING = 260; // milliseconds
const LEGIBLE = 0.55;
const LEAST = 0.4;

export class TreeView {
    constructor(root, model, state) {
        this.model = model;
        this.state = state;
        this.canvas = h("canvas", { "aria-hidden": "true" });
        this.item = h("div", { role: "treeitem", id: `${root.id}-item` });
        this.tree = h("div", {
            role: "tree",
            class: "ox-keys",
            tabindex: 0,
            "aria-label": "Decision tree",
            "aria-activedescendant": this.item.id,
            onkeydown: (event) => this._key(event),
        });
        this.tree.append(this.item);
        this.element = h("div", { class: "ox-stage" }, this.canvas, this.tree);
        this.scene = new Scene(this.canvas, model);
        this._layOut();
        this.transform = zoomIdentity;
        this.zoom = zoom()
            .scaleExtent([0.01, 3])
            .filter((event) => this._mayZoom(event, root))
            .on("zoom", ({ transform }) => {
                this.transform = transform;
                this.redraw();
            });
        select(this.tree).call(this.zoom).on("dblclick.zoom", null);
        this.tree.addEventListener("click", (event) => this._click(event));
        this.tree.addEventListener("pointermove", (event) => {
            if (!event.buttons) this.tree.style.cursor = this._under(event) ? "pointer" : "grab";
        });
        this.observer = new ResizeObserver(() => this._resized());
        this.observer.observe(this.element);
        this._describe();
    }

    // In a notebook the wheel scrolls the page until the tree has the focus.
    _mayZoom(event, root) {
        if (event.button) return false;
        if (event.type !== "wheel" || !root.classList.contains("ox-embedded")) return true;
        return event.ctrlKey || this.element.contains(document.activeElement);
    }

    // --- drawing --------------------------------------------------------------

    _resized() {
        const { width, height } = this.element.getBoundingClientRect();
        if (!width || !height) return;
        this.scene.resize(width, height);
        if (!this.shown) {
            this.shown = true;
            this.state.shown();
            this._layOut();
            this.fit(true);
            if (this.state.selected) this.reveal(this.state.selected);
        }
        this.paint();
    }

    redraw() {
        if (this.pending) return;
        this.pending = requestAnimationFrame(() => this.paint());
    }

    paint() {
        cancelAnimationFrame(this.pending);
        this.pending = 0;
        if (!this.scene.width) return;
        const { state } = this;
        const path = state.trace?.nodes;
        const marked = state.marked;
        this.scene.draw({
            cards: this.cards,
            transform: this.transform,
            theme: state.theme,
            open: state.open,
            selected: state.selected,
            found: state.found,
            marked,
            isLit: (node) => (marked ? marked.counts[node] > 0 : Boolean(path?.has(node))),
            isFaded: (node) =>
                marked
                    ? !marked.counts[node]
                    : path
                      ? !path.has(node)
                      : Boolean(state.found?.size && !state.found.has(node)),
        });
    }

    // Lays the tree out again; cards glide to their new places, `anchor` stays where it is.
    rearrange(anchor = 0) {
        const before = this.cards;
        const cards = this._layOut();
        const still = cards.get(anchor);
        const was = before.get(anchor);
        if (still && was) {
            this._move(this.transform.translate(was.x - still.x, was.y - still.y), 0);
            const shift = { x: still.x - was.x, y: still.y - was.y };
            for (const card of before.values()) {
                card.x += shift.x;
                card.y += shift.y;
            }
        }
        const starts = new Map();
        for (const card of cards.values()) {
            let from = before.get(card.id);
            for (let up = card.id; !from && up > 0;) {
                up = this.model.tree.parent[up];
                from = before.get(up);
            }
            starts.set(card.id, { x: (from ?? card).x, y: (from ?? card).y });
        }
        this._glide(starts);
    }

    // `ends` is where the cards belong, `cards` where they are while they glide there.
    _layOut() {
        const { cards, box } = arrange(this.model, this.state.open);
        this.box = box;
        this.ends = cards;
        this.cards = new Map([...cards].map(([id, card]) => [id, { ...card }]));
        return this.cards;
    }

    _glide(starts) {
        cancelAnimationFrame(this.gliding);
        const begin = performance.now();
        const length = stillness() ? 0 : MOVING;
        const step = (now) => {
            const t = length ? Math.min((now - begin) / length, 1) : 1;
            const eased = 1 - (1 - t) ** 3;
            for (const [id, card] of this.cards) {
                const from = starts.get(id);
                const to = this.ends.get(id);
                card.x = from.x + (to.x - from.x) * eased;
                card.y = from.y + (to.y - from.y) * eased;
            }
            this.paint();
            if (t < 1) this.gliding = requestAnimationFrame(step);
        };
        step(begin);
    }

    // --- moving ---------------------------------------------------------------

    _move(transform, length = MOVING) {
        cancelAnimationFrame(this.moving);
        const from = this.transform;
        const begin = performance.now();
        const whole = stillness() ? 0 : length;
        const step = (now) => {
            const t = whole ? Math.min((now - begin) / whole, 1) : 1;
            const eased = 1 - (1 - t) ** 3;
            const between = (a, b) => a + (b - a) * eased;
            const next = zoomIdentity
                .translate(between(from.x, transform.x), between(from.y, transform.y))
                .scale(between(from.k, transform.k));
            select(this.tree).call(this.zoom.transform, next);
            if (t < 1) this.moving = requestAnimationFrame(step);
        };
        step(begin);
    }

    // Shows the whole tree; at first only if its words can be read, else from the root on.
    fit(first = false) {
        const { box } = this;
        const { width, height } = this.scene;
        const room = 24;
        const k = Math.min(
            (width - 2 * room) / (box.right - box.left + 60),
            (height - 2 * room) / (box.bottom - box.top),
            1.15,
        );
        if (first && k < LEAST) {
            const scale = Math.min(0.8, Math.max(LEGIBLE, width / (2.2 * CARD.width)));
            this._move(zoomIdentity.translate(room, height / 2).scale(scale), 0);
            return;
        }
        const x = (width - k * (box.right - box.left)) / 2;
        const y = (height - k * (box.bottom + box.top)) / 2;
        this._move(zoomIdentity.translate(x, y).scale(k), first ? 0 : MOVING);
    }

    scaleBy(factor) {
        const { width, height } = this.scene;
        const { x, y, k } = this.transform;
        const next = Math.min(Math.max(k * factor, 0.01), 3);
        const to = (middle, offset) => middle - ((middle - offset) * next) / k;
        this._move(zoomIdentity.translate(to(width / 2, x), to(height / 2, y)).scale(next));
    }

    // Opens what is above a node and brings it into view.
    reveal(node) {
        let opened = false;
        for (const above of this.model.pathTo(node).slice(0, -1)) {
            if (!this.state.open.has(above)) {
                this.state.open.add(above);
                opened = true;
            }
        }
        if (!this.shown) return;
        if (opened) this.rearrange();
        const card = this.ends.get(node);
        const { x, y, k } = this.transform;
        const { width, height } = this.scene;
        const left = card.x * k + x;
        const top = card.y * k + y;
        const legible = k >= LEGIBLE;
        const inside =
            left > 8 &&
            top > 8 &&
            left + (CARD.width + 20) * k < width &&
            top + CARD.height * k < height - 8;
        if (inside && legible) return;
        const scale = legible ? k : 0.85;
        this._move(
            zoomIdentity
                .translate(
                    width / 2 - (card.x + CARD.width / 2) * scale,
                    height / 2 - (card.y + CARD.height / 2) * scale,
                )
                .scale(scale),
        );
    }

    // Brings nodes into view, all of them if they can then be read, or else the last.
    showAll(nodes) {
        const cards = nodes.map((node) => this.ends.get(node)).filter(Boolean);
        if (!cards.length || !this.scene.width) return;
        const [left, last] = extent(cards, (card) => card.x);
        const [top, lowest] = extent(cards, (card) => card.y);
        const right = last + CARD.width + 40;
        const bottom = lowest + CARD.height;
        const { width, height } = this.scene;
        const room = 24;
        const whole = Math.min((width - room) / (right - left), (height - room) / (bottom - top));
        if (whole < LEAST) {
            this.reveal(cards.at(-1).id);
            return;
        }
        const { x, y, k } = this.transform;
        const scale = Math.min(k, whole);
        const inside =
            scale === k &&
            left * k + x > 0 &&
            right * k + x < width &&
            top * k + y > 0 &&
            bottom * k + y < height;
        if (inside) return;
        const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
        this._move(
            zoomIdentity
                .translate(width / 2 - middle.x * scale, height / 2 - middle.y * scale)
                .scale(scale),
        );
    }

    // Where a node's card is on the screen, relative to the stage.
    place(node) {
        const card = this.cards.get(node);
        if (!card) return null;
        const { x, y, k } = this.transform;
        return {
            left: card.x * k + x,
            top: card.y * k + y,
            width: CARD.width * k,
            height: CARD.height * k,
        };
    }

    // --- pointer and keyboard -------------------------------------------------

    _under(event) {
        const { left, top } = this.element.getBoundingClientRect();
        const [x, y] = this.transform.invert([event.clientX - left, event.clientY - top]);
        return at(this.cards, this.model, x, y);
    }

    _click(event) {
        const hit = this._under(event);
        if (!hit) return;
        if (hit.knob) this.toggle(hit.id);
        else this.state.select(hit.id);
    }

    toggle(node, all = false) {
        const { open } = this.state;
        if (this.model.isLeaf(node)) return;
        if (all) {
            const waiting = [node];
            while (waiting.length) {
                const next = waiting.pop();
                if (this.model.isLeaf(next)) continue;
                open.add(next);
                waiting.push(...this.model.children(next));
            }
        } else if (!open.delete(node)) {
            open.add(node);
        }
        this.rearrange(node);
        if (!this.isShown(this.state.selected)) this.state.select(node);
        this._describe();
    }

    isShown(node) {
        return this.ends.has(node);
    }

    _key(event) {
        const step = KEYS[event.key];
        if (!step || event.metaKey || event.ctrlKey || event.altKey) return;
        event.preventDefault();
        step(this);
    }

    go(node) {
        if (node === null || node === undefined) return;
        this.state.select(node);
        this.reveal(node);
    }

    // The next (or the last) node that is shown, in reading order.
    neighbour(step) {
        const { model, state } = this;
        const node = state.selected;
        if (step > 0) {
            if (state.open.has(node)) return model.children(node)[0];
            for (let at = node; at > 0; at = model.tree.parent[at]) {
                const siblings = model.children(model.tree.parent[at]);
                if (at < siblings.at(-1)) return at + 1;
            }
            return null;
        }
        if (!node) return null;
        const parent = model.tree.parent[node];
        return node === model.tree.first_child[parent] ? parent : this.lastBelow(node - 1);
    }

    lastBelow(node) {
        while (this.state.open.has(node)) node = this.model.children(node).at(-1);
        return node;
    }

    // Says to those who do not see the canvas where they are.
    _describe() {
        const { model, state } = this;
        const node = state.selected;
        const parent = model.tree.parent[node];
        const siblings = parent < 0 ? [0] : model.children(parent);
        const what = model.isLeaf(node)
            ? `class ${model.classes[model.best[node]]}`
            : `test ${test(model, node)}`;
        const answer = answerText(model, node);
        this.item.textContent = `${answer ? `${answer}: ` : ""}${what}, ${plural(
            model.tree.n_rows[node],
            "row",
        )}`;
        this.item.setAttribute("aria-level", model.depth[node] + 1);
        this.item.setAttribute("aria-setsize", siblings.length);
        this.item.setAttribute("aria-posinset", node - siblings[0] + 1);
        this.item.setAttribute("aria-selected", "true");
        if (model.isLeaf(node)) this.item.removeAttribute("aria-expanded");
        else this.item.setAttribute("aria-expanded", state.open.has(node));
    }

    update() {
        this._describe();
        this.redraw();
    }

    destroy() {
        this.observer.disconnect();
        cancelAnimationFrame(this.pending);
        cancelAnimationFrame(this.gliding);
        cancelAnimationFrame(this.moving);
    }
}

function test(model, node) {
    const { kind, outputs } = model.test(node);
    return kind === "machine" ? `largest of ${outputs.length} scores` : branchText(model, node);
}

function stillness() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// The keys of an ARIA tree, and three for the view.
const KEYS = {
    ArrowRight: (view) => {
        const { selected, open } = view.state;
        if (view.model.isLeaf(selected)) return;
        if (open.has(selected)) view.go(view.model.children(selected)[0]);
        else view.toggle(selected);
    },
    ArrowLeft: (view) => {
        const { selected, open } = view.state;
        if (open.has(selected)) view.toggle(selected);
        else if (selected) view.go(view.model.tree.parent[selected]);
    },
    ArrowDown: (view) => view.go(view.neighbour(1)),
    ArrowUp: (view) => view.go(view.neighbour(-1)),
    Home: (view) => view.go(0),
    End: (view) => view.go(view.lastBelow(0)),
    Enter: (view) => view.toggle(view.state.selected),
    " ": (view) => view.toggle(view.state.selected),
    "*": (view) => view.toggle(view.state.selected, true),
    "+": (view) => view.scaleBy(1.4),
    "-": (view) => view.scaleBy(1 / 1.4),
    0: (view) => view.fit(),
};
