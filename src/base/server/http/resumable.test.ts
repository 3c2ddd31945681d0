import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineCalls } from "#base/shared/contract.ts";
import { defineRefusals } from "#base/shared/refusals.ts";
import { testAbility } from "#base/testing/abilities.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { sql } from "../db/db.ts";
import type { UploadHandler } from "./handlers.ts";
import { mountCalls } from "./mount.ts";
import { leaseUpload, releaseUpload, renewLease } from "./uploads.store.ts";

/** The protocol as https://tus.io/protocols/resumable-upload (1.0.0) describes it. */

const calls = defineCalls({
  "POST Clients/Papers/uploads": {
    summary: "Uploads a paper in parts",
    access: testAbility("papers", "manage"),
    resumable: { metadata: z.object({ filename: z.string().max(20) }), maxBytes: 1_000, hours: 1 },
    answer: z.object({ text: z.string(), by: z.string() }),
  },
});
const refusals = defineRefusals({ "base.media_type_not_supported": 415 });

let db: TestDb;
let server: TestServer;
let port: number;
let url: string;
const files = new Map<string, Buffer>();
/** What the next `finish` throws. */
let fault: Error | undefined;
/** Held by the next `append` before it stores anything. */
let gate: Promise<void> | undefined;

const handler: UploadHandler<{ filename: string }, { text: string; by: string }> = {
  begin: async (_ctx, { id, metadata }) => {
    if (metadata.filename.endsWith(".exe")) refusals.refuse("base.media_type_not_supported");
    files.set(id, Buffer.alloc(0));
  },
  append: async (id, offset, bytes) => {
    await gate;
    const kept = [files.get(id)?.subarray(0, offset) ?? Buffer.alloc(0)];
    try {
      for await (const chunk of bytes) kept.push(chunk);
    } catch {
      // The connection broke.
    }
    const all = Buffer.concat(kept);
    files.set(id, all);
    return all.length - offset;
  },
  flush: async () => {},
  finish: async ({ actor }, { id }) => {
    const thrown = fault;
    fault = undefined;
    if (thrown) throw thrown;
    const text = files.get(id)?.toString() ?? "";
    return text === "refused!"
      ? refusals.refuse("base.media_type_not_supported")
      : { text, by: actor.merchantId };
  },
  abort: async (id) => void files.delete(id),
};

beforeAll(async () => {
  db = await testDb();
  server = await testServer(db, (app, context) =>
    mountCalls(app, context, calls, { "POST Clients/Papers/uploads": handler }),
  );
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = server.app.server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}`;
});
beforeEach(async () => {
  await db.reset();
  files.clear();
  fault = undefined;
  gate = undefined;
});
afterAll(async () => {
  await server.app.close();
  await db.close();
});

type Options = { as?: string; headers?: Record<string, string>; body?: string };
const send = (method: string, path: string, { as = "mer_1", headers = {}, body }: Options = {}) =>
  fetch(`${url}${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", authorization: `Bearer test-session-of-${as}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
const toMetadata = (filename: string) => `filename ${Buffer.from(filename).toString("base64")}`;
const create = (bytes: number, { filename = "a.txt", ...options }: Options & { filename?: string } = {}) =>
  send("POST", "/Clients/Papers/uploads", {
    ...options,
    headers: { "upload-length": String(bytes), "upload-metadata": toMetadata(filename), ...options.headers },
  });
async function begin(bytes: number, options: Options = {}): Promise<string> {
  const answer = await create(bytes, options);
  expect(answer.status).toBe(201);
  return answer.headers.get("location") ?? "";
}
const part = (path: string, offset: number, body: string, options: Options = {}) =>
  send("PATCH", path, {
    ...options,
    body,
    headers: {
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
      ...options.headers,
    },
  });
const readOffset = async (path: string) => Number((await send("HEAD", path)).headers.get("upload-offset"));
const readCode = async (answer: Response) => ((await answer.json()) as { code: string }).code;

/** Begins a PATCH that promises more bytes than it sends, and cuts the connection. */
async function cutAfter(path: string, promised: number, text: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer test-session-of-mer_1\r\ntus-resumable: 1.0.0\r\n` +
      `content-type: application/offset+octet-stream\r\nupload-offset: 0\r\ncontent-length: ${promised}\r\n\r\n${text}`,
  );
  await once(socket, "connect");
  await expect
    .poll(async () => (await db.many(sql`select 1 from base.uploads where leased_until > now()`)).length)
    .toBe(1);
  socket.destroy();
}

describe("an upload in parts", () => {
  it("arrives in several requests, and then answers with what became of it", async () => {
    const path = await begin(10);
    expect(path).toMatch(/^\/Clients\/Papers\/uploads\/upl_\w+$/);
    const first = await part(path, 0, "01234");
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "5"]);
    expect(await readCode(await send("GET", path))).toBe("base.upload_not_complete");
    const last = await part(path, 5, "56789");
    expect([last.status, last.headers.get("upload-offset")]).toEqual([204, "10"]);
    const answer = await send("GET", path);
    expect(await answer.json()).toEqual({
      error: false,
      messages: [],
      data: { text: "0123456789", by: "mer_1" },
    });
    expect(files.size).toBe(0);
  });

  it("says in a HEAD how much has arrived, of how much, of what, and until when", async () => {
    const path = await begin(10);
    await part(path, 0, "0123");
    const { status, headers } = await send("HEAD", path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "upload-offset": "4",
      "upload-length": "10",
      "upload-metadata": toMetadata("a.txt"),
      "cache-control": "no-store",
    });
    const hours = (Date.parse(headers.get("upload-expires") ?? "") - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(1);
  });

  it("goes on after a cut connection with what had arrived", async () => {
    const path = await begin(10);
    await cutAfter(path, 10, "0123");
    await expect.poll(() => readOffset(path)).toBe(4);
    await expect.poll(async () => (await part(path, 4, "456789")).status).toBe(204);
    expect(await (await send("GET", path)).json()).toMatchObject({ data: { text: "0123456789" } });
  });

  it("takes no part at another place than its end, also one sent twice", async () => {
    const path = await begin(10);
    await part(path, 0, "01234");
    for (const offset of [0, 4, 6, 10]) {
      const answer = await part(path, offset, "x");
      expect([answer.status, await readCode(answer)]).toEqual([409, "base.upload_offset_wrong"]);
    }
    expect(await readOffset(path)).toBe(5);
  });

  it("takes no more bytes than were promised, and stores none of such a part", async () => {
    const path = await begin(4);
    expect((await part(path, 0, "01234")).status).toBe(413);
    const chunked = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from("012"));
        controller.enqueue(Buffer.from("345"));
        controller.close();
      },
    });
    const answer = await fetch(`${url}${path}`, {
      method: "PATCH",
      headers: {
        "tus-resumable": "1.0.0",
        authorization: "Bearer test-session-of-mer_1",
        "content-type": "application/offset+octet-stream",
        "upload-offset": "0",
      },
      body: chunked,
      duplex: "half",
    } as RequestInit);
    expect([answer.status, await readOffset(path)]).toEqual([413, 0]);
  });

  it("takes one part at a time", async () => {
    const path = await begin(10);
    let open = () => {};
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const first = part(path, 0, "01234");
    await expect
      .poll(async () => (await db.many(sql`select 1 from base.uploads where leased_until > now()`)).length)
      .toBe(1);
    const second = await part(path, 0, "abcde");
    expect([second.status, await readCode(second)]).toEqual([423, "base.upload_busy"]);
    expect((await send("DELETE", path)).status).toBe(423);
    open();
    expect((await first).status).toBe(204);
  });

  it("whose process was killed is taken by the next request when its lease is over", async () => {
    const path = await begin(10);
    await part(path, 0, "01234");
    await db.run(sql`update base.uploads set leased_until = now() + interval '10 seconds'`);
    expect((await part(path, 5, "56789")).status).toBe(423);
    await db.run(sql`update base.uploads set leased_until = now()`);
    expect((await part(path, 5, "56789")).status).toBe(204);
  });

  it("is held by a request that renews its lease, and by none once it is released", async () => {
    const path = await begin(10);
    const id = path.split("/").at(-1) ?? "";
    const ctx = testContext(db, "mer_1");
    expect(await leaseUpload(ctx, id, 0)).toBe(true);
    await db.run(sql`update base.uploads set leased_until = now()`);
    await renewLease(ctx, id);
    expect((await part(path, 0, "01234")).status).toBe(423);
    await releaseUpload(ctx, id);
    await renewLease(ctx, id);
    expect((await part(path, 0, "01234")).status).toBe(204);
  });

  it("counts nothing when another request has counted the same bytes meanwhile", async () => {
    const path = await begin(10);
    let open = () => {};
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = part(path, 0, "01234");
    await expect
      .poll(async () => (await db.many(sql`select 1 from base.uploads where leased_until > now()`)).length)
      .toBe(1);
    await db.run(sql`update base.uploads set received_bytes = 7`);
    open();
    expect(await readCode(await slow)).toBe("base.upload_busy");
    expect(await readOffset(path)).toBe(7);
  });

  it("is another merchant's for nobody: not found, whatever is asked", async () => {
    const path = await begin(10);
    const as = "mer_2";
    const answers = [
      await send("HEAD", path, { as }),
      await send("GET", path, { as }),
      await send("DELETE", path, { as }),
      await part(path, 0, "01234", { as }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await readOffset(path)).toBe(0);
  });

  it("is gone after its time, and its bytes are freed when the next one begins", async () => {
    const path = await begin(10);
    await part(path, 0, "01234");
    await db.run(sql`update base.uploads set expires_at = now()`);
    expect((await send("HEAD", path)).status).toBe(410);
    const answer = await part(path, 5, "56789");
    expect([answer.status, await readCode(answer)]).toEqual([410, "base.upload_expired"]);
    await begin(3, { as: "mer_2" });
    expect(files.size).toBe(1);
    expect((await send("HEAD", path)).status).toBe(404);
  });

  it("is discarded by a DELETE", async () => {
    const path = await begin(10);
    await part(path, 0, "01234");
    expect((await send("DELETE", path)).status).toBe(204);
    expect([files.size, (await send("HEAD", path)).status]).toEqual([0, 404]);
  });

  it("beyond ten unfinished ones discards the merchant's oldest", async () => {
    const paths: string[] = [];
    for (let n = 0; n < 11; n += 1) paths.push(await begin(10));
    const others = await begin(10, { as: "mer_2" });
    const found = [];
    for (const path of paths) found.push((await send("HEAD", path)).status);
    expect(found).toEqual([404, ...Array.from({ length: 10 }, () => 200)]);
    expect((await send("HEAD", others, { as: "mer_2" })).status).toBe(200);
  });
});

describe("the end of an upload", () => {
  it("that is refused discards it, and says why", async () => {
    const path = await begin(8);
    const answer = await part(path, 0, "refused!");
    expect([answer.status, await readCode(answer)]).toEqual([415, "base.media_type_not_supported"]);
    expect([files.size, (await send("HEAD", path)).status]).toEqual([0, 404]);
  });

  it("that failed on our side is made up for when the result is asked for", async () => {
    const path = await begin(4);
    fault = new Error("the disk was away");
    expect((await part(path, 0, "0123")).status).toBe(500);
    expect(await readOffset(path)).toBe(4);
    expect(await (await send("GET", path)).json()).toMatchObject({ data: { text: "0123" } });
    expect(await (await send("GET", path)).json()).toMatchObject({ data: { text: "0123" } });
  });

  it("asked for again answers the same, and a DELETE then forgets it", async () => {
    const path = await begin(4);
    await part(path, 0, "0123");
    expect((await part(path, 4, "")).status).toBe(204);
    expect((await send("DELETE", path)).status).toBe(204);
    expect((await send("GET", path)).status).toBe(404);
  });
});

describe("a request that is not of the protocol", () => {
  it.each<[string, Record<string, string>, number, string]>([
    ["without a length", { "upload-length": "" }, 400, "base.body_malformed"],
    ["of nothing", { "upload-length": "0" }, 400, "base.body_malformed"],
    ["of a length that is no number", { "upload-length": "1e3" }, 400, "base.body_malformed"],
    ["of too much", { "upload-length": "1001" }, 413, "base.too_large"],
    ["without what it is", { "upload-metadata": "" }, 400, "base.not_valid"],
    ["with more than that", { "upload-metadata": `${toMetadata("a")},x YQ==` }, 400, "base.not_valid"],
    [
      "of something refused",
      { "upload-metadata": toMetadata("a.exe") },
      415,
      "base.media_type_not_supported",
    ],
    ["in another version", { "tus-resumable": "0.2.2" }, 412, "base.upload_version_not_supported"],
  ])("begins no upload: %s", async (_what, headers, status, code) => {
    const answer = await create(10, { headers });
    expect([answer.status, await readCode(answer)]).toEqual([status, code]);
    expect(await db.many(sql`select 1 from base.uploads`)).toEqual([]);
    expect(answer.headers.get("tus-version")).toBe(status === 412 ? "1.0.0" : null);
  });

  it("is closed to callers without a session", async () => {
    const path = await begin(10);
    const headers = { "tus-resumable": "1.0.0" };
    for (const method of ["HEAD", "GET", "PATCH", "DELETE"])
      expect((await fetch(`${url}${path}`, { method, headers })).status).toBe(401);
    expect((await fetch(`${url}/Clients/Papers/uploads`, { method: "POST", headers })).status).toBe(401);
  });

  it("adds nothing: another content type", async () => {
    const path = await begin(10);
    const answer = await part(path, 0, "{}", { headers: { "content-type": "application/json" } });
    expect([answer.status, await readOffset(path)]).toEqual([415, 0]);
  });

  it("is answered what the server speaks", async () => {
    const { status, headers } = await send("OPTIONS", "/Clients/Papers/uploads");
    expect([status, Object.fromEntries(headers)]).toMatchObject([
      204,
      {
        "tus-version": "1.0.0",
        "tus-extension": "creation,expiration,termination",
        "tus-max-size": "1000",
      },
    ]);
  });
});
