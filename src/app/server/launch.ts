import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildWeb } from "./build-web.ts";
import { heapFlags, memoryEnvironment } from "./heap.ts";
import { vendorAddresses } from "./vendor-addresses.ts";

/**
 * `npm start`: the sandbox (unless SANDBOX=off), the web built when it is stale, and the product, as separate programs.
 * The product only gets addresses and credentials: it cannot tell the sandbox from the vendors. With --watch (`npm run
 * dev`) the product restarts and the web reloads on change.
 */
const root = join(import.meta.dirname, "../../..");
const isWatching = process.argv.includes("--watch");
const port = Number(process.env.PORT || 3000);
const dataFolder = process.env.DATA_DIR || "data";
const children: ChildProcess[] = [];
let isStopping = false;

function print(line: string) {
  process.stdout.write(`${line}\n`);
}

function startProgram(
  args: string[],
  env: Record<string, string>,
  output: "inherit" | "pipe" = "inherit",
): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", output, "inherit"],
  });
  children.push(child);
  child.once("exit", (code) => {
    if (!isStopping) void stopAll(code ?? 1);
  });
  return child;
}

async function stopAll(code: number) {
  if (isStopping) return;
  isStopping = true;
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  // The product stops first: it still finishes calls to the sandbox.
  for (const child of running.reverse()) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stopAll(0));

/** Starts the sandbox and returns the settings that point the product at it. */
async function startSandbox(): Promise<Record<string, string>> {
  const child = startProgram(
    ["sandbox/main.ts"],
    {
      SANDBOX_PORT: process.env.SANDBOX_PORT || "3900",
      SANDBOX_DATA_DIR: join(dataFolder, "sandbox"),
      SANDBOX_SPEED: process.env.SANDBOX_SPEED || "60",
      PRODUCT_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
    },
    "pipe",
  );
  const url = await readAddress(child);
  const fetchControl = async (path: string) =>
    (await (await fetch(`${url}/control/${path}`)).json()) as Record<string, string>;
  return {
    ...vendorAddresses(await fetchControl("hosts")),
    ...(await fetchControl("credentials")),
    WORLD_CLOCK_URL: `${url}/control/clock`,
    ALLOW_PRIVATE_SITES: "on",
    SANDBOX_URL: url,
  };
}

/** The first line of JSON the sandbox prints holds its addresses; later lines are passed on. */
async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("the sandbox has no output");
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the sandbox ended before it listened")));
    lines.on("line", (line) => {
      if (line.startsWith('{"sandbox"')) resolve((JSON.parse(line) as { sandbox: string }).sandbox);
      else print(line);
    });
  });
}

async function waitUntilReady(url: string) {
  for (let tries = 0; tries < 600 && !isStopping; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const { SANDBOX_URL: sandboxUrl, ...vendors }: Record<string, string> =
  process.env.SANDBOX === "off" ? {} : await startSandbox();
const webUrl = `http://localhost:${port}`;
const productPort = isWatching ? port + 1 : port;
if (!isWatching && !(await buildWeb())) await stopAll(1);
const watchFlags = isWatching ? ["--watch", "--watch-preserve-output"] : [];
startProgram([...heapFlags, ...watchFlags, "src/app/server/main.ts"], {
  ...memoryEnvironment,
  ...vendors,
  PORT: String(productPort),
  DATA_DIR: dataFolder,
  // The sandbox runs fast: its figures are polled more often than a platform’s own quarter of an hour.
  ...(sandboxUrl ? { FIGURES_EVERY_SECONDS: process.env.FIGURES_EVERY_SECONDS || "5" } : {}),
  PUBLIC_URL: process.env.PUBLIC_URL || webUrl,
});
await waitUntilReady(`http://localhost:${productPort}`);
if (isWatching)
  startProgram(["node_modules/vite/bin/vite.js"], {
    PRODUCT_PORT: String(productPort),
  });

print(`
  Rawaj          ${webUrl}
  API            ${webUrl}/docs`);
if (sandboxUrl) {
  print(`  Sandbox        ${sandboxUrl}   its clock, faults, and what really happened
  Sandbox phone  ${sandboxUrl}/phone   where the sign-in codes arrive
  Sandbox mail   ${sandboxUrl}/mail    where e-mail arrives

  Try it with the mobile number 050 123 4567 (any Saudi mobile works).`);
}
print("  Ctrl-C stops everything.\n");
