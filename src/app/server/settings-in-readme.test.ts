import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingNames } from "./settings.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Read only by `npm start`, which starts the sandbox before the product. */
const launcherNames = ["SANDBOX", "SANDBOX_PORT", "SANDBOX_SPEED", "SANDBOX_SEED"];

/** The names in the first column of the README's table of settings. */
function listedInReadme(): string[] {
  const [, section = ""] = read("README.md").split(/^## Settings$/m);
  const [table = ""] = section.split(/^## /m);
  const firstCells = table.match(/^\|[^|]*\|/gm) ?? [];
  return firstCells.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ""]) => name));
}

describe("the README's table of settings", () => {
  it("names every setting once, and none that was removed", () => {
    expect(listedInReadme().sort()).toEqual([...settingNames, ...launcherNames].sort());
  });
});

describe("the page on going live", () => {
  it("names settings that exist, with all that a vendor needs", () => {
    const page = read("docs/going-live.md");
    const named = new Set(
      [...page.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, name = ""]) => name),
    );
    const ofVendors = settingNames.filter((name) => /_(ID|SECRET|KEY|SID|TOKEN|API_VERSION)$/.test(name));
    expect([...named].filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(ofVendors.filter((name) => !named.has(name))).toEqual([]);
  });
});
