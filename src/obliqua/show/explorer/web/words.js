// Numbers and tests as the rest of the library writes them.

export function formatNumber(value, digits = 4) {
    if (value === null || Number.isNaN(value)) return "–";
    if (value === 0) return "0";
    let said = value.toPrecision(digits);
    const [number, exponent] = said.split("e");
    said = number.includes(".") ? number.replace(/\.?0+$/, "") : number;
    return (exponent ? `${said}e${exponent}` : said).replaceAll("-", "−");
}

export function count(value) {
    return Number.isInteger(value)
        ? value.toLocaleString("en")
        : value.toFixed(2).replace(/\.?0+$/, "");
}

export function percent(share) {
    if (share === 0 || share === 1) return `${100 * share} %`;
    return `${Math.min(Math.max(100 * share, 0.1), 99.9).toFixed(1)} %`;
}

const PLURALS = { leaf: "leaves", class: "classes" };

export function plural(number, noun) {
    return `${number.toLocaleString("en")} ${number === 1 ? noun : (PLURALS[noun] ?? noun + "s")}`;
}

export function weightedSum(names, weights, digits = 4) {
    let said = "";
    weights.forEach((weight, i) => {
        const size = formatNumber(Math.abs(weight), digits);
        const factor = size === "1" ? names[i] : `${size}·${names[i]}`;
        if (i) said += ` ${weight < 0 ? "−" : "+"} ${factor}`;
        else said = weight < 0 ? `−${factor}` : factor;
    });
    return said || "0";
}

// What holds in a child; child 0 is the test itself.
export function branchText(model, node, child = 0, digits = 4) {
    const test = model.test(node);
    switch (test.kind) {
        case "axis":
            return `${test.names[0]} ${child ? ">" : "≤"} ${formatNumber(test.cut, digits)}`;
        case "equality":
            return `${test.feature} ${child ? "≠" : "="} ${test.category}`;
        case "linear": {
            const total = weightedSum(test.names, test.weights[0], digits);
            return `${total} ${child ? ">" : "≤"} ${formatNumber(test.cut, digits)}`;
        }
        default:
            return `${model.classes[test.outputs[child]]} has the largest score`;
    }
}

const FEW = 3;

// What holds in a child, of a long sum only the strongest terms.
export function briefBranch(model, node, child = 0) {
    const test = model.test(node);
    const rest = test.names ? test.names.length - FEW : 0;
    if (test.kind !== "linear" || rest < 2) return branchText(model, node, child);
    const weights = test.weights[0];
    const order = weights
        .map((_, i) => i)
        .sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]));
    const few = order.slice(0, FEW).sort((a, b) => a - b);
    const total = weightedSum(
        few.map((i) => test.names[i]),
        few.map((i) => weights[i]),
    );
    return `${total} + ${plural(rest, "more term")} ${child ? ">" : "≤"} ${formatNumber(test.cut)}`;
}

// The test in the words of a card: of a long sum the first terms and how many more there are.
export function shortTest(model, node, fits) {
    const test = model.test(node);
    if (test.kind === "machine") {
        return [`largest of ${test.outputs.length} scores`, plural(test.names.length, "term")];
    }
    const whole = fits(branchText(model, node));
    if (whole || test.kind !== "linear") return whole ?? [branchText(model, node)];
    const end = `≤ ${formatNumber(test.cut)}`;
    for (let shown = Math.min(test.names.length - 1, 3); shown > 0; --shown) {
        const total = weightedSum(test.names.slice(0, shown), test.weights[0].slice(0, shown));
        const lines = fits(`${total} + ${test.names.length - shown} more ${end}`);
        if (lines) return lines;
    }
    return [`sum of ${plural(test.names.length, "term")}`, end];
}

// The answer to the test above that leads to a node.
export function answerText(model, node) {
    const parent = model.tree.parent[node];
    if (parent < 0) return "";
    const child = node - model.tree.first_child[parent];
    const test = model.test(parent);
    return test.kind === "machine" ? model.classes[test.outputs[child]] : child ? "no" : "yes";
}
