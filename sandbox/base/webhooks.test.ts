import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseSettings } from "./settings.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
let server: Server;
let url: string;
let received: string[];

beforeEach(async () => {
  world = makeWorld(parseSettings({ SANDBOX_SPEED: "0" }));
  received = [];
  server = createServer((request, response) => {
    request.on("data", (chunk) => received.push(String(chunk)));
    request.on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/hook`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const send = (body: string, to = url) =>
  world.webhooks.send({
    vendor: "v",
    url: to,
    headers: {},
    body,
    retryAfterSeconds: [300],
    timeoutSeconds: 5,
  });
const fault = (kind: "late_webhook" | "out_of_order_webhook" | "duplicate_webhook") =>
  world.faults.add({ vendor: "v", kind, times: 1, seconds: 3_600 });

test("a delivery that is held back is sent after the next one", async () => {
  fault("out_of_order_webhook");
  await send("first");
  expect(received).toEqual([]);
  await send("second");
  expect(received).toEqual(["second", "first"]);
});

test("a late delivery waits for its time, or for a manual retry", async () => {
  fault("late_webhook");
  await send("late");
  expect(received).toEqual([]);
  expect(await world.webhooks.retryNow()).toBe(1);
  expect(received).toEqual(["late"]);
});

test("a duplicated delivery is sent twice, and no other is", async () => {
  fault("duplicate_webhook");
  await send("a");
  await send("b");
  expect(received).toEqual(["a", "a", "b"]);
});

test("an address where nothing listens is a failed attempt, not an error of the sandbox", async () => {
  await send("x", "http://127.0.0.1:1/hook");
  expect(world.webhooks.list({ limit: 1 })[0]).toMatchObject({
    state: "waiting",
    attempts: [{ status: null }],
  });
  await world.webhooks.retryNow();
  expect(world.webhooks.list({ limit: 1 })[0]).toMatchObject({ state: "given_up" });
});

test("the vendor is notified of every attempt, and its extra success statuses count as success", async () => {
  const outcomes: [string | undefined, string][] = [];
  world.webhooks.onAttempt("v", ({ hook, state }) => outcomes.push([hook, state]));
  const moved = createServer((_request, response) => response.writeHead(302, { location: "/" }).end());
  await new Promise<void>((resolve) => moved.listen(0, "127.0.0.1", resolve));
  const address = moved.address();
  const to = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/`;
  const order = { vendor: "v", url: to, headers: {}, body: "", retryAfterSeconds: [], timeoutSeconds: 5 };
  await world.webhooks.send({ ...order, hook: "strict" });
  await world.webhooks.send({ ...order, hook: "lenient", successStatuses: [301, 302] });
  moved.close();
  expect(outcomes).toEqual([
    ["strict", "given_up"],
    ["lenient", "delivered"],
  ]);
});
