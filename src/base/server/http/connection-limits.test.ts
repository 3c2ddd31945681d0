import { once } from "node:events";
import { createServer, get, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import fastify from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import type { Refusal } from "../../shared/refusals.ts";
import { makeLog } from "../log.ts";
import { limitConcurrentRequests, limitConnections, toNetworkPrefix } from "./connection-limits.ts";

const opened: Socket[] = [];
let server: Server;
let refusals: string[];

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

async function listen(limits: { total: number; perAddress: number; trustedProxies?: string[] }) {
  refusals = [];
  server = createServer(({ url }, response) => {
    if (url !== "/held") response.end("here");
  });
  limitConnections(server, {
    trustedProxies: [],
    log: makeLog("silent"),
    refused: (why) => refusals.push(why),
    ...limits,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}
const port = () => (server.address() as AddressInfo).port;

/** A connection from an address that sends a text, by default half a request, and then nothing more. */
async function drip(from: string, text = "GET / HTTP/1.1\r\nhost: x\r\n") {
  const socket = connect({ port: port(), host: "127.0.0.1", localAddress: from });
  opened.push(socket);
  const state = { received: "", isClosed: false };
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    state.received += chunk.toString("latin1");
  });
  socket.on("close", () => {
    state.isClosed = true;
  });
  await once(socket, "connect");
  socket.write(text);
  return state;
}
const dripMany = (from: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => drip(from)));

function fetchStatus(from: string): Promise<number | string> {
  return new Promise((resolve) => {
    get({ port: port(), host: "127.0.0.1", localAddress: from, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on("error", (error) => resolve(error.message));
  });
}

describe("the limit on concurrent requests", () => {
  it("counts callers behind a proxy by the forwarded address, and frees the slot when a request ends", async () => {
    await listen({ total: 10, perAddress: 10 }); // only so that there is a server to close
    const app = fastify({ trustProxy: "127.0.0.1" });
    app.setErrorHandler((error: Refusal, _request, reply) => reply.status(error.status).send(error.code));
    limitConcurrentRequests(app, 2);
    const waiting: (() => void)[] = [];
    app.get("/slow", () => new Promise((resolve) => waiting.push(() => resolve("done"))));
    app.get("/quick", () => "done");
    const fetchStatus = (url: string, caller: string) =>
      app.inject({ url, headers: { "x-forwarded-for": caller } });
    const slow = [fetchStatus("/slow", "203.0.113.9"), fetchStatus("/slow", "203.0.113.9")];
    await expect.poll(() => waiting.length).toBe(2);
    expect((await fetchStatus("/quick", "203.0.113.9")).statusCode).toBe(429);
    expect((await fetchStatus("/quick", "203.0.113.10")).statusCode).toBe(200);
    for (const finish of waiting) finish();
    await Promise.all(slow);
    expect((await fetchStatus("/quick", "203.0.113.9")).statusCode).toBe(200);
    await app.close();
  });
});

describe("the limits on connections", () => {
  it("answer one address 503 when all its connections are busy, and take nothing from another", async () => {
    await listen({ total: 100, perAddress: 5 });
    const held = await Promise.all(
      Array.from({ length: 5 }, () => drip("127.0.0.2", "GET /held HTTP/1.1\r\nhost: x\r\n\r\n")),
    );
    expect(await fetchStatus("127.0.0.3")).toBe(200);
    const sixth = await drip("127.0.0.2");
    await expect.poll(() => sixth.isClosed).toBe(true);
    expect(sixth.received).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 5/);
    expect(held.filter(({ isClosed }) => isClosed)).toEqual([]);
    expect(refusals).toEqual(["address"]);
  });

  it("close the oldest connection of an address that sends slowly, so that it can still make requests", async () => {
    await listen({ total: 100, perAddress: 5 });
    const dripping = await dripMany("127.0.0.2", 5);
    expect(await fetchStatus("127.0.0.2")).toBe(200);
    await expect.poll(() => dripping.filter(({ isClosed }) => isClosed).length).toBe(1);
    expect(await fetchStatus("127.0.0.3")).toBe(200);
    expect(refusals).toEqual([]);
  });

  it("free a slot of the address when it closes a connection", async () => {
    await listen({ total: 100, perAddress: 5 });
    await dripMany("127.0.0.2", 5);
    for (const socket of opened.splice(0)) socket.destroy();
    await expect.poll(() => fetchStatus("127.0.0.2")).toBe(200);
  });

  it("do not count a trusted proxy as one caller", async () => {
    await listen({ total: 100, perAddress: 5, trustedProxies: ["127.0.0.0/30"] });
    await dripMany("127.0.0.2", 20);
    expect(await fetchStatus("127.0.0.2")).toBe(200);
    expect(refusals).toEqual([]);
  });

  it("apply to the total: then a newcomer gets a slot from the address that holds the most", async () => {
    await listen({ total: 10, perAddress: 8 });
    const greedy = await dripMany("127.0.0.2", 8);
    const modest = await dripMany("127.0.0.3", 2);
    expect(await fetchStatus("127.0.0.4")).toBe(200);
    await expect.poll(() => greedy.filter(({ isClosed }) => isClosed)).toHaveLength(1);
    expect(modest.filter(({ isClosed }) => isClosed)).toEqual([]);
    await drip("127.0.0.5");
    expect(await fetchStatus("127.0.0.2")).not.toBe(200);
    expect(refusals).toEqual(["total"]);
  });

  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("take %s as %s", (address, network) => expect(toNetworkPrefix(address)).toBe(network));
});
