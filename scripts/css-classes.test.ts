import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, it } from "vitest";

/** TypeScript takes any name of a CSS module for a class of it; these tests do not. */

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

type Sheet = { classes: Set<string>; used: Set<string>; isDynamic: boolean };
const sheets = new Map<string, Sheet>();
const missing: string[] = [];

for (const file of globSync("src/**/*.{ts,tsx}", { cwd: root })) {
  const code = read(file);
  for (const [, name = "", path = ""] of code.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)) {
    const css = path.startsWith("#") ? `src/${path.slice(1)}` : posix.join(dirname(file), path);
    const sheet = sheets.get(css) ?? { classes: listClasses(css), used: new Set(), isDynamic: false };
    sheets.set(css, sheet);
    for (const [, used = ""] of code.matchAll(new RegExp(`\\b${name}(?:\\.|\\[")([\\w-]+)`, "g"))) {
      sheet.used.add(used);
      if (!sheet.classes.has(used)) missing.push(`${file}: ${name}.${used}`);
    }
    sheet.isDynamic ||= new RegExp(`\\b${name}\\[(?!")`).test(code);
  }
}

function listClasses(css: string): Set<string> {
  return new Set([...read(css).matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name));
}

it("every class that a component names is in its stylesheet", () => {
  expect(missing).toEqual([]);
});

it("every class of a stylesheet is named by a component", () => {
  const unused = [...sheets]
    .filter(([, { isDynamic }]) => !isDynamic)
    .flatMap(([css, { classes, used }]) =>
      [...classes]
        .filter((name) => !used.has(name) && !/^(module|css|mantine-.*)$/.test(name))
        .map((name) => `${css}: .${name}`),
    );
  expect(unused).toEqual([]);
});

it("what scrolls also holds its absolutely placed content, which would widen the page otherwise", () => {
  const loose = globSync("src/**/*.css", { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/([^{};]*)\{([^{}]*)\}/g)]
      .filter(
        ([, , rules = ""]) => /overflow(-x|-y)?:\s*(auto|scroll)/.test(rules) && !/position:/.test(rules),
      )
      .map(([, selector = ""]) => `${file}: ${selector.trim()}`),
  );
  expect(loose).toEqual([]);
});
