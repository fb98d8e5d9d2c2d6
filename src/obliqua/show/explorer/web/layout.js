// Where the cards go: the root on the left, one column per depth.

import { hierarchy, tree as tidy } from "d3-hierarchy";

export const CARD = { width: 196, height: 64 };
const COLUMN = CARD.width + 76;
const ROW = CARD.height + 14;

// Cards by node for a model whose nodes in `open` show their children, parents first.
export function arrange(model, open) {
    const root = hierarchy({ id: 0 }, ({ id }) =>
        open.has(id) ? model.children(id).map((child) => ({ id: child })) : null,
    );
    const column = COLUMN * stretch(root);
    const layout = tidy().nodeSize([ROW, column]);
    layout.separation((a, b) => (a.parent === b.parent ? 1 : 1.2));
    const cards = new Map();
    const box = { left: 0, right: 0, top: 0, bottom: 0 };
    layout(root).each((place) => {
        // d3 lays trees out downwards: its x is our y.
        const card = { id: place.data.id, x: place.y, y: place.x - CARD.height / 2 };
        cards.set(card.id, card);
        box.right = Math.max(box.right, card.x + CARD.width);
        box.top = Math.min(box.top, card.y);
        box.bottom = Math.max(box.bottom, card.y + CARD.height);
    });
    return { cards, box };
}

// A tree of thousands of leaves is a hundred times as high as it is deep: its columns are moved
// apart, so that it fills more of a screen and its lines are less steep.
function stretch(root) {
    const tall = (root.leaves().length * ROW) / ((root.height + 1) * COLUMN);
    return Math.min(Math.max(tall / 5, 1), 4);
}

// As many levels opened as fit a first view: so many cards at most.
export function firstLevels(model, most) {
    const open = new Set();
    let level = [0];
    let shown = 1;
    while (level.length) {
        const next = level.flatMap((node) => model.children(node));
        if (shown + next.length > most && open.size) break;
        level.forEach((node) => model.isLeaf(node) || open.add(node));
        shown += next.length;
        level = next;
    }
    return open;
}
