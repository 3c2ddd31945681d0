import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findStated, type LockFile } from "./licences.ts";

/**
 * `npm run sbom`: writes what the product ships (`dist/sbom.cdx.json`, CycloneDX 1.5) from the lock file, without the
 * network: every package that is needed at run time, with its version, hash, licence and what it depends on. A path after
 * `--` writes it there. (`npm sbom --omit dev` leaves out packages that are shipped and needed for development too.)
 */

type Locked = LockFile["packages"][string] & {
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Packages = Readonly<Record<string, Locked>>;

const root = join(import.meta.dirname, "..");
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"));

const nested = "node_modules/";
const toName = (path: string) => path.slice(path.lastIndexOf(nested) + nested.length);
/** `pkg:npm/%40scope/name@1.2.3` */
const toPurl = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

/** The path of what a package gets when it loads `name`: the nearest copy above it, as Node looks it up. */
function findInstalled(packages: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${nested}`)))) {
    const path = folder === "" ? `${nested}${name}` : `${folder}/${nested}${name}`;
    if (path in packages) return path;
    if (folder === "") return undefined;
  }
}

/** `sha512-<base64>`, as npm writes it, in hex. */
function toHashes(integrity = "") {
  const [, encoded = ""] = /^sha512-(\S+)$/.exec(integrity) ?? [];
  return encoded === "" ? [] : [{ alg: "SHA-512", content: Buffer.from(encoded, "base64").toString("hex") }];
}

/** One licence by its SPDX name; several as an expression. */
function toLicences(licence: string | undefined) {
  if (licence === undefined) return [];
  if (/ (AND|OR) /.test(licence)) return [{ expression: licence }];
  return [{ license: /\s|\//.test(licence) ? { name: licence } : { id: licence } }];
}

function buildBom(packages: Packages, { name, version }: { name: string; version: string }) {
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
  const toRef = (path: string) =>
    path === "" ? toPurl(name, version) : toPurl(toName(path), packages[path]?.version ?? "");
  const listNeeds = (path: string, { dependencies = {}, optionalDependencies = {} }: Locked) => {
    const needed = Object.keys({ ...dependencies, ...optionalDependencies });
    const paths = needed.flatMap((need) => findInstalled(packages, path, need) ?? []);
    return [...new Set(paths.map(toRef))].sort();
  };
  /** The same version may be installed in several places: it is listed once. */
  const components = new Map(
    shipped.map(([path, { version = "", integrity, license }]) => [
      toRef(path),
      {
        type: "library",
        "bom-ref": toRef(path),
        name: toName(path),
        version,
        purl: toRef(path),
        hashes: toHashes(integrity),
        licenses: toLicences(license ?? findStated(toName(path))),
      },
    ]),
  );
  const needs = new Map(shipped.map(([path, locked]) => [toRef(path), listNeeds(path, locked)]));
  needs.set(toRef(""), listNeeds("", packages[""] ?? {}));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { type: "application", "bom-ref": toRef(""), name, version },
    },
    components: [...components.values()],
    dependencies: [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  };
}

const target = resolve(process.argv[2] ?? join(root, "dist/sbom.cdx.json"));
const { packages } = readJson("package-lock.json") as { packages: Packages };
const bom = buildBom(packages, readJson("package.json") as { name: string; version: string });
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${bom.components.length} packages in ${target}`);
