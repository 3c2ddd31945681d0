import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** Which module may import which: requests go down through facades and ports, never sideways or up. */

const root = join(import.meta.dirname, "../../..");
const layers: Record<string, number> = {
  merchants: 0,
  staff: 0,
  stores: 1,
  "ad-accounts": 1,
  payments: 1,
  wallet: 2,
  tracking: 2,
  creative: 2,
  figures: 3,
  billing: 3,
  campaigns: 4,
  rules: 5,
  reports: 5,
  consultations: 5,
  notifications: 6,
};

type SourceFile = {
  kind: "base" | "module" | "adapter" | "app" | "sandbox";
  name: string;
  part: string;
  file: string;
};

/** The module and layer of a file; null for files outside our modules. */
function parseSourceFile(file: string): SourceFile | null {
  const [top, second = "", third = "", fourth = ""] = file.split("/");
  if (top === "sandbox") return { kind: "sandbox", name: "", part: "", file };
  if (top !== "src") return null;
  if (second === "base") return { kind: "base", name: "", part: third, file };
  if (second === "modules") return { kind: "module", name: third, part: fourth, file };
  if (second === "adapters") return { kind: "adapter", name: third, part: "", file };
  return second === "app" ? { kind: "app", name: "", part: third, file } : null;
}

const readCode = (file: string) =>
  readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

const toRootPath = (file: string, path: string) =>
  path.startsWith("#") ? `src/${path.slice(1)}` : relative(root, resolve(root, dirname(file), path));

function listImports(file: string): string[] {
  const found = readCode(file).matchAll(/(?:from|import)\s*\(?\s*["']([.#][^"']+)["']/g);
  return [...found].map(([, path = ""]) => toRootPath(file, path));
}

/** What a file names at its top: all of it, or only what it loads before it runs, which `import type` does not. */
function listTopImports(file: string, { types }: { types: boolean }): string[] {
  const found = readCode(file).matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^;"']*?\sfrom\s+)?["']([.#][^"']+)["']/gm,
  );
  return [...found].filter(([, type]) => types || !type).map(([, , path = ""]) => toRootPath(file, path));
}

/** Files that import each other, directly or through others: each such group, shown by one of its circles. */
function findCircles(files: readonly string[], imports: (file: string) => string[]): string[] {
  const known = new Set(files);
  const next = new Map(files.map((file) => [file, imports(file).filter((path) => known.has(path))]));
  const circles: string[] = [];
  const shown = new Set<string>();
  for (const file of files) {
    const circle = shown.has(file) ? undefined : findShortestWay(next, file);
    if (!circle) continue;
    for (const one of circle) shown.add(one);
    circles.push(circle.join(" → "));
  }
  return circles;
}

/** The shortest way along imports from a file back to itself. */
function findShortestWay(next: ReadonlyMap<string, string[]>, start: string): string[] | undefined {
  const reachedFrom = new Map<string, string>();
  const waiting = [start];
  for (const file of waiting) {
    for (const path of next.get(file) ?? []) {
      if (path === start) return wayTo(reachedFrom, start, file);
      if (reachedFrom.has(path)) continue;
      reachedFrom.set(path, file);
      waiting.push(path);
    }
  }
  return undefined;
}

function wayTo(reachedFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [start];
  for (let file = end; file !== start; file = reachedFrom.get(file) ?? start) way.splice(1, 0, file);
  return [...way, start];
}

/** Why `from` may not import `to`; null when it may. */
function findViolation(from: SourceFile, to: SourceFile): string | null {
  if (from.kind === "sandbox" || to.kind === "sandbox") {
    return from.kind === to.kind ? null : "the sandbox and the product share nothing but HTTP";
  }
  if (from.kind === "app") return null;
  if (to.kind === "app") return "only the app knows the app";
  if (from.kind === "base") {
    if (to.kind !== "base") return "the ground knows no business";
    return from.part === "shared" && to.part !== "shared"
      ? "shared code runs on both sides"
      : findRuntimeViolation(from.part, to.part);
  }
  if (to.kind === "base") return findRuntimeViolation(from.part, to.part);
  if (from.kind === "adapter") {
    const isPort = to.kind === "adapter" || to.part === "contract" || to.file.endsWith(".port.ts");
    return isPort ? null : "an adapter imports only ports and contracts";
  }
  if (to.kind === "adapter") return "a module does not import its adapters";
  return findModuleViolation(from, to);
}

function findRuntimeViolation(from: string, to: string): string | null {
  if (from === "web" && to === "server") return "the web cannot import the server";
  if (from === "server" && to === "web") return "the server cannot import the web";
  if ((from === "domain" || from === "contract") && to !== "shared")
    return "pure code imports base/shared alone";
  return null;
}

function findModuleViolation(from: SourceFile, to: SourceFile): string | null {
  if (from.name === to.name) {
    if (from.part === "domain" && !["domain", "contract"].includes(to.part)) return "the domain is pure";
    if (from.part === "contract" && to.part !== "contract") return "the contract imports only contracts";
    if (from.part === "web" && to.part === "server") return "the web cannot import the server";
    return null;
  }
  const goesDown = (layers[from.name] ?? 9) > (layers[to.name] ?? 9);
  if (to.part === "contract") return goesDown ? null : "contracts of lower modules only";
  if (from.part === "web") {
    if (!/\.(queries|parts)\.tsx?$/.test(to.file)) return "the web of one module does not import another's";
    return goesDown ? null : "queries and parts of lower modules only";
  }
  if (!goesDown) return "a module imports only lower modules";
  return /\.(facade|port)\.ts$/.test(to.file)
    ? null
    : "a lower module is imported only by its facade or port";
}

describe("the modules", () => {
  it("are imported only through their public files", () => {
    const files = globSync(["src/**/*.{ts,tsx}", "sandbox/**/*.ts"], { cwd: root });
    const broken = files
      .filter((file) => !/\.(test|suite)\.tsx?$/.test(file) && !file.includes("/testing/"))
      .flatMap((file) => {
        const from = parseSourceFile(file);
        return listImports(file).flatMap((path) => {
          const to = parseSourceFile(path);
          const why = from && to && findViolation(from, to);
          return why ? [`${file} → ${path}: ${why}`] : [];
        });
      });
    expect(broken).toEqual([]);
  });

  it("have no circle of imports, neither by value nor by type", () => {
    const files = globSync("src/{modules,base}/**/*.{ts,tsx}", { cwd: root })
      .filter((file) => !/\.(test|suite)\.tsx?$/.test(file) && !file.includes("/testing/"))
      .sort();
    expect(files.length).toBeGreaterThan(400);
    const find = (types: boolean) => findCircles(files, (file) => listTopImports(file, { types }));
    expect({ byValue: find(false), byType: find(true) }).toEqual({ byValue: [], byType: [] });
  });

  it("have the same message keys in Arabic and English", () => {
    const listKeys = (value: unknown, path = ""): string[] =>
      typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => listKeys(inner, path ? `${path}.${key}` : key))
        : [path.replace(/_(zero|one|two|few|many|other)$/, "")];
    for (const arabic of globSync("src/**/messages/ar.json", { cwd: root })) {
      const read = (file: string) =>
        [...new Set(listKeys(JSON.parse(readFileSync(join(root, file), "utf8"))))].sort();
      expect(read(arabic.replace("ar.json", "en.json")), arabic).toEqual(read(arabic));
    }
  });
});
