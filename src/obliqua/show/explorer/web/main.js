// One module, used three ways: it mounts itself on a page that holds a payload, it is an
// anywidget (`render`), and `mount` and `Model` serve any other page or a service.

import { Explorer } from "./explorer.js";
import { Model } from "./model.js";
import { answerOf, largest, walk } from "./route.js";

export { Model, answerOf, largest, walk };

export function mount(host, payload, options) {
    return new Explorer(host, payload, options);
}

// The widget's "node" is the node that is selected, on both sides.
function render({ model, el }) {
    const draw = () => {
        const explorer = mount(el, model.get("payload"), { embedded: true });
        explorer.listeners.add((node) => {
            if (model.get("node") === node) return;
            model.set("node", node);
            model.save_changes();
        });
        if (model.get("node")) explorer.view.go(model.get("node"));
        return explorer;
    };
    let explorer = draw();
    const redraw = () => {
        explorer.destroy();
        explorer = draw();
    };
    const moved = () => {
        const node = model.get("node");
        if (node !== explorer.state.selected && node < explorer.model.n) explorer.view.go(node);
    };
    model.on("change:payload", redraw);
    model.on("change:node", moved);
    return () => {
        model.off("change:payload", redraw);
        model.off("change:node", moved);
        explorer.destroy();
    };
}

export default { render };

if (typeof document !== "undefined") {
    const data = document.getElementById("obliqua-payload");
    const host = document.getElementById("obliqua-explorer");
    if (data && host) globalThis.obliqua = mount(host, JSON.parse(data.textContent));
}
