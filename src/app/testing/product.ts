import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#base/testing/free-port.ts";
import type { TestSandbox } from "#base/testing/sandbox.ts";
import { vendorAddresses } from "../server/vendor-addresses.ts";

export type TestProduct = {
  url: string;
  /** The settings it was started with. */
  settings: Record<string, string>;
  /** The current process. */
  child(): ChildProcess;
  /** Stops it in order, or at once as a power cut would (`kill`). */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  restart(): Promise<void>;
};

/** What a product needs to know of the sandbox it uses. */
type SandboxEndpoints = Pick<TestSandbox, "url" | "hosts" | "credentials">;

/** The settings that point the product at a sandbox. */
export function settingsFor({ credentials, hosts, url }: SandboxEndpoints): Record<string, string> {
  return {
    ...credentials,
    ...vendorAddresses(hosts),
    WORLD_CLOCK_URL: `${url}/control/clock`,
    ALLOW_PRIVATE_SITES: "on",
  };
}

/** The product as a separate program beside a sandbox, on a data folder (or database) of its own. */
export async function startProduct(
  sandbox: SandboxEndpoints,
  env: Record<string, string> = {},
): Promise<TestProduct> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings: Record<string, string> = {
    ...settingsFor(sandbox),
    PORT: String(port),
    DATA_DIR: await mkdtemp(join(tmpdir(), "rawaj-product-")),
    FIGURES_EVERY_SECONDS: "1",
    SMS_PER_ADDRESS_PER_HOUR: "1000",
    LOG_LEVEL: "warn",
    ...env,
  };
  let child = await start(settings, url);

  async function end(signal: "SIGTERM" | "SIGKILL") {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
  return {
    url,
    settings,
    child: () => child,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    async restart() {
      await end("SIGTERM");
      child = await start(settings, url);
    },
  };
}

/** The product's program with these settings, whether it starts or not. */
export function spawnProduct(settings: Record<string, string>, errors: "inherit" | "pipe" = "inherit") {
  return spawn(process.execPath, [join(import.meta.dirname, "../server/main.ts")], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", process.env.SHOW_LOGS ? "inherit" : "ignore", errors],
  });
}

async function start(settings: Record<string, string>, url: string): Promise<ChildProcess> {
  const child = spawnProduct(settings);
  // A busy machine needs time to create the database; a process that ended is detected at once.
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error("the product did not become ready");
}
