import { type Driver, type QueryResult, type Session, sqlState } from "./db/db.ts";
import type { Meters } from "./meters.ts";
import { isTracing, traced } from "./tracing.ts";

type DatabaseMeters = Pick<
  Meters,
  "databaseSeconds" | "databaseWaitSeconds" | "databaseErrors" | "databaseInUse"
>;

/** The same database, measured, and traced where traces are on. */
export function observeDriver(driver: Driver, meters: DatabaseMeters): Driver {
  const statements = meters.databaseSeconds.labels("statement");
  const transactions = meters.databaseSeconds.labels("transaction");

  async function measure<Result>(histogram: typeof statements, work: () => Promise<Result>): Promise<Result> {
    const beganAt = performance.now();
    meters.databaseInUse.inc();
    try {
      return await work();
    } catch (error) {
      const state = sqlState(error);
      if (state) meters.databaseErrors.inc({ class: state.slice(0, 2) });
      throw error;
    } finally {
      meters.databaseInUse.dec();
      histogram.observe((performance.now() - beganAt) / 1_000);
    }
  }

  return {
    ...driver,
    query: (text, values, statementName) =>
      measure(statements, () => tracedQuery(driver, text, values, statementName)),
    script: (text) => measure(statements, () => driver.script(text)),
    transaction: (work) =>
      measure(transactions, () =>
        traced({ name: "transaction", attributes: system }, () => {
          const calledAt = performance.now();
          return driver.transaction((session) => {
            meters.databaseWaitSeconds.observe((performance.now() - calledAt) / 1_000);
            return work(isTracing() ? withTracing(session) : session);
          });
        }),
      ),
  };
}

const system = { "db.system.name": "postgresql" };

const withTracing = (session: Session): Session => ({
  ...session,
  query: (text, values, statementName) => tracedQuery(session, text, values, statementName),
});

/** The statement's name, or its text, which holds no values. */
function tracedQuery(
  session: Session,
  text: string,
  values: unknown[],
  statementName: string | undefined,
): Promise<QueryResult> {
  if (!isTracing()) return session.query(text, values, statementName);
  const name = statementName ?? /^\s*\w+/.exec(text)?.[0].trim() ?? "statement";
  return traced(
    { name, kind: "CLIENT", attributes: { ...system, "db.query.text": text.trim().slice(0, 500) } },
    () => session.query(text, values, statementName),
    ({ affected }) => ({ "db.response.returned_rows": affected }),
  );
}
