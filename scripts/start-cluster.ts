import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { heapFlags } from "../src/app/server/heap.ts";
import { settingsFor } from "../src/app/testing/product.ts";
import { startSandbox } from "../src/base/testing/sandbox.ts";
import { startHaproxy } from "./haproxy.ts";
import { startPgBouncer } from "./pgbouncer.ts";
import { startPostgres } from "./postgres.ts";

const root = join(import.meta.dirname, "..");

/** What the processes listen on, all on this machine: `port` and the numbers after it. */
const offsets = { states: 1, primary: 2, replica: 3, pgbouncer: 4, readPgbouncer: 5, roles: 10 };
const roles = ["web", "web", "web", "jobs", "jobs", "redirect"] as const;
/** The bucket and keys that the sandbox's S3 knows (`sandbox/object-storage/s3`). */
const bucket = { S3_BUCKET: "rawaj-media", S3_ACCESS_KEY_ID: "RAWAJS3TESTKEY" };
const bucketSecret = { S3_SECRET_ACCESS_KEY: "rawaj-s3-secret-of-the-sandbox" };
/** A first start migrates; a busy machine needs time for it. */
const readyMs = 180_000;
/** What a role may need to finish its work in progress. */
const endMs = 12_000;

export type RoleName = (typeof roles)[number];

/** One process of the product. */
export type RoleProcess = { name: string; role: RoleName; url: string; child: ChildProcess };

type Options = {
  port: number;
  sandboxPort: number;
  /** Settings of every role, and of the sandbox, over those of the cluster. */
  env?: Record<string, string>;
  sandboxEnv?: Record<string, string>;
  /** What is to happen once the database answers, before the roles start; gets their settings. */
  beforeRoles?(settings: Record<string, string>): void | Promise<void>;
};

/**
 * The product as many machines run it, on one and without containers: PostgreSQL with a streaming replica, PgBouncer in
 * transaction mode, HAProxy before three web roles and a redirect role, two jobs roles, media in S3, and the sandbox for the
 * vendors. Its data is new each time, and deleted when it stops. When a part does not start, what has started is stopped, and
 * the logs are kept.
 */
export async function startCluster(options: Options) {
  const { port, sandboxPort } = options;
  const parts: { stop(): Promise<void> }[] = [];
  /** From the last that started to the first. */
  const stop = async () => {
    for (const part of parts.reverse().splice(0)) await part.stop();
  };
  const keep = async <Part extends { stop(): Promise<void> }>(starting: Promise<Part>): Promise<Part> => {
    const part = await starting;
    parts.push(part);
    return part;
  };
  try {
    const primary = await keep(startPostgres({ port: String(port + offsets.primary) }));
    const replica = await keep(primary.startReplica({ port: String(port + offsets.replica) }));
    const pooler = await keep(startPgBouncer(primary.url, { port: port + offsets.pgbouncer }));
    const readPooler = await keep(startPgBouncer(replica.url, { port: port + offsets.readPgbouncer }));
    const env = { SANDBOX_PORT: String(sandboxPort), PRODUCT_URL: `http://localhost:${port}` };
    const sandbox = await keep(startSandbox({ seed: "cluster", env: { ...env, ...options.sandboxEnv } }));
    const dataFolder = mkdtempSync(join(tmpdir(), "rawaj-cluster-"));
    const settings: Record<string, string> = {
      ...settingsFor(sandbox),
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: primary.url,
      DATABASE_READ_URL: readPooler.url,
      ...bucket,
      ...bucketSecret,
      S3_URL: sandbox.hosts.s3 ?? "",
      SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      PUBLIC_URL: `http://localhost:${port}`,
      TRUSTED_PROXIES: "127.0.0.1,::1",
      LOG_LEVEL: "info",
      ...options.env,
    };
    await options.beforeRoles?.(settings);
    const logFolder = join(dataFolder, "logs");
    mkdirSync(logFolder, { recursive: true });
    const processes = await startRoles({ port, settings, dataFolder, logFolder, keep });
    await keep(
      startHaproxy({
        port,
        statesPort: port + offsets.states,
        web: listPorts(processes, "web"),
        redirect: listPorts(processes, "redirect"),
      }),
    );
    const deleteData = async () => rmSync(dataFolder, { recursive: true, force: true });
    return {
      url: settings.PUBLIC_URL ?? "",
      statesUrl: `http://localhost:${port + offsets.states}`,
      sandboxUrl: sandbox.url,
      primaryUrl: primary.url,
      replicaUrl: replica.url,
      poolerUrl: pooler.url,
      logFolder,
      processes,
      stop: () => stop().finally(deleteData),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const listPorts = (processes: readonly RoleProcess[], role: RoleName) =>
  processes.filter((process) => process.role === role).map(({ url }) => Number(new URL(url).port));

type RolesOptions = {
  port: number;
  settings: Record<string, string>;
  dataFolder: string;
  logFolder: string;
  keep(starting: Promise<{ stop(): Promise<void> }>): Promise<unknown>;
};

/** The first migrates; then the others start together. */
async function startRoles({ port, settings, dataFolder, logFolder, keep }: RolesOptions) {
  const starts = roles.map((role, index) => async () => {
    const name = `${role}-${roles.slice(0, index + 1).filter((other) => other === role).length}`;
    const own = String(port + offsets.roles + index);
    const env = { ...settings, ROLE: role, PORT: own, DATA_DIR: join(dataFolder, name) };
    const child = spawn(process.execPath, [...heapFlags, join(root, "src/app/server/main.ts")], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const log = createWriteStream(join(logFolder, `${name}.log`));
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    const started = { name, role, url: `http://localhost:${own}`, child };
    await keep(Promise.resolve({ stop: () => end(child) }));
    await untilReady(started, logFolder);
    return started;
  });
  const [first, ...others] = starts;
  if (!first) return [];
  const migrated = await first();
  return [migrated, ...(await Promise.all(others.map((start) => start())))];
}

async function untilReady({ name, url, child }: RoleProcess, logFolder: string): Promise<void> {
  const giveUpAt = Date.now() + readyMs;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} did not become ready: see ${join(logFolder, `${name}.log`)}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const killing = setTimeout(() => child.kill("SIGKILL"), endMs);
  await ended;
  clearTimeout(killing);
}
