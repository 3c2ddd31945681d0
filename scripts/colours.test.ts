import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("src/base/web/styles/tokens.css", "utf8");
const [, light = "", dark = ""] =
  /:root \{([\s\S]*?)\n\}[\s\S]*?\[data-mantine-color-scheme="dark"\] \{([\s\S]*?)\n\}/.exec(css) ?? [];

const colours = (block: string) =>
  new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]));
const themes = { light: colours(light), dark: new Map([...colours(light), ...colours(dark)]) };

/** Text colours and the backgrounds they are used on in the product. */
const pairs = [
  ...["ink", "ink-2", "ink-3"].flatMap((words) =>
    ["page", "card", "bar"].map((ground) => [words, ground] as const),
  ),
  ["ink", "sand"],
  ["ink-2", "sand"],
  ["palm-text", "card"],
  ["palm-text", "palm-soft"],
  ["clay-text", "card"],
  ["clay-text", "clay-soft"],
  ["on-fill", "clay-fill"],
  ["nav-ink", "nav"],
  ["nav-ink-2", "nav"],
  ["nav-ink", "nav-raised"],
  ["good", "good-soft"],
  ["bad", "bad-soft"],
  ["info", "info-soft"],
  ["waiting", "waiting-soft"],
  ["bad", "card"],
  ["good", "card"],
] as const;

for (const [theme, palette] of Object.entries(themes)) {
  test.each(pairs)(`%s can be read on %s in the ${theme} theme (AA, 4.5 to 1)`, (words, ground) => {
    expect(contrast(palette.get(words), palette.get(ground))).toBeGreaterThanOrEqual(4.5);
  });
}

/** Contrast as WCAG 2.2 counts it. */
function contrast(one = "", other = ""): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
