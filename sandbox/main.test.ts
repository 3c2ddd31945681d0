import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

async function startSandbox(env: Record<string, string>) {
  const child = spawn(process.execPath, [new URL("./main.ts", import.meta.url).pathname], {
    env: { ...process.env, SANDBOX_PORT: "0", SANDBOX_SPEED: "0", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  running.push(child);
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = (await once(lines, "line")) as [string];
  const { sandbox } = JSON.parse(line) as { sandbox: string };
  const control = async <Answer = unknown>(path: string, body?: object): Promise<Answer> => {
    const post = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    return (await (await fetch(`${sandbox}/control/${path}`, body ? post : {})).json()) as Answer;
  };
  return { child, sandbox, control };
}

test("the program prints its address, keeps its world over a restart, and exits with 0", async () => {
  const dataDir = mkdtempSync(`${tmpdir()}/rawaj-sandbox-`);
  try {
    const first = await startSandbox({ SANDBOX_DATA_DIR: dataDir, SANDBOX_START: "2026-11-01T00:00:00Z" });
    const tokens = (await first.control("tokens", { vendor: "salla" })) as { access_token: string };
    await first.control("clock", { step: "P2D" });
    const truth = await first.control<{ totals: { orders: { count: number } } }>("truth");
    expect(truth.totals.orders.count).toBeGreaterThan(0);
    first.child.kill("SIGTERM");
    expect(await once(first.child, "exit")).toEqual([0, null]);

    const second = await startSandbox({ SANDBOX_DATA_DIR: dataDir });
    expect(await second.control("clock")).toMatchObject({ now: "2026-11-03T00:00:00.000Z", paused: true });
    expect(await second.control("truth")).toEqual(truth);
    const info = await fetch(`${second.sandbox}/salla/admin/v2/store/info`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(info.status).toBe(200);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("it ends with its parent process when the setting says so", async () => {
  const { child } = await startSandbox({ SANDBOX_EXIT_WITH_PARENT: "1" });
  child.stdin?.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("its own pages open: the control page in both languages, the phone, the shops", async () => {
  const { sandbox } = await startSandbox({});
  for (const [path, words] of [
    ["/", "البيئة التجريبية"],
    ["/?lang=en", "What really happened"],
    ["/phone", "الرسائل"],
    ["/storefront", "متاجر"],
  ]) {
    const response = await fetch(`${sandbox}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.text()).toContain(words);
  }
});
