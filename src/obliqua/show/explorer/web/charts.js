// Small pictures for the panels, as SVG.

import { max, sum } from "d3-array";
import { scaleLinear } from "d3-scale";

import { s } from "./dom.js";
import { categoryAt, scoresAt, termsAt } from "./route.js";
import { count, formatNumber, plural } from "./words.js";

const WIDTH = 340;
const HEIGHT = 150;
const FOOT = 30;
const BINS = 36;
const MOST_POINTS = 1500;
const HUGE = 1e307; // the width of what lies further out would overflow

// What a node's test compares for each row that comes there, with the row's number and class.
export function valuesAt(model, node) {
    const { rows, tree } = model;
    const found = [];
    for (const i of rows.at(node)) {
        const row = rows.row(i);
        const kind = tree.kind[node];
        const label = rows.labels ? rows.labels[i] : 0;
        if (kind === "equality") {
            const code = categoryAt(tree, node, row);
            if (code !== null) found.push({ i, label, value: code });
            continue;
        }
        const terms = termsAt(tree, node, row);
        if (terms === null) continue;
        if (kind === "axis") found.push({ i, label, value: terms[0] });
        else found.push({ i, label, value: scoresAt(tree, node, terms) });
    }
    return found;
}

// Bars of equal width, one border of which is the cut: no bar is on both sides.
export function histogram(points, where, k) {
    const within = (value) => Math.min(Math.max(value, -HUGE), HUGE);
    const cut = within(where);
    const values = points.map(({ value, label }) => ({
        value: within(value),
        label,
        goesLeft: value <= where,
    }));
    let low = cut;
    let high = cut;
    for (const { value } of values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
    }
    if (!(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)))) {
        low -= 0.5 * Math.max(1, Math.abs(cut));
        high += 0.5 * Math.max(1, Math.abs(cut));
    }
    const width = (high - low) / BINS;
    const left = Math.max(Math.ceil((cut - low) / width), 1);
    const right = Math.max(Math.ceil((high - cut) / width), 1);
    const bins = Array.from({ length: left + right }, () => new Array(k).fill(0));
    for (const { value, label, goesLeft } of values) {
        // A test's left side holds its cut, so bars hold their upper border.
        const bin = left + Math.ceil((value - cut) / width) - 1;
        const [first, last] = goesLeft ? [0, left - 1] : [left, left + right - 1];
        bins[Math.min(Math.max(bin, first), last)][label] += 1;
    }
    return { bins, start: cut - left * width, width, left };
}

// The rows of a node along what its test compares, by class, with the cut and the gap.
export function projection(model, node, own) {
    const test = model.test(node);
    if (test.kind === "equality") return categories(model, node);
    if (test.kind === "machine") return leads(model, node);
    const linear = test.kind === "linear";
    // A linear test's exact side of the cut is the sign of its score.
    const values = valuesAt(model, node).map((point) =>
        linear ? { ...point, value: point.value[0] } : point,
    );
    const offset = linear ? test.cut : 0;
    const cut = linear ? 0 : test.cut;
    const k = model.classes.length;
    const { bins, start, width, left } = histogram(values, cut, k);
    const x = scaleLinear([start, start + width * bins.length], [6, WIDTH - 6]);
    const most = Math.max(
        1,
        max(bins, (bin) => sum(bin)),
    );
    const y = scaleLinear([0, most], [HEIGHT - FOOT, 16]);
    const parts = [];
    const half = model.halfGap(node);
    if (half !== null) {
        const from = x(Math.max(cut - half, start));
        const to = x(Math.min(cut + half, start + width * bins.length));
        parts.push(
            s("rect", {
                class: "ox-gap",
                x: from,
                y: 16,
                width: to - from,
                height: HEIGHT - FOOT - 16,
            }),
        );
    }
    bins.forEach((bin, b) => {
        let below = 0;
        bin.forEach((value, code) => {
            if (!value) return;
            parts.push(
                s("rect", {
                    x: x(start + b * width) + 0.5,
                    width: Math.max(x(start + width) - x(start) - 1, 0.6),
                    y: y(below + value),
                    height: y(below) - y(below + value),
                    fill: model.colours[code],
                }),
            );
            below += value;
        });
    });
    parts.push(...axis(x, offset), line(x(cut), 12, HEIGHT - FOOT));
    if (own !== null && own !== undefined) parts.push(marker(x, own));
    const toLeft = bins
        .slice(0, left)
        .flat()
        .reduce((a, b) => a + b, 0);
    const said =
        `Histogram of ${plural(values.length, "row")}: ${count(toLeft)} at or left of the cut ` +
        `${formatNumber(test.cut)}, ${count(values.length - toLeft)} right of it`;
    return { picture: frame(said, parts), said };
}

function axis(x, offset) {
    const [low, high] = x.domain();
    const shifted = x.copy().domain([low + offset, high + offset]);
    return shifted
        .ticks(4)
        .flatMap((tick) => [
            s("line", {
                class: "ox-tick",
                x1: shifted(tick),
                x2: shifted(tick),
                y1: HEIGHT - FOOT,
                y2: HEIGHT - FOOT + 4,
            }),
            s(
                "text",
                {
                    class: "ox-tick",
                    x: shifted(tick),
                    y: HEIGHT - FOOT + 16,
                    "text-anchor": "middle",
                },
                formatNumber(tick),
            ),
        ])
        .concat(
            s("line", {
                class: "ox-tick",
                x1: 6,
                x2: WIDTH - 6,
                y1: HEIGHT - FOOT,
                y2: HEIGHT - FOOT,
            }),
        );
}

function line(x, from, to) {
    return s("line", { class: "ox-cut", x1: x, x2: x, y1: from, y2: to });
}

// Where the row that is traced lies.
function marker(x, value) {
    const [low, high] = x.domain();
    const at = x(Math.min(Math.max(value, low), high));
    const y = HEIGHT - FOOT;
    return s("path", { class: "ox-own", d: `M${at},${y - 2}l-6,-10h12z` });
}

function frame(said, parts, height = HEIGHT) {
    return s(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": said, class: "ox-chart" },
        parts,
    );
}

// Horizontal bars: name, parts by class, number at the end.
export function bars(said, entries, colours) {
    const step = 22;
    const most = max(entries, ({ parts }) => sum(parts)) || 1;
    const x = scaleLinear([0, most], [0, WIDTH - 205]);
    const marks = entries.flatMap(({ name, parts, value }, row) => {
        let from = 112;
        const y = row * step;
        const drawn = parts.map((part, code) => {
            if (!part) return null;
            const rect = s("rect", {
                x: from,
                y: y + 4,
                width: x(part),
                height: step - 8,
                fill: colours[code],
            });
            from += x(part);
            return rect;
        });
        return [
            s(
                "text",
                { class: "ox-name", x: 106, y: y + 15, "text-anchor": "end" },
                shortened(name),
                s("title", {}, name),
            ),
            ...drawn.filter(Boolean),
            s("text", { class: "ox-tick", x: from + 5, y: y + 15 }, value),
        ];
    });
    return frame(said, marks, entries.length * step + 4);
}

function shortened(name) {
    return name.length > 15 ? `${name.slice(0, 14)}…` : name;
}

function categories(model, node) {
    const test = model.test(node);
    const names = [...model.features[test.features[0]].categories, "(never seen)"];
    const asked = names.indexOf(test.category);
    const values = valuesAt(model, node);
    const found = names.map((name, code) => ({
        name: code === asked ? `= ${name}` : name,
        code,
        parts: new Array(model.classes.length).fill(0),
    }));
    for (const { value, label } of values) found[value].parts[label] += 1;
    const total = ({ parts }) => parts.reduce((a, b) => a + b, 0);
    const shown = found
        .filter((entry) => entry.code === asked || total(entry))
        .sort((a, b) => (b.code === asked) - (a.code === asked) || total(b) - total(a))
        .slice(0, 14)
        .map((entry) => ({ ...entry, value: count(total(entry)) }));
    const said = `Rows by ${test.feature}: ${total(found[asked])} have ${test.category}, of ${values.length}`;
    return { picture: bars(said, shown, model.colours), said };
}

// For each child of a machine, by how much its score leads over the next.
function leads(model, node) {
    const test = model.test(node);
    const values = valuesAt(model, node);
    const every = Math.ceil(values.length / MOST_POINTS);
    const points = values.map(({ value, label }) => {
        const ordered = [...value].sort((a, b) => b - a);
        return { child: value.indexOf(ordered[0]), lead: ordered[0] - (ordered[1] ?? 0), label };
    });
    const step = Math.max(16, Math.min(34, 240 / test.outputs.length));
    const bottom = step * test.outputs.length;
    const x = scaleLinear([0, max(points, ({ lead }) => lead) || 1], [112, WIDTH - 8]);
    const marks = [line(112, 0, bottom)];
    test.outputs.forEach((output, child) => {
        const name = model.classes[output];
        marks.push(
            s(
                "text",
                { class: "ox-name", x: 106, y: (child + 0.5) * step + 4, "text-anchor": "end" },
                shortened(name),
                s("title", {}, name),
            ),
            s("line", {
                class: "ox-rule",
                x1: 112,
                x2: WIDTH - 8,
                y1: (child + 1) * step,
                y2: (child + 1) * step,
            }),
        );
    });
    points.forEach(({ child, lead, label }, i) => {
        if (i % every) return;
        const spread = ((i * 0.618034) % 1) - 0.5;
        marks.push(
            s("circle", {
                cx: x(lead),
                cy: (child + 0.5 + 0.7 * spread) * step,
                r: 2.4,
                fill: model.colours[label],
                "fill-opacity": 0.8,
            }),
        );
    });
    for (const tick of x.ticks(3)) {
        marks.push(
            s(
                "text",
                { class: "ox-tick", x: x(tick), y: bottom + 15, "text-anchor": "middle" },
                formatNumber(tick),
            ),
        );
    }
    const said = `By how much the largest score leads over the next, for ${plural(values.length, "row")}`;
    return { picture: frame(said, marks, bottom + 20), said };
}
