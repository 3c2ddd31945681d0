import { AsyncLocalStorage } from "node:async_hooks";
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Actor } from "../../shared/actor.ts";
import type { DomainEvent } from "../../shared/events.ts";
import { systemClock } from "../clock.ts";
import { currentTraceparent } from "../tracing.ts";
import type { Row } from "./row.ts";

export type { Sql } from "sql-template-tag";
export { default as sql, empty, join, raw } from "sql-template-tag";

type PreparedSql = Sql & { statementName?: string };

/**
 * A statement that runs very often: each server connection plans it once, under this name. Its text must always be the
 * same. Behind a connection pooler the name is used where DATABASE_NAMED_STATEMENTS says that the pooler can.
 */
export function prepared(name: string, statement: Sql): Sql {
  return Object.assign(statement, { statementName: name });
}

/**
 * Options of a job enqueued in the caller's transaction. While a job with the same `key` waits, a second one is
 * dropped. Of those that wait in a queue, the ones that are needed first (`isNeeded`) run before the others.
 */
export type EnqueueOptions = { key?: string; afterSeconds?: number; isNeeded?: boolean };

export interface Db {
  /** One object for the handle and all its transactions: what a process remembers of a database is kept by it. */
  readonly identity: object;
  /** Returns the only row; throws when there is none or more than one. */
  one<Row>(query: Sql): Promise<Row>;
  maybeOne<Row>(query: Sql): Promise<Row | undefined>;
  many<Row>(query: Sql): Promise<Row[]>;
  /** Runs a statement and returns the number of rows it affected. */
  run(query: Sql): Promise<number>;
  /** Commits when `work` returns, rolls back when it throws. Inside a transaction it joins the open one. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * A table that transactions only add rows to, and do not read back. `insert` makes the statement that adds rows, given as
 * one JSON array, in their order; `entry` is only the type of a row. The name stands for this statement: it is unique.
 */
export type Journal<Entry extends object> = { name: string; insert(entries: string): Sql; entry?: Entry };

/**
 * An open transaction. Never call another system inside one: every other transaction would wait for it. Statements run
 * in the order in which they are sent; those that do not need each other's results are sent `together`.
 */
export interface Tx extends Db {
  /** Adds a row when the transaction ends: all its rows of all journals are one statement, sent with the commit. */
  record<Entry extends object>(journal: Journal<Entry>, entry: Entry): void;
  /**
   * Does not wait for statements whose results nobody needs: they are sent with the commit. When one of them fails, the
   * transaction fails with the error of `statements`.
   */
  defer(statements: Promise<unknown>): void;
  /** Writes the events in the same transaction; they are delivered after the commit. */
  publish(...events: readonly DomainEvent[]): Promise<void>;
  /** The same transaction; its events name who acted. Without it they say that the product acted by itself. */
  actingAs(by: Actor["by"]): Tx;
  /** Enqueues a job; it runs after the commit. */
  enqueue<Input>(
    job: { name: string; input?: { parse(value: unknown): Input }; isUrgent?: boolean },
    input: NoInfer<Input>,
    options?: EnqueueOptions,
  ): Promise<void>;
}

export type QueryResult = { rows: unknown[]; affected: number };

/** Runs statements in one database session. */
export interface Session {
  query(text: string, values: unknown[], statementName?: string): Promise<QueryResult>;
  /** Several statements without values, in one go. */
  script(text: string): Promise<QueryResult>;
}

/**
 * The session of a transaction. After a statement has failed, PostgreSQL takes a commit for a rollback and reports no
 * error, so `commit` waits for every statement and fails with the error of the first that failed. Statements that failed
 * only because of it fail with its error too.
 */
export function watchFailures(session: Session): Session & { commit(): Promise<void> } {
  let failure: { error: unknown } | undefined;
  /** Settles after every statement so far. An error may arrive later than those of statements behind it. */
  let allSettled: Promise<unknown> = Promise.resolve();
  const watch = (result: Promise<QueryResult>) => {
    const allBefore = allSettled;
    const watched = result.catch(async (error) => {
      await allBefore;
      failure ??= { error };
      throw sqlState(error) === inFailedTransaction ? failure.error : error;
    });
    allSettled = Promise.allSettled([allBefore, watched]);
    return watched;
  };
  return {
    query: (text, values, statementName) => watch(session.query(text, values, statementName)),
    script: (text) => watch(session.script(text)),
    async commit() {
      watch(session.query("commit", [], "commit")).catch(() => {}); // told below, with every other failure
      await allSettled;
      if (failure) throw failure.error;
    },
  };
}

/** PostgreSQL, embedded or a server: this interface is the only place where the two differ. */
export interface Driver extends Session {
  readonly kind: "embedded" | "server";
  /**
   * Runs `work` in one session between begin and commit. Commits what it sent without waiting for the results too, and
   * fails when any of its statements failed: PostgreSQL has rolled back then.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  listen(channel: string, onMessage: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** True for code that runs inside a transaction, until it ends. */
const transactionScope = new AsyncLocalStorage<{ open: boolean }>();

/** Refused because a statement before it failed. */
const inFailedTransaction = "25P02";

/** Deadlock and serialization failures: the same work is expected to succeed when it runs again. */
const retryableStates = new Set(["40001", "40P01"]);
const maxAttempts = 5;

/** The product's database handle. Using it inside an open transaction is a bug and throws at once. */
export function makeDb(driver: Driver, onCommit: () => void = () => {}): Db {
  const query = (statement: PreparedSql) => {
    if (transactionScope.getStore()?.open) {
      throw new Error("the database handle was used inside a transaction: pass tx down");
    }
    return driver.query(statement.text, statement.values, statement.statementName);
  };

  return {
    identity: driver,
    ...queryMethods(query),
    async transaction(work) {
      if (transactionScope.getStore()?.open)
        throw new Error("a transaction was opened inside another: pass tx down");
      for (let attempt = 1; ; attempt += 1) {
        const scope = { open: true };
        const deferred: Promise<unknown>[] = [];
        try {
          const outcome = await driver.transaction((session) =>
            transactionScope.run(scope, () => runTransaction({ session, identity: driver, deferred }, work)),
          );
          scope.open = false;
          if (outcome.hasPublished) onCommit();
          return outcome.value;
        } catch (error) {
          scope.open = false;
          if (attempt < maxAttempts && retryableStates.has(sqlState(error) ?? "")) continue;
          throw sqlState(error) === undefined ? error : await explain(error, deferred);
        }
      }
    },
  };
}

const events: Journal<Omit<Row<"base.events">, "id" | "position" | "lane">> = {
  name: "events",
  insert: (entries) => sql`
    insert into base.events (name, merchant_id, details, actor_kind, actor_id, published_at, traceparent)
    select name, merchant_id, details, actor_kind, actor_id, published_at, traceparent
    from json_populate_recordset(null::base.events, ${entries}::json)`,
};

/** The error of the deferred statements that failed: theirs may be a refusal, where the database's is a code. */
async function explain(error: unknown, deferred: readonly Promise<unknown>[]): Promise<unknown> {
  const failed = (await Promise.allSettled(deferred)).find(({ status }) => status === "rejected");
  return failed ? (failed as PromiseRejectedResult).reason : error;
}

type Opened = { session: Session; identity: object; deferred: Promise<unknown>[] };

async function runTransaction<T>({ session, identity, deferred }: Opened, work: (tx: Tx) => Promise<T>) {
  const recorded = new Map<Journal<object>, string[]>();
  let isEnding = false;
  const query = (statement: PreparedSql) =>
    session.query(statement.text, statement.values, statement.statementName);

  function record<Entry extends object>(journal: Journal<Entry>, entry: Entry) {
    if (isEnding) throw new Error("the transaction has ended: await what it does");
    const json = JSON.stringify(entry); // now: what the caller does with the objects later is not recorded
    const entries = recorded.get(journal);
    if (entries) entries.push(json);
    else recorded.set(journal, [json]);
  }

  const actingAs = (by: Actor["by"]): Tx => {
    const recordEvent = (name: string, merchantId: string | null, details: object) =>
      record(events, {
        name,
        merchant_id: merchantId,
        details,
        actor_kind: by.kind,
        actor_id: by.id,
        published_at: systemClock.now(),
        traceparent: currentTraceparent(),
      });
    const tx: Tx = {
      identity,
      ...queryMethods(query),
      transaction: (inner) => inner(tx),
      actingAs,
      record,
      defer(statements) {
        statements.catch(() => {}); // told when the transaction fails with it
        deferred.push(statements);
      },
      async publish(...published) {
        for (const { name, merchant_id, ...details } of published) recordEvent(name, merchant_id, details);
      },
      async enqueue(job, input, options = {}) {
        recordEvent(job.isUrgent ? "job.enqueued_urgent" : "job.enqueued", null, {
          job: job.name,
          input: job.input?.parse(input) ?? input,
          ...options,
        });
      },
    };
    return tx;
  };
  const value = await work(actingAs({ kind: "system", id: null }));
  isEnding = true;
  // Not awaited, so that it is sent with the commit. When it fails the transaction fails, with its error.
  if (recorded.size > 0) query(writeRecorded(recorded)).catch(() => {});
  return { value, hasPublished: recorded.has(events) };
}

/** One statement for all journals; its text depends on nothing but which of them have entries. */
function writeRecorded(recorded: ReadonlyMap<Journal<object>, readonly string[]>): Sql {
  const journals = [...recorded].sort(([a], [b]) => (a.name < b.name ? -1 : 1));
  const inserts = journals.map(
    ([{ name, insert }, entries]) => sql`${raw(name)} as (${insert(`[${entries.join()}]`)})`,
  );
  return prepared(
    `base.record ${journals.map(([{ name }]) => name).join(" ")}`,
    sql`with ${join(inserts)} select`,
  );
}

/** The reading and writing methods of a handle, on a function that runs one statement. */
export function queryMethods(query: (statement: Sql) => Promise<QueryResult>) {
  return {
    async one<Row>(statement: Sql): Promise<Row> {
      const { rows } = await query(statement);
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
      return rows[0] as Row;
    },
    async maybeOne<Row>(statement: Sql): Promise<Row | undefined> {
      const { rows } = await query(statement);
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
      return rows[0] as Row | undefined;
    },
    async many<Row>(statement: Sql): Promise<Row[]> {
      return (await query(statement)).rows as Row[];
    },
    async run(statement: Sql): Promise<number> {
      return (await query(statement)).affected;
    },
  };
}

/**
 * The results of statements of one transaction that were sent together: one exchange with the database instead of one for
 * each. They run in the order in which they were sent. Waits for all of them, and fails with the error of the first
 * that failed: those after it failed because of it.
 */
export async function together<const Sent extends readonly unknown[]>(
  ...sent: Sent
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as {
    -readonly [Index in keyof Sent]: Awaited<Sent[Index]>;
  };
}

/** The SQLSTATE of a database error ("23505" for a broken uniqueness), or undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** True when the error is a violation of the named constraint. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  return sqlState(error) !== undefined && (error as { constraint?: unknown }).constraint === constraint;
}
