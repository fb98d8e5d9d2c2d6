// Bundles the explorer into one module: node build.mjs OUTPUT NODE_MODULES.
// `make explorer` runs it.

import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [output, modules] = process.argv.slice(2);
const { build } = await import(join(modules, "esbuild", "lib", "main.js"));

// What the bundle was made of, so that a test can tell when it is out of date.
const hash = createHash("sha256");
for (const name of readdirSync(here).sort()) {
    if (/\.(js|css)$/.test(name)) hash.update(readFileSync(join(here, name)));
}

const result = await build({
    entryPoints: [join(here, "main.js")],
    bundle: true,
    format: "esm",
    minify: true,
    charset: "ascii",
    target: "es2022",
    nodePaths: [modules],
    metafile: true,
    write: false,
});

const packages = [
    ...new Set(
        Object.keys(result.metafile.inputs).flatMap(
            (path) => path.match(/node_modules\/(d3-[a-z-]+|internmap)\//)?.[1] ?? [],
        ),
    ),
].sort();
const licences = new Map();
for (const name of packages) {
    const text = readFileSync(join(modules, name, "LICENSE"), "utf8").trim();
    licences.set(text, [...(licences.get(text) ?? []), name]);
}
const notices = [...licences].map(([text, names]) => `${names.join(", ")}\n\n${text}`).join("\n\n");
const banner = `/*! Obliqua's explorer. Made by \`make explorer\`; do not edit.\nsources: ${hash.digest("hex")}\n\n${notices}\n*/\n`;
writeFileSync(join(output, "explorer.js"), banner + result.outputFiles[0].text);
copyFileSync(join(here, "explorer.css"), join(output, "explorer.css"));
