import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Driver, Session } from "../server/db/db.ts";

/** Where the tests of a whole run leave the statements they ran, for `scripts/check-statements.ts`. */
const folder = process.env.STATEMENTS_FOLDER;

/** The driver, writing each statement that succeeds once to a file of this process, in a whole run. */
export function recordStatements(driver: Driver): Driver {
  if (!folder) return driver;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  const seen = new Set<string>();
  const record = (text: string) => {
    const key = createHash("sha256").update(text).digest("base64");
    if (seen.has(key)) return;
    seen.add(key);
    appendFileSync(file, `${JSON.stringify(text)}\n`);
  };
  const recorded = <Handle extends Session>(session: Handle): Handle => ({
    ...session,
    query: async (text, values, statementName) => {
      const result = await session.query(text, values, statementName);
      record(text);
      return result;
    },
  });
  return {
    ...recorded(driver),
    transaction: (work) => driver.transaction((session) => work(recorded(session))),
  };
}
