import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Call, defineCalls, requiredText } from "#base/shared/contract.ts";
import { defineRefusals, refuseAll } from "#base/shared/refusals.ts";
import { testAbility } from "#base/testing/abilities.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { type Db, sql } from "../db/db.ts";
import { answeredFrom, type CallRequest, checkedFirst } from "./handlers.ts";
import { mountCalls } from "./mount.ts";

const calls = defineCalls({
  "POST Clients/Things/make": {
    summary: "Makes a thing",
    access: "signed-in",
    body: z.object({ name: requiredText(20), count: z.number().int().min(1).max(9) }),
    answer: z.object({ made: z.number() }),
    idempotent: true,
  },
  "POST Clients/Things/try": {
    summary: "Tries in vain",
    access: "signed-in",
    answer: z.null(),
    idempotent: true,
  },
  "POST Clients/Things/record": {
    summary: "Records a thing, and shows all of them",
    access: "signed-in",
    answer: z.object({ recorded: z.string(), in_all: z.number() }),
    idempotent: true,
  },
  "GET Clients/Things/{id}": {
    summary: "One thing",
    access: "public",
    params: z.object({ id: z.string() }),
    answer: z.string(),
  },
  "GET Clients/Things/secret": {
    summary: "Staff only",
    access: testAbility("vault", "open"),
    answer: z.string(),
  },
});
const refusals = defineRefusals({ "base.not_found": 404 });
const severalProblems = [
  { code: "base.not_found", params: {}, field: "store_id" },
  { code: "base.too_long", params: { max: 26 }, field: "ad_group.ad.headline" },
  { code: "base.field_required", params: {}, field: "name" },
  { code: "base.too_big", params: { max: "10" }, field: "name" },
] as const;

const failing = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});
const storageFaults: Record<string, Error> = {
  full: failing('could not extend file "base/5/17916": No space left on device', "53100"),
  full_media: failing("ENOSPC: no space left on device, write", "ENOSPC"),
  full_picture: failing("x.jpeg: write error\nsystem error: No space left on device"),
  over_quota: failing("EDQUOT: disk quota exceeded, write", "EDQUOT"),
  crashed: failing("terminating connection because of crash of another server process", "57P02"),
  starting: failing("the database system is starting up", "57P03"),
  lost: failing("Connection terminated unexpectedly"),
  refused: failing("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
};

const record = async (from: Db, name: string) => {
  await from.run(sql`
    insert into base.dead_letters (subscription, event_name, details, reason) values ('t', ${name}, '{}', 'r')`);
};

let db: TestDb;
let server: TestServer;

beforeAll(async () => {
  db = await testDb();
  server = await testServer(db, (app, context) => {
    const guarded = {
      ...context,
      authenticate: async (token: string) => {
        const session = await context.authenticate(token);
        return session && { ...session, abilities: [] };
      },
    };
    mountCalls(app, guarded, calls, {
      "POST Clients/Things/make": async ({ db, session }) => {
        await db.run(sql`
          insert into base.dead_letters (subscription, event_name, details, reason) values ('t', ${session.merchantId}, '{}', 'r')`);
        const { made } = await db.one<{ made: number }>(sql`select count(*) as made from base.dead_letters`);
        return { made };
      },
      "POST Clients/Things/try": checkedFirst(
        ({ db }) => record(db, "checked"),
        async ({ db }) => {
          await record(db, "tried");
          return refusals.refuse("base.not_found");
        },
      ),
      "POST Clients/Things/record": answeredFrom(
        async ({ db, requestId }: Pick<CallRequest<Call>, "db" | "requestId">) => {
          await record(db, requestId);
          return requestId;
        },
        async ({ db }, recorded) => ({
          recorded,
          in_all: (await db.one<{ n: number }>(sql`select count(*) as n from base.dead_letters`)).n,
        }),
      ),
      "GET Clients/Things/{id}": async ({ params }) => {
        if (params.id === "several") refuseAll(severalProblems, baseRefusals.table);
        if (params.id === "broken") throw new Error("select secret from inside");
        if (params.id === "long") return "long ".repeat(300);
        const { [params.id]: fault } = storageFaults;
        if (fault) throw fault;
        return params.id === "gone" ? refusals.refuse("base.not_found") : params.id;
      },
      "GET Clients/Things/secret": async () => "open",
    });
  });
});
beforeEach(() => db.reset());
afterAll(async () => {
  await server.app.close();
  await db.close();
});

const make = (options: object) =>
  server.call("POST Clients/Things/make", { as: "mer_1", key: "key-00000001", ...options });

describe("a call", () => {
  it("responds with the envelope", async () => {
    const { status, envelope } = await server.call("GET Clients/Things/t1");
    expect({ status, envelope }).toEqual({
      status: 200,
      envelope: { error: false, messages: [], data: "t1" },
    });
  });

  it("compresses a long answer for a reader that accepts it, and no other", async () => {
    const ask = (id: string, encoding: string) =>
      server.app.inject({ url: `/Clients/Things/${id}`, headers: { "accept-encoding": encoding } });
    const [compressed, plain, short] = [
      await ask("long", "br"),
      await ask("long", "identity"),
      await ask("t1", "br"),
    ];
    expect(compressed.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect([plain.headers["content-encoding"], short.headers["content-encoding"]]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("without a session answers 401, in Arabic by default", async () => {
    const { status, envelope } = await make({ as: undefined, language: "ar" });
    expect(status).toBe(401);
    expect(envelope.messages[0]).toMatch(/[\u0600-\u06ff]/);
  });

  it("of an anonymous caller is refused before its body is read", async () => {
    const answer = await server.app.inject({
      method: "POST",
      url: "/Clients/Things/make",
      headers: { "content-type": "text/xml" },
      payload: "{",
    });
    expect(answer.statusCode).toBe(401);
  });

  it("that takes no input refuses any", async () => {
    const response = await server.call("GET Clients/Things/t1", { query: { of: "mer_2" } });
    expect(response.status).toBe(400);
    expect((response.envelope as { fields: object }).fields).toHaveProperty("of");
  });

  it("with a body that is not an object is refused without marking a field", async () => {
    const { status, envelope } = await make({ body: ["lamp"] });
    expect(status).toBe(400);
    expect(envelope).not.toHaveProperty("fields");
  });

  it("compiles its schemas when it is mounted, and not again for a request", async () => {
    const body = z.object({ name: z.string() });
    const strict = vi.spyOn(body, "strict");
    const echo = defineCalls({
      "POST Clients/Things/echo": { summary: "Echoes", access: "public", body, answer: z.string() },
    });
    const own = await testServer(db, (app, context) =>
      mountCalls(app, context, echo, { "POST Clients/Things/echo": async ({ body }) => body.name }),
    );
    for (const name of ["a", "b", "c"])
      expect((await own.call("POST Clients/Things/echo", { body: { name } })).data).toBe(name);
    expect(strict).toHaveBeenCalledTimes(1);
    await own.app.close();
  });

  it("for an audience that nobody signs in to is not served", async () => {
    const unknown = defineCalls({
      "GET Partners/Things/all": { summary: "Whose?", access: "signed-in", answer: z.string() },
    });
    const mount = () =>
      testServer(db, (app, context) =>
        mountCalls(app, context, unknown, { "GET Partners/Things/all": async () => "x" }),
      );
    await expect(mount).rejects.toThrow("GET Partners/Things/all");
  });

  it("that the session may not make is refused with 403", async () => {
    expect((await server.call("GET Clients/Things/secret", { as: "mer_1" })).status).toBe(403);
  });

  it.each([
    ["en", "This field is required.", "The longest length allowed is 26."],
    ["ar", "هذا الحقل مطلوب.", "أقصى طول مسموح به 26."],
  ] as const)(
    "refused for several reasons names each at its field, in %s",
    async (language, required, long) => {
      const { status, envelope } = await server.call("GET Clients/Things/several", { language });
      expect(status).toBe(404);
      expect(envelope).toMatchObject({
        code: "base.not_found",
        fields: {
          store_id: [envelope.messages[0]],
          "ad_group.ad.headline": [long],
          name: [required, expect.stringContaining("10")],
        },
      });
      expect(envelope.messages).toHaveLength(1);
    },
  );

  it("marks every wrong field, unknown ones too", async () => {
    const { status, envelope } = await make({ body: { name: "  ", count: 12, card_number: "4111" } });
    expect(status).toBe(400);
    expect(Object.keys((envelope as { fields: object }).fields).sort()).toEqual([
      "card_number",
      "count",
      "name",
    ]);
  });

  it("never shows internal details", async () => {
    const { status, envelope } = await server.call("GET Clients/Things/broken");
    expect(status).toBe(500);
    expect(JSON.stringify(envelope)).not.toContain("select");
  });

  it.each([
    ["full", "base.cannot_save"],
    ["full_media", "base.cannot_save"],
    ["full_picture", "base.cannot_save"],
    ["over_quota", "base.cannot_save"],
    ["crashed", "base.not_ready"],
    ["starting", "base.not_ready"],
    ["lost", "base.not_ready"],
    ["refused", "base.not_ready"],
  ])("on a storage that is %s says so plainly: %s", async (fault, code) => {
    const { status, envelope } = await server.call(`GET Clients/Things/${fault}`);
    expect({ status, envelope }).toMatchObject({ status: 503, envelope: { code } });
    expect(JSON.stringify(envelope)).not.toMatch(/device|write|connect/i);
  });

  it.each([
    ["not JSON", "{", "application/json", 400],
    ["another language", "<a/>", "text/xml", 415],
    ["too large", `{"name":"${"x".repeat(1_100_000)}"}`, "application/json", 413],
  ])("with a body that is %s is refused in the envelope", async (_what, payload, type, status) => {
    const answer = await server.app.inject({
      method: "POST",
      url: "/Clients/Things/make",
      headers: {
        "content-type": type,
        authorization: "Bearer test-session-of-mer_1",
        "idempotency-key": "key-00000001",
      },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error: true, data: null });
  });

  it("to an unknown address is not found, in the envelope", async () => {
    expect((await server.call("GET Clients/Nothing/here")).status).toBe(404);
  });
});

describe("an idempotent call", () => {
  const body = { name: "lamp", count: 1 };

  it("needs its key", async () => {
    expect((await make({ key: undefined, body })).status).toBe(400);
  });

  it("acts once however often it is sent, concurrently or later, and gives the same answer", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => make({ body })));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toEqual(new Set(['{"made":1}']));
    expect((await db.one<{ n: number }>(sql`select count(*) as n from base.dead_letters`)).n).toBe(1);
  });

  it("whose answer is made again keeps a reference, and answers with what is there now", async () => {
    const send = (key: string) => server.call("POST Clients/Things/record", { as: "mer_1", key });
    const first = (await send("a".repeat(20))).data as { recorded: string; in_all: number };
    await send("b".repeat(20));
    expect((await send("a".repeat(20))).data).toEqual({ ...first, in_all: 2 });
    const kept = await db.many<{ response: unknown }>(
      sql`select response from base.idempotency_keys where key = ${"a".repeat(20)}`,
    );
    expect(kept).toEqual([{ response: first.recorded }]);
  });

  it("with the same key and another body is refused", async () => {
    await make({ body });
    expect((await make({ body: { ...body, count: 2 } })).status).toBe(409);
  });

  it("keeps what its check wrote when it is refused, and its own work not", async () => {
    const refused = await server.call("POST Clients/Things/try", { as: "mer_1", key: "k".repeat(20) });
    expect(refused.status).toBe(404);
    const rows = await db.many<{ event_name: string }>(sql`select event_name from base.dead_letters`);
    expect(rows).toEqual([{ event_name: "checked" }]);
  });

  it("of another merchant under the same key is another call", async () => {
    await make({ body });
    expect((await make({ body, as: "mer_2" })).data).toEqual({ made: 2 });
  });
});
