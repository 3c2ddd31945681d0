import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type TestSandbox = {
  url: string;
  /** Base address of each vendor host. */
  hosts: Record<string, string>;
  /** The app credentials it accepts, by the names of the product's settings. */
  credentials: Record<string, string>;
  /** A call to its control API; POST when a body is given. */
  control<Answer = unknown>(path: string, body?: object): Promise<Answer>;
  stop(): Promise<void>;
};

/** Starts the sandbox as a separate program, on any free port, in memory, with a paused clock. */
export async function startSandbox({
  seed = "test",
  env = {},
}: {
  seed?: string;
  env?: Record<string, string>;
} = {}): Promise<TestSandbox> {
  const root = join(import.meta.dirname, "../../..");
  const child = spawn(process.execPath, [join(root, "sandbox/main.ts")], {
    env: {
      ...process.env,
      SANDBOX_PORT: "0",
      SANDBOX_SEED: seed,
      SANDBOX_SPEED: "0",
      SANDBOX_EXIT_WITH_PARENT: "1",
      ...env,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const url = await readAddress(child);
  const control = async <Answer>(path: string, body?: object) => {
    const answer = await fetch(`${url}/control/${path}`, {
      method: body ? "POST" : "GET",
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
    if (!answer.ok) throw new Error(`control/${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return {
    url,
    hosts: await control("hosts"),
    credentials: await control("credentials"),
    control,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("the sandbox has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("{")) return (JSON.parse(line) as { sandbox: string }).sandbox;
  }
  throw new Error("the sandbox ended before it listened");
}
