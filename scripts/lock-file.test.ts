import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Package = { resolved?: string; optionalDependencies?: Record<string, string> };

const { packages }: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
);

it("names the parts of a package for every platform, or `npm ci` refuses it", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

it("names no registry", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});
