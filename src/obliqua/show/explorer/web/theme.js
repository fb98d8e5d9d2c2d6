// Colours of the canvas, read from the style sheet so that they are stated once.

const NAMES = [
    "ground",
    "card",
    "leaf",
    "border",
    "line",
    "ink",
    "faint",
    "accent",
    "on-accent",
    "found",
];

export function themeOf(root) {
    if (!root.dataset.theme) root.dataset.theme = preferred();
    const style = getComputedStyle(root);
    const read = (name) => style.getPropertyValue(`--ox-${name}`).trim();
    const theme = Object.fromEntries(
        NAMES.map((name) => [name === "on-accent" ? "onAccent" : name, read(name)]),
    );
    return { ...theme, dark: root.dataset.theme === "dark" };
}

// What the notebook says, or else the system.
function preferred() {
    const { jpThemeLight, theme } = document.body.dataset;
    if (jpThemeLight !== undefined) return jpThemeLight === "false" ? "dark" : "light";
    if (theme === "dark" || theme === "light") return theme;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function watchTheme(changed) {
    const query = matchMedia("(prefers-color-scheme: dark)");
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
}
