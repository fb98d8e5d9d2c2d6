// Elements made without markup: whatever a name holds, it stays text.

const SVG = "http://www.w3.org/2000/svg";

function make(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "style") Object.assign(element.style, value);
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
}

export function h(tag, attributes = {}, ...children) {
    return make(document.createElement(tag), attributes, children);
}

export function s(tag, attributes = {}, ...children) {
    return make(document.createElementNS(SVG, tag), attributes, children);
}
