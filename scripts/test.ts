import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPgBouncer, startPgBouncer } from "./pgbouncer.ts";
import { startPostgres } from "./postgres.ts";

/**
 * `npm test`: types, style, module boundaries and unused code; then behaviour; then every SQL statement the tests ran,
 * prepared on both databases; then browser tests. The database layer is tested on both, the modules on a real server,
 * through PgBouncer in transaction mode: the browser tests run them on the embedded one. `npm test -- --both` runs the
 * modules' tests on both.
 */

type Step = { title: string; command: string[]; env?: Record<string, string> };

const node = process.execPath;
const bin = (name: string, ...args: string[]) => [node, `node_modules/${name}`, ...args];
const vitest = (...args: string[]) => bin("vitest/vitest.mjs", "run", ...args);

/** Runs the steps at the same time, all to their end; ends the process when one failed. */
async function run(...steps: Step[]): Promise<void> {
  const codes = await Promise.all(steps.map(runStep));
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed ?? 1);
}

async function runStep({ title, command, env = {} }: Step): Promise<number | null> {
  const startedAt = Date.now();
  console.log(`\n▶ ${title}`);
  const [program = "", ...args] = command;
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  console.log(
    `  ${title}: ${code === 0 ? "passed" : "FAILED"} in ${Math.round((Date.now() - startedAt) / 1_000)} s`,
  );
  return code;
}

const types = (title: string, project: string): Step => ({
  title: `Types of ${title}`,
  command: bin("typescript/bin/tsc", "-p", project),
});

const journeys = (project: string, port: number): Step => ({
  title: `Journeys in a browser, ${project}`,
  command: bin("@playwright/test/cli.js", "test", `--project=${project}`, `--output=test-results/${project}`),
  env: { E2E_PORT: String(port), E2E_SANDBOX_PORT: String(port + 800) },
});

await run(types("the server", "tsconfig.json"), types("the web", "tsconfig.web.json"));
await run(types("the stories and benchmarks", "tsconfig.stories.json"), {
  title: "Style",
  command: bin("@biomejs/biome/bin/biome", "check", "."),
});
await run({ title: "Unused code", command: bin("knip/bin/knip.js") });
const statements = mkdtempSync(join(tmpdir(), "rawaj-statements-"));
const isBoth = process.argv.includes("--both");
await run({
  title: "Behaviour, embedded database",
  command: vitest(),
  env: { STATEMENTS_FOLDER: statements, ...(isBoth ? {} : { WITHOUT_MODULES: "on" }) },
});

// Nothing here outlives the machine: what a kill of the server loses is not changed by it.
const postgres = await startPostgres({ fsync: "off", full_page_writes: "off" });
if (findPgBouncer() === undefined)
  console.log("\nPgBouncer is not installed (apt-get install pgbouncer): the server is tested without it.");
const pooler = findPgBouncer() ? await startPgBouncer(postgres.url) : undefined;
try {
  await run({
    title: `Behaviour, PostgreSQL server${pooler ? " through PgBouncer" : ""}`,
    command: vitest("--project", "server", "src/base/server", "src/modules"),
    env: {
      TEST_DATABASE_URL: postgres.url,
      ...(pooler ? { TEST_POOLER_URL: pooler.url } : {}),
      STATEMENTS_FOLDER: statements,
    },
  });
} finally {
  await pooler?.stop();
  await postgres.stop();
}
await run({
  title: "Statements, prepared on both databases",
  command: [node, "scripts/check-statements.ts", statements],
});
rmSync(statements, { recursive: true });

await run({ title: "The web, built", command: bin("vite/bin/vite.js", "build") });
await run({ title: "The web, weighed", command: [node, "scripts/weigh-web.ts"] });
if (existsSync("playwright.config.ts")) {
  // While one journey waits, the other one computes: both screens run at the same time, each on a product of its own.
  await run(journeys("arabic-phone", 3170), journeys("english-desktop", 3270));
}
