import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls } from "#base/shared/contract.ts";
import { testAbility } from "#base/testing/abilities.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { mountCalls } from "./mount.ts";

const calls = defineCalls({
  "GET Clients/Files/{id}": {
    summary: "A file, by session or by a signed address",
    access: { signedOr: testAbility("files", "read") },
    params: z.object({ id: z.string() }),
    query: z.object({ size: z.enum(["small", "large"]).optional() }),
    answer: file({ types: ["text/plain"], ranges: true, disposition: "inline" }),
  },
  "GET Clients/Exports/orders": {
    summary: "A file whose length is known at its end",
    access: "signed-in",
    answer: file({ types: ["text/csv"], ranges: true }),
  },
});

const bytes = Buffer.from("0123456789");
let db: TestDb;
let server: TestServer;
let url: string;
let source: Readable;
let opened: number;
let makeSource: () => Readable;
let sign: (path: string, merchantId: string) => string;

beforeAll(async () => {
  db = await testDb();
  server = await testServer(db, (app, context) => {
    sign = context.links.link;
    mountCalls(app, context, calls, {
      "GET Clients/Files/{id}": async ({ ctx, params }) => ({
        mime: "text/plain",
        fileName: `تمر ${ctx.actor.merchantId}.txt`,
        bytes: bytes.length,
        open: async (part) => {
          opened += 1;
          const { start = 0, end = bytes.length - 1 } = part ?? {};
          return params.id === "gone" ? null : Readable.from([bytes.subarray(start, end + 1)]);
        },
      }),
      "GET Clients/Exports/orders": async () => ({
        mime: "text/csv",
        fileName: "orders.csv",
        bytes: null,
        open: async () => {
          source = makeSource();
          return source;
        },
      }),
    });
  });
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  opened = 0;
});
afterAll(async () => {
  await server.app.close();
  await db.close();
});

const asMerchant = { authorization: "Bearer test-session-of-mer_1" };
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${url}${path}`, { method, headers: { ...asMerchant, ...headers } });

describe("a file", () => {
  it("is sent with its type, its length and its name, and cannot run as a page", async () => {
    const answer = await get("/Clients/Files/f1");
    expect(await answer.text()).toBe("0123456789");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/plain",
      "content-length": "10",
      "accept-ranges": "bytes",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "content-disposition": `inline; filename*=UTF-8''${encodeURIComponent("تمر mer_1.txt")}`,
    });
  });

  it.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-1", "9", "bytes 9-9/10"],
  ])("is sent in part: %s", async (range, text, expected) => {
    const answer = await get("/Clients/Files/f1", { range });
    expect([answer.status, answer.headers.get("content-range"), await answer.text()]).toEqual([
      206,
      expected,
      text,
    ]);
  });

  it("has nothing beyond its end", async () => {
    const answer = await get("/Clients/Files/f1", { range: "bytes=10-" });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    expect(await answer.json()).toMatchObject({ error: true, code: "base.range_outside" });
  });

  it("is sent whole when the part is of a version that we cannot tell", async () => {
    const answer = await get("/Clients/Files/f1", { range: "bytes=2-4", "if-range": '"an-etag"' });
    expect([answer.status, await answer.text()]).toEqual([200, "0123456789"]);
  });

  it("is described to a HEAD without being opened", async () => {
    const before = opened;
    const answer = await get("/Clients/Files/f1", { range: "bytes=2-4" }, "HEAD");
    expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([
      200,
      "10",
      "",
    ]);
    expect(opened).toBe(before);
  });

  it("whose bytes are gone is not found", async () => {
    const answer = await get("/Clients/Files/gone");
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: "base.not_found" }]);
  });

  it("opens by a signed address without a session, for its merchant, beside its own query", async () => {
    const signed = sign("/Clients/Files/f1", "mer_7");
    const answer = await fetch(`${url}${signed}&size=small`);
    expect(answer.status).toBe(200);
    expect(decodeURIComponent(answer.headers.get("content-disposition") ?? "")).toContain("mer_7");
    expect((await fetch(`${url}${signed}&size=huge`)).status).toBe(400);
    expect((await fetch(`${url}${signed.replace("f1", "f2")}`)).status).toBe(401);
    expect((await fetch(`${url}/Clients/Files/f1`)).status).toBe(401);
  });
});

describe("a file of unknown length", () => {
  it("is sent as it comes, in no parts", async () => {
    makeSource = () => Readable.from([Buffer.from("a,b\n"), Buffer.from("1,2\n")]);
    const answer = await get("/Clients/Exports/orders", { range: "bytes=0-1" });
    expect([answer.status, await answer.text()]).toEqual([200, "a,b\n1,2\n"]);
    expect(answer.headers.get("content-length")).toBeNull();
    expect(answer.headers.get("accept-ranges")).toBe("none");
  });

  it("whose source breaks cuts the connection: half a file never looks whole", async () => {
    makeSource = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from("a,b\n");
          throw new Error("the source broke");
        })(),
      );
    const answer = await get("/Clients/Exports/orders");
    await expect(answer.text()).rejects.toThrow();
  });

  it("is read no further once its caller has left", async () => {
    makeSource = () => new Readable({ read: () => {} });
    const left = new AbortController();
    const answer = fetch(`${url}/Clients/Exports/orders`, { headers: asMerchant, signal: left.signal });
    await expect.poll(() => source?.readableFlowing).toBe(true);
    left.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => source.destroyed).toBe(true);
  });

  it("is read no faster than a slow caller takes it", async () => {
    let produced = 0;
    makeSource = () =>
      new Readable({
        read() {
          produced += 65_536;
          this.push(Buffer.alloc(65_536));
        },
      });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(
      `GET /Clients/Exports/orders HTTP/1.1\r\nhost: x\r\nauthorization: ${asMerchant.authorization}\r\n\r\n`,
    );
    await once(socket, "readable"); // and nothing more is read
    let last = -1;
    await expect
      .poll(() => {
        const isStill = produced === last;
        last = produced;
        return isStill;
      })
      .toBe(true);
    expect(produced).toBeLessThan(64 * 1_048_576);
    socket.destroy();
    await expect.poll(() => source.destroyed).toBe(true);
  });
});
