import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { heapFlags, memoryEnvironment } from "#app/server/heap.ts";

export type Program = {
  pid: number;
  port: number;
  url: string;
  /** Resident memory in MB (millions of bytes), as the system reports it. */
  memoryMb(): number;
  /** Processor time so far, in microseconds, as the kernel counts it: in steps of ten milliseconds. */
  processorMicros(): number;
  /** SIGKILL: no orderly shutdown. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

/** Starts one of our servers as a separate program on any free port, and waits until it answers at `readyPath`. */
export async function startServer(
  file: string,
  env: Record<string, string>,
  readyPath = "/readyz",
  flags: readonly string[] = [],
): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, [...flags, file], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, NODE_ENV: "development", HOST: "127.0.0.1", ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(`${url}${readyPath}`, child);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    port,
    url,
    memoryMb: () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)])) * 0.001_024,
    processorMicros: () => readProcessorMicros(child.pid),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

/** User and system time of a process, fields 14 and 15 of proc(5)'s `stat`; the name before them may hold spaces. */
function readProcessorMicros(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10_000;
}

/** Once a day it takes half a minute of a processor: which benchmark that hit would be chance. */
const withoutDemo = { DEMO_AHEAD: "off" };

/** Vendor addresses where nothing listens: the measured calls need none of them. */
const vendors = {
  UNIFONIC_API_URL: "http://127.0.0.1:9",
  UNIFONIC_APP_SID: "bench",
  MOYASAR_API_URL: "http://127.0.0.1:9",
  MOYASAR_CDN_URL: "http://127.0.0.1:9",
  MOYASAR_PUBLISHABLE_KEY: "pk_test_bench",
  MOYASAR_SECRET_KEY: "sk_test_bench",
  MOYASAR_WEBHOOK_SECRET: "bench",
};

/**
 * The whole product as it is shipped, on the storage `env` names; it logs only warnings. `file` is a program that runs it
 * with more calls.
 */
export function startProduct(
  env: Record<string, string>,
  file = "src/app/server/main.ts",
  flags: readonly string[] = [],
): Promise<Program> {
  return startServer(
    file,
    { LOG_LEVEL: "warn", ...memoryEnvironment, ...vendors, ...withoutDemo, ...env },
    "/readyz",
    [...heapFlags, ...flags],
  );
}

/** A temporary folder, deleted when the benchmarks end. */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rawaj-bench-"));
  folders.add(folder);
  return folder;
}

/** Any response will do: a baseline has no health page. */
async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null)
      throw new Error(`${child.spawnfile} ended with ${child.exitCode} before it listened`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer && answer.status !== 503) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answered at ${url}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port is free")),
      );
    });
  });
}
