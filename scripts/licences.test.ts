import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findLicenceProblems, findUnreviewedScripts, type LockFile, listPackages } from "./licences.ts";

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, "..", name), "utf8"));
const lock: LockFile = read("package-lock.json");
const { allowScripts } = read("package.json") as { allowScripts: Record<string, boolean> };
const locked = (name: string, entry: object): LockFile => ({
  packages: { "": {}, [`node_modules/a/node_modules/${name}`]: entry },
});

describe("the packages of the lock file", () => {
  it("have licences that are allowed", () => {
    expect(listPackages(lock).length).toBeGreaterThan(500);
    expect(findLicenceProblems(lock)).toEqual([]);
  });

  it("run a program on installation only where package.json allows it, and it names no other", () => {
    expect(findUnreviewedScripts(lock, allowScripts)).toEqual([]);
    const withScripts = new Set(
      listPackages(lock).flatMap(({ name, hasInstallScript }) => (hasInstallScript ? [name] : [])),
    );
    expect(Object.keys(allowScripts).filter((name) => !withScripts.has(name))).toEqual([]);
  });
});

describe("a package", () => {
  it.each([
    ["GPL-3.0-only", false],
    ["AGPL-3.0-or-later", false],
    ["SEE LICENSE IN LICENSE", false],
    ["(MIT OR GPL-3.0-only)", true],
    ["MIT AND GPL-3.0-only", false],
    ["(MIT AND Zlib)", true],
    // Allowed for sharp's own library alone.
    ["LGPL-3.0-or-later", false],
  ])("under %s: allowed is %s", (license, isAllowed) => {
    const problems = findLicenceProblems(locked("new", { license }));
    expect(problems).toEqual(isAllowed ? [] : [`new: ${license}`]);
  });

  it("without a licence is refused, and one for development where it is shipped", () => {
    expect(findLicenceProblems(locked("new", {}))).toEqual(["new: states no licence"]);
    expect(findLicenceProblems(locked("new", { license: "CC-BY-4.0", dev: true }))).toEqual([]);
    expect(findLicenceProblems(locked("new", { license: "CC-BY-4.0" }))).toEqual(["new: CC-BY-4.0"]);
  });

  it("that runs a program on installation is refused until somebody has decided", () => {
    const lock = locked("new", { hasInstallScript: true });
    expect(findUnreviewedScripts(lock, {})).toEqual(["new"]);
    expect(findUnreviewedScripts(lock, { new: false })).toEqual([]);
  });
});
