import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import type { Driver } from "../src/base/server/db/db.ts";
import { embeddedDriver } from "../src/base/server/db/embedded-driver.ts";
import { migrate } from "../src/base/server/db/migrate.ts";
import { serverDriver } from "../src/base/server/db/server-driver.ts";
import { makeLog } from "../src/base/server/log.ts";
import { startPostgres } from "./postgres.ts";

/**
 * Checks the product's SQL after a whole run of the tests, which leaves every statement it ran in a folder
 * (`STATEMENTS_FOLDER`, the only argument): each is prepared on the embedded database and on a server, and each
 * `sql` template of the product must be part of one of them, so that no statement goes without a test.
 */

const root = join(import.meta.dirname, "..");
const [folder = ""] = process.argv.slice(2);
const log = makeLog("silent");

const recorded = new Set<string>();
for (const file of readdirSync(folder)) {
  for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
    if (line !== "") recorded.add(JSON.parse(line) as string);
  }
}
/** The queue's own tables are not made by the migrations: what names them can be run, but not prepared here. */
const ours = [...recorded].filter((text) => !/\bpgboss\b/.test(text));

/**
 * Others change the session, are several at once, name the partition of a month, which is created as time goes by, or a
 * table that one test makes for itself.
 */
const isPreparable = (text: string) =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) && !/_\d{4}_\d{2}\b|\bscratch\./.test(text);

async function findBroken(driver: Driver): Promise<string[]> {
  const broken: string[] = [];
  for (const [index, text] of ours.filter(isPreparable).entries()) {
    try {
      await driver.script(`prepare statement_${index} as ${text}`);
      await driver.script(`deallocate statement_${index}`);
    } catch (error) {
      broken.push(
        `${error instanceof Error ? error.message : String(error)}\n    ${text.trim().slice(0, 300)}`,
      );
    }
  }
  return broken;
}

/** Every `sql` template of the product's own code, as a pattern: its fixed parts in their order. */
function listTemplates(): { place: string; pattern: RegExp }[] {
  const files = globSync("src/**/server/**/*.ts", { cwd: root }).filter(
    (file) => !/\.(test|suite)\.ts$/.test(file),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    const found: { place: string; pattern: RegExp }[] = [];
    for (const { start, parts } of findSqlTemplates(parseSync(file, source).program)) {
      const line = source.slice(0, start).split("\n").length;
      const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^]*?");
      found.push({ place: `${file}:${line}`, pattern: new RegExp(pattern) });
    }
    return found;
  });
}

type SyntaxNode = { type: string; start: number; [key: string]: unknown };

function* findSqlTemplates(node: unknown): Generator<{ start: number; parts: string[] }> {
  if (typeof node !== "object" || node === null) return;
  const { type, tag, quasi, start } = node as SyntaxNode;
  if (type === "TaggedTemplateExpression" && (tag as { name?: string }).name === "sql") {
    const { quasis } = quasi as { quasis: { value: { cooked: string } }[] };
    yield { start, parts: quasis.map(({ value }) => value.cooked) };
  }
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const child of value) yield* findSqlTemplates(child);
    else yield* findSqlTemplates(value);
  }
}

/** Those of the migrations, and of the modules that only tests know. */
async function createTables(driver: Driver): Promise<void> {
  await migrate(driver, join(root, "db/migrations"));
  for (const file of globSync("src/app/testing/modules/*/server/schema.sql", { cwd: root }))
    await driver.script(readFileSync(join(root, file), "utf8"));
}

const statements = [...recorded];
const isRun = (pattern: RegExp) => statements.some((statement) => pattern.test(statement));
const problems: string[] = [];
const untested = listTemplates().filter(({ pattern }) => !isRun(pattern));
problems.push(...untested.map(({ place }) => `no test runs the statement at ${place}`));

const embedded = await embeddedDriver({});
await createTables(embedded);
problems.push(...(await findBroken(embedded)).map((broken) => `embedded: ${broken}`));
await embedded.close();

const postgres = await startPostgres();
try {
  const server = await serverDriver({ url: postgres.url, poolSize: 1, statementTimeoutMs: 30_000, log });
  await createTables(server);
  problems.push(...(await findBroken(server)).map((broken) => `server: ${broken}`));
  await server.close();
} finally {
  await postgres.stop();
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${ours.length} statements are tested and can be prepared on both storages.`);
