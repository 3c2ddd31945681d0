import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findStated } from "./licences.ts";

/**
 * `npm run sbom`: writes what the product ships (`dist/sbom.cdx.json`, CycloneDX 1.5) from the lock file, without the
 * network: every package that is needed at run time, with its version, hash and licence. `-- --with-development` adds
 * what makes and tests it.
 */

const root = join(import.meta.dirname, "..");
const target = join(root, "dist/sbom.cdx.json");

type Component = { name: string; licenses?: { license?: { id?: string; name?: string } }[] };
type Bom = { metadata: { component: Component }; components: Component[] };

const omitted = process.argv.includes("--with-development") ? [] : ["--omit", "dev"];
const npm = process.env.npm_execpath;
const [program, first] = npm ? [process.execPath, [npm]] : ["npm", []];
const written = execFileSync(
  program,
  [...first, "sbom", "--package-lock-only", "--sbom-format", "cyclonedx", ...omitted],
  { cwd: root, encoding: "utf8", maxBuffer: 64 * 1_048_576 },
);
const bom = JSON.parse(written) as Bom;
// npm takes the folder's name.
bom.metadata.component.name = (
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Component
).name;
for (const component of bom.components) {
  const licence = component.licenses?.length ? undefined : findStated(component.name);
  if (licence) component.licenses = [{ license: { id: licence } }];
}
mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${bom.components.length} packages in ${target}`);
