import { spawnSync } from "node:child_process";

/**
 * `npm run test:changed [commit]`: what a change touches, for the daily round: types, style, and the tests that import a
 * file changed since `commit` (default: since the last commit, uncommitted work included). `npm test` stays the proof.
 */

const since = process.argv[2] ?? "HEAD";
const node = process.execPath;
const steps = [
  ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"],
  ["node_modules/typescript/bin/tsc", "-p", "tsconfig.web.json"],
  ["node_modules/@biomejs/biome/bin/biome", "check", "."],
  ["node_modules/vitest/vitest.mjs", "run", "--passWithNoTests", `--changed=${since}`],
];

for (const step of steps) {
  const { status } = spawnSync(node, step, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
