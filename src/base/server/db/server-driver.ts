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

type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;
type SendScript = (text: string) => Promise<pg.QueryResult | pg.QueryResult[]>;

function toSession(send: Send, sendScript: SendScript): Session {
  return {
    query: async (text, values, statementName) =>
      toQueryResult(await send(statementName ? { name: statementName, text, values } : { text, values })),
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
function sendInGroups(client: pg.PoolClient): { send: Send; sendScript: SendScript } {
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
      return open.add({ ...statement, types });
    },
    sendScript(text) {
      close();
      return client.query(text);
    },
  };
}

type Options = { url: string; poolSize: number; statementTimeoutMs: number; log: Log };

/** A PostgreSQL server through a pool of connections. */
export async function serverDriver({ url, poolSize, statementTimeoutMs, log }: Options): Promise<Driver> {
  const config = { connectionString: url, types, connectionTimeoutMillis: 10_000, application_name: "rawaj" };
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    pipeline: true,
    statement_timeout: statementTimeoutMs,
    idleTimeoutMillis: 30_000,
  });
  pool.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
  await pool.query("select 1");
  const channelListeners: ChannelListener[] = [];

  return {
    kind: "server",
    ...toSession(
      (statement) => pool.query(statement),
      (text) => pool.query(text),
    ),
    async transaction(work) {
      const client = await pool.connect();
      const { send, sendScript } = sendInGroups(client);
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
      channelListeners.push(await openListener(config, channel, onMessage, log));
    },
    async close() {
      await Promise.all(channelListeners.map((listener) => listener.close()));
      await pool.end();
    },
  };
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
