import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Builds the web, or the empty page, with the product's own settings. */
export function buildWeb(args: string[]): void {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  execFileSync(process.execPath, [vite, "build", ...args, "--logLevel", "warn", "--emptyOutDir"], {
    cwd: root,
    stdio: "inherit",
  });
}
