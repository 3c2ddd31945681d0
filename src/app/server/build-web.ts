import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Builds the web when its sources changed since the last build; false when that fails. */
export async function buildWeb(): Promise<boolean> {
  const stamp = join(root, "dist/web/.built-from");
  const hash = createHash("sha256");
  const sources = [
    "src/**/web/**",
    "src/app/staff/**",
    "src/**/messages/*.json",
    "src/**/shared/*.ts",
    "src/**/contract/*.ts",
    "public/**",
  ];
  const files = [
    ...globSync(sources, { cwd: root }),
    "index.html",
    "staff.html",
    "vite.config.ts",
    "package-lock.json",
  ];
  for (const file of files.sort()) {
    if (/\.(tsx?|css|json|html|woff2|svg|png|js)$/.test(file))
      hash.update(file).update(readFileSync(join(root, file)));
  }
  const sourcesHash = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sourcesHash) return true;
  process.stdout.write("Building the web…\n");
  const build = spawn(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
  });
  const [code] = await once(build, "exit");
  if (code !== 0) return false;
  writeFileSync(stamp, sourcesHash);
  return true;
}
