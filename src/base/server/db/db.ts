import { AsyncLocalStorage } from "node:async_hooks";
import type { Sql } from "sql-template-tag";
import type { Actor } from "../../shared/actor.ts";
import type { DomainEvent } from "../../shared/events.ts";
import { systemClock } from "../clock.ts";

export type { Sql } from "sql-template-tag";
export { default as sql, empty, join, raw } from "sql-template-tag";

type PreparedSql = Sql & { statementName?: string };

/**
 * A statement that runs very often: each server connection plans it once, under this name. Its text must always be the
 * same. A connection pooler in front of the server must support prepared statements (PgBouncer does from 1.21 on).
 */
export function prepared(name: string, statement: Sql): Sql {
  return Object.assign(statement, { statementName: name });
}

/**
 * Options of a job enqueued in the caller's transaction. While a job with the same `key` waits, a second one is
 * dropped.
 */
export type EnqueueOptions = { key?: string; afterSeconds?: number };

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

/** An open transaction. Never call another system inside one: every other transaction would wait for it. */
export interface Tx extends Db {
  /** Writes the events in the same transaction; they are delivered after the commit. */
  publish(...events: readonly DomainEvent[]): Promise<void>;
  /** The same transaction; its events name who acted. Without it they say that the product acted by itself. */
  actingAs(by: Actor["by"]): Tx;
  /** Enqueues a job; it runs after the commit. */
  enqueue<Input>(
    job: { name: string; input?: { parse(value: unknown): Input } },
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

/** PostgreSQL, embedded or a server: this interface is the only place where the two differ. */
export interface Driver extends Session {
  readonly kind: "embedded" | "server";
  /** Runs `work` in one session between begin and commit. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  listen(channel: string, onMessage: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** True for code that runs inside a transaction, until it ends. */
const transactionScope = new AsyncLocalStorage<{ open: boolean }>();

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
        try {
          const outcome = await driver.transaction((session) =>
            transactionScope.run(scope, () => runTransaction(session, driver, work)),
          );
          scope.open = false;
          if (outcome.hasPublished) onCommit();
          return outcome.value;
        } catch (error) {
          scope.open = false;
          if (attempt >= maxAttempts || !retryableStates.has(String((error as { code?: unknown }).code)))
            throw error;
        }
      }
    },
  };
}

async function runTransaction<T>(session: Session, identity: object, work: (tx: Tx) => Promise<T>) {
  let hasPublished = false;
  const query = (statement: PreparedSql) =>
    session.query(statement.text, statement.values, statement.statementName);

  const actingAs = (by: Actor["by"]): Tx => {
    async function insertEvent(name: string, merchantId: string | null, details: object) {
      hasPublished = true;
      await session.query(
        `insert into base.events (name, merchant_id, details, actor_kind, actor_id, published_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [name, merchantId, JSON.stringify(details), by.kind, by.id, systemClock.now()],
      );
    }
    const tx: Tx = {
      identity,
      ...queryMethods(query),
      transaction: (inner) => inner(tx),
      actingAs,
      async publish(...events) {
        for (const { name, merchant_id, ...details } of events) await insertEvent(name, merchant_id, details);
      },
      enqueue: (job, input, options = {}) =>
        insertEvent("job.enqueued", null, {
          job: job.name,
          input: job.input?.parse(input) ?? input,
          ...options,
        }),
    };
    return tx;
  };
  const tx = actingAs({ kind: "system", id: null });
  return { value: await work(tx), hasPublished };
}

function queryMethods(query: (statement: Sql) => Promise<QueryResult>) {
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

/** The SQLSTATE of a database error ("23505" for a broken uniqueness), or undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** True when the error is a violation of the named constraint. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  return sqlState(error) !== undefined && (error as { constraint?: unknown }).constraint === constraint;
}
