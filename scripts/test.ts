import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { startPostgres } from "./postgres.ts";

/**
 * `npm test`: types, style, module boundaries and unused code; then behaviour on the embedded database and on a real
 * server; then browser tests.
 */

type Step = { title: string; command: string[]; env?: Record<string, string> };

const node = process.execPath;
const bin = (name: string, ...args: string[]) => [node, `node_modules/${name}`, ...args];
const vitest = (...args: string[]) => bin("vitest/vitest.mjs", "run", ...args);

async function run({ title, command, env = {} }: Step): Promise<void> {
  const startedAt = Date.now();
  console.log(`\n▶ ${title}`);
  const [program = "", ...args] = command;
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  console.log(
    `  ${title}: ${code === 0 ? "passed" : "FAILED"} in ${Math.round((Date.now() - startedAt) / 1_000)} s`,
  );
  if (code !== 0) process.exit(code ?? 1);
}

await run({ title: "Types of the server", command: bin("typescript/bin/tsc", "-p", "tsconfig.json") });
await run({ title: "Types of the web", command: bin("typescript/bin/tsc", "-p", "tsconfig.web.json") });
await run({
  title: "Types of the stories and benchmarks",
  command: bin("typescript/bin/tsc", "-p", "tsconfig.stories.json"),
});
await run({ title: "Style", command: bin("@biomejs/biome/bin/biome", "check", ".") });
await run({ title: "Unused code", command: bin("knip/bin/knip.js") });
await run({ title: "Behaviour, embedded database", command: vitest() });

const postgres = await startPostgres();
try {
  await run({
    title: "Behaviour, PostgreSQL server",
    command: vitest("--project", "server", "src/base/server", "src/modules"),
    env: { TEST_DATABASE_URL: postgres.url },
  });
} finally {
  await postgres.stop();
}

await run({ title: "The web, built", command: bin("vite/bin/vite.js", "build") });
if (existsSync("playwright.config.ts")) {
  await run({ title: "Journeys in a browser", command: bin("@playwright/test/cli.js", "test") });
}
