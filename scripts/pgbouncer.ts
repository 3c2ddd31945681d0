import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { freePort, makeServerFolder, unprivileged } from "./postgres.ts";

export type Pooler = { url: string; stop(): Promise<void> };

type Options = {
  port?: number;
  /** Connections to the server, of each database. */
  poolSize?: number;
  statementTimeoutMs?: number;
};

/** Where PgBouncer is; undefined where it is not installed. */
export const findPgBouncer = (): string | undefined => findProgram("pgbouncer");

/**
 * PgBouncer in transaction mode before the PostgreSQL server of `serverUrl`, for every database of it: a connection of the
 * server is one client's for the length of a transaction. Its settings are those that docs/scale.md names.
 */
export async function startPgBouncer(serverUrl: string, options: Options = {}): Promise<Pooler> {
  const program = findPgBouncer();
  if (program === undefined) throw new Error("PgBouncer is not installed: apt-get install pgbouncer");
  const { port = await freePort(), poolSize = 20, statementTimeoutMs = 20_000 } = options;
  const folder = makeServerFolder("rawaj-pgbouncer-");
  const as = unprivileged();
  const server = new URL(serverUrl);
  const settings = `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} connect_query='set statement_timeout = ${statementTimeoutMs}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 2000
ignore_startup_parameters = extra_float_digits
server_idle_timeout = 60
log_connections = 0
log_disconnections = 0
log_stats = 0
`;
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, settings);
  if (as.uid !== undefined) chownSync(file, as.uid, as.gid);
  const child = spawn(program, ["-q", file], { ...as, cwd: folder, stdio: ["ignore", "ignore", "ignore"] });
  await untilItListens(port, () => child.exitCode);
  const url = new URL(serverUrl);
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      child.kill("SIGTERM"); // at once: SIGINT would wait for its clients
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when something takes connections on this port of the machine; throws when the program has ended. */
export async function untilItListens(port: number, exitCode: () => number | null): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const code = exitCode();
    if (code !== null) throw new Error(`what should listen on port ${port} ended with ${code}`);
    const listens = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (listens) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port}`);
}
