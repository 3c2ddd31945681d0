import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** A platform's limits are numbers in its capabilities, and are compared by the checks of campaigns' contract alone. */

const root = join(import.meta.dirname, "../../../..");
const files = globSync("src/{adapters/ad-platforms/*,modules/campaigns/web/**}/*.{ts,tsx}", {
  cwd: root,
}).filter((file) => !/\.(test|suite)\.|testing/.test(file));

const limited =
  "headlines?|descriptions?|brand\\w*|texts?|keywords?|\\w*[bB]udget\\w*|target\\w+|radius\\w*|geoRadii|locations|bytes|ageM\\w+";

const rules: Record<string, RegExp> = {
  "a limit of its own":
    /const \w*(text|headline|keyword|budget|radius|brand|description)\w*(?<!Code) = [\d_]+;/i,
  "a comparison with a number": new RegExp(
    `\\b(${limited})(\\.trim\\(\\))?(\\.length)?\\)? *[<>]=? *(?!0\\b)[\\d_]+`,
  ),
  "a text that is cut": /(?<!response\.)\b(headline|description|brand\w*|text|keyword)\.(slice|substring)\(/,
};

it.each(Object.entries(rules))("no adapter and no form has %s", (_, rule) => {
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => rule.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["a limit of its own", "const adTextMax = 100;"],
  ["a comparison with a number", "if (spec.text.trim().length > 256) refuse();"],
  ["a comparison with a number", "spec.dailyBudget < 50_00"],
  ["a text that is cut", "title: spec.headline.slice(0, 26),"],
])("finds %s", (name, line) => {
  expect(rules[name]?.test(line)).toBe(true);
});
