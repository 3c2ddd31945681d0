import pg from "pg";
import type { Log } from "../log.ts";
import { type Driver, type QueryResult, type Session, watchFailures } from "./db.ts";
import { StatementGroup } from "./statement-group.ts";

/** Money and counts are int8 and stay under 2^53; days stay text, so that no time zone moves them. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const toQueryResult = ({ rows, rowCount }: pg.QueryResult): QueryResult => ({
  rows,
  affected: rowCount ?? 0,
});

const named = (name: string | undefined) => (name === undefined ? {} : { name });
const unnamed = ({ name: _, ...statement }: pg.QueryConfig): pg.QueryConfig => statement;

type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;
type SendScript = (text: string) => Promise<pg.QueryResult | pg.QueryResult[]>;

function toSession(send: Send, sendScript: SendScript): Session {
  return {
    query: async (text, values, statementName) =>
      toQueryResult(await send({ text, values, ...named(statementName) })),
    script: async (text) => {
      const answer = await sendScript(text);
      const results = Array.isArray(answer) ? answer : [answer];
      return { rows: results.flatMap((result) => result.rows), affected: 0 };
    },
  };
}

/**
 * Sends statements without waiting for those before them. What is sent in one turn of the event loop, begin and commit
 * among it, is one group, with one write to the network and one answer.
 */
function sendInGroups(client: pg.PoolClient, isNaming: boolean): { send: Send; sendScript: SendScript } {
  let open: StatementGroup | undefined;
  function close() {
    const group = open;
    open = undefined;
    if (group) client.query(group);
  }
  return {
    send(statement) {
      if (!open) {
        open = new StatementGroup();
        process.nextTick(close);
      }
      return open.add({ ...(isNaming ? statement : unnamed(statement)), types });
    },
    sendScript(text) {
      close();
      return client.query(text);
    },
  };
}

/** Where the server is, and whether a pooler in transaction mode (PgBouncer) stands before it. */
export type ServerAddress = {
  /** For statements and transactions. Through a pooler nothing of a session outlives its transaction. */
  url: string;
  /** Of the server itself, for what needs a session: notifications. Set when `url` leads through a pooler. */
  directUrl?: string | undefined;
  /** Whether statements are prepared by name. Through a pooler only PgBouncer from 1.21 on can do that. */
  namesStatements?: boolean | undefined;
};
type Options = ServerAddress & { poolSize: number; statementTimeoutMs: number; log: Log };

/** A replica, to read from. It may be away, also at the start. */
export function replicaDriver({
  url,
  isPooled,
  namesStatements = !isPooled,
  poolSize,
  statementTimeoutMs,
  log,
}: Omit<Options, "directUrl"> & { isPooled: boolean }) {
  const pool = openPool(url, { max: poolSize, connectionTimeoutMillis: 2_000 }, log, {
    statementTimeoutMs: isPooled ? undefined : statementTimeoutMs,
  });
  const { query } = toSession(
    (statement) => pool.query(namesStatements ? statement : unnamed(statement)),
    (text) => pool.query(text),
  );
  return { query, close: () => pool.end() };
}

function openPool(
  url: string,
  config: pg.PoolConfig,
  log: Log,
  { statementTimeoutMs }: { statementTimeoutMs: number | undefined },
): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(url),
    ...config,
    pipeline: true,
    // A pooler refuses a connection that asks for it: there it is a setting of the pooler or of the database's role.
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
    idleTimeoutMillis: 30_000,
  });
  pool.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
  return pool;
}

const clientConfig = (url: string) => ({
  connectionString: url,
  types,
  connectionTimeoutMillis: 10_000,
  application_name: "rawaj",
});

/** A PostgreSQL server through a pool of connections. */
export async function serverDriver({
  url,
  directUrl,
  namesStatements = directUrl === undefined,
  poolSize,
  statementTimeoutMs,
  log,
}: Options): Promise<Driver> {
  const pool = openPool(url, { max: poolSize }, log, {
    statementTimeoutMs: directUrl === undefined ? statementTimeoutMs : undefined,
  });
  if (directUrl === undefined) await pool.query("select 1");
  else await warnWithoutTimeout(pool, log);
  const channelListeners: ChannelListener[] = [];

  return {
    kind: "server",
    ...toSession(
      (statement) => pool.query(namesStatements ? statement : unnamed(statement)),
      (text) => pool.query(text),
    ),
    async transaction(work) {
      const client = await pool.connect();
      const { send, sendScript } = sendInGroups(client, namesStatements);
      const run = (text: string) => send({ name: text, text });
      let broken: Error | undefined;
      const onLost = (error: Error) => {
        broken = error;
      };
      // Lost between two queries, it fails the next one; an error that nobody listens to would end the process.
      client.on("error", onLost);
      const begun = run("begin");
      begun.catch(() => {}); // what is sent after it fails with it
      const afterBegin = async <Result>(sent: Promise<Result>) => (await Promise.all([begun, sent]))[1];
      const session = watchFailures(
        toSession(
          (statement) => afterBegin(send(statement)),
          (text) => afterBegin(sendScript(text)),
        ),
      );
      try {
        const value = await work(session);
        await session.commit();
        return value;
      } catch (error) {
        await Promise.all([begun, run("rollback")]).catch((lost: Error) => {
          broken = lost;
        });
        throw error;
      } finally {
        client.off("error", onLost);
        client.release(broken);
      }
    },
    async listen(channel, onMessage) {
      channelListeners.push(await openListener(clientConfig(directUrl ?? url), channel, onMessage, log));
    },
    async close() {
      await Promise.all(channelListeners.map((listener) => listener.close()));
      await pool.end();
    },
  };
}

async function warnWithoutTimeout(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ statement_timeout: string }>("show statement_timeout");
  if (rows[0]?.statement_timeout === "0")
    log.warn(
      "statements have no time limit behind the pooler: set statement_timeout for the database's role",
    );
}

type ChannelListener = { close(): Promise<void> };

/** One connection that listens and reconnects whenever it is lost; a loss is reported as an empty payload. */
async function openListener(
  config: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  log: Log,
): Promise<ChannelListener> {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function open() {
    client = new pg.Client(config);
    client.on("notification", ({ payload }) => onMessage(payload ?? ""));
    client.on("error", (error) => log.warn({ err: error }, "the listening connection was lost"));
    client.on("end", () => {
      if (!closed) retry = setTimeout(reopen, 1_000);
    });
    await client.connect();
    await client.query(`listen ${channel}`);
  }
  function reopen() {
    open().then(
      () => onMessage(""),
      () => {
        if (!closed) retry = setTimeout(reopen, 2_000);
      },
    );
  }

  await open();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
