import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { sql } from "#base/server/db/db.ts";
import { getAnswerKind } from "#base/shared/answer-kinds.ts";
import { parseAudience } from "#base/shared/audience.ts";
import { type Call, type CallName, listRequests } from "#base/shared/contract.ts";
import { startSandbox } from "#base/testing/sandbox.ts";
import { brokenBodies, spoil, spoilTexts, toRequestLine } from "../testing/bad-input.ts";
import type { RequestInput } from "../testing/call-examples.ts";
import { examplesFor } from "../testing/examples-for.ts";
import { buildMerchantFixture, createToken, type MerchantFixture } from "../testing/merchant-fixture.ts";
import { buildStaffFixture, type StaffFixture, staffExamplesFor } from "../testing/staff-fixture.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { routesOutside } from "./routes-outside.ts";

/**
 * Every call of the product, taken from the contract itself, with every kind of wrong input. Two merchants have one of
 * everything, one member of the staff is signed in; the vendors no longer answer.
 */

let testApp: TestApp;
let noura: MerchantFixture;
let sarah: MerchantFixture;
let staff: StaffFixture;
let examples: ReturnType<typeof examplesFor>;
/** What the OpenAPI document promises: the refusals' codes by call and status. */
let documented: Map<string, Map<string, string>>;

beforeAll(async () => {
  const sandbox = await startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } });
  testApp = await openTestApp(sandbox);
  const addresses = { product: testApp.url, sandbox: sandbox.url };
  noura = await buildMerchantFixture(addresses, testApp.db, "0501000001");
  sarah = await buildMerchantFixture(addresses, testApp.db, "0501000012");
  staff = await buildStaffFixture(testApp.db);
  await testApp.stopBackground();
  await sandbox.stop();
  examples = { ...examplesFor(noura), ...staffExamplesFor(staff) };
  documented = await readDocumented();
}, 120_000);
afterAll(() => testApp.close());

async function readDocumented() {
  const { paths } = (await testApp.app.inject("/openapi.json")).json<{
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  }>();
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]): [string, Map<string, string>] => [
        `${method.toUpperCase()} ${path.slice(1)}`,
        new Map(Object.entries(responses).map(([status, { description }]) => [status, description])),
      ]),
    ),
  );
}

const names = () => Object.keys(testApp.calls) as CallName[];
const getCall = (name: string) => testApp.calls[name as CallName] as Call;
/** What a successful request of the call is answered with; a resumable one answers it later. */
const getKind = (name: string) => (getCall(name).resumable ? "upload" : getAnswerKind(getCall(name).answer));
/** A stream of events answers for as long as its reader stays. */
const ending = () => names().filter((name) => getKind(name) !== "events");
/** A session of the call's own audience. */
const tokenFor = (name: string) => (parseAudience(name) === "Staff" ? staff : noura).token();
const guarded = () => names().filter((name) => getCall(name).access !== "public");

let lastAddress = 0;
/** An address that has made no call yet: limits by address are tested elsewhere. */
function newAddress() {
  lastAddress += 1;
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

async function send(name: string, input: RequestInput, raw: Partial<InjectOptions> = {}) {
  const { params, query, body, token, language = "en", key = randomUUID() } = input;
  const answer = await testApp.app.inject({
    ...toRequestLine(name as CallName, params, query),
    remoteAddress: newAddress(),
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...raw,
    headers: {
      "x-app-language": language,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { "idempotency-key": key } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...input.headers,
      ...raw.headers,
    },
  });
  check(name, answer.statusCode, answer.body, answer.headers);
  const isJson = /^application\/json/.test(String(answer.headers["content-type"]));
  return { status: answer.statusCode, envelope: isJson ? answer.json() : null, text: answer.body };
}

const inside =
  /\b(select|insert|update .* set|relation|column|constraint|violates|syntax error|sqlstate|zod|node_modules|pglite|undefined|object Object)\b|\.ts:\d|\n\s+at /i;

/** What holds for every response, whatever the request. */
function check(name: string, status: number, text: string, headers: Record<string, unknown>) {
  const what = `${name} → ${status} ${text.slice(0, 300)}`;
  const described = documented.get(name)?.get(String(status));
  expect(described, `not described: ${what}`).toBeDefined();
  if (status < 300 && getKind(name) !== "json") return;
  expect(headers["content-type"], what).toMatch(/^application\/json/);
  expect(headers["cache-control"], what).toBe("no-store");
  const envelope = JSON.parse(text) as Record<string, unknown>;
  if (status === 200) {
    expect(envelope, what).toMatchObject({ error: false, messages: [] });
    return;
  }
  expect(status === 503 || status < 500, what).toBe(true);
  expect(envelope, what).toMatchObject({ error: true, data: null, request_id: headers["x-request-id"] });
  expect(described?.split(", "), `not described: ${what}`).toContain(envelope.code);
  const messages = [
    envelope.messages,
    ...Object.values((envelope.fields as object) ?? {}),
  ].flat() as string[];
  expect(messages.length, what).toBeGreaterThan(0);
  for (const message of messages) {
    expect(message, what).not.toMatch(/^$|^\w+[:.]\w+$|\{\{/);
    expect(message, what).not.toMatch(inside);
  }
}

/** Validated by the call's own schemas, unknown fields refused. */
function isRight(schema: z.ZodType | undefined, value: unknown): boolean {
  const expected = schema ?? z.object({});
  return (expected instanceof z.ZodObject ? expected.strict() : expected).safeParse(value ?? {}).success;
}

/** The schema as the OpenAPI document shows it: fields that it does not name may not be there. */
function asDescribed(schema: z.ZodType): z.ZodType {
  return z.fromJSONSchema(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as never);
}

describe("every call", () => {
  it("has a valid example here", () => {
    expect(Object.keys(examples).sort()).toEqual(names().sort());
    for (const name of names()) {
      const { params, query, body } = getCall(name);
      expect(isRight(params, examples[name]?.params), name).toBe(true);
      expect(isRight(query, examples[name]?.query), name).toBe(true);
      expect(isRight(body, examples[name]?.body), name).toBe(true);
    }
  });

  it("except those of sign-in is closed without an active session, whatever is sent with it", async () => {
    const day = 86_400_000;
    const [revoked, idle, expired] = await Promise.all([
      noura.token(),
      createToken(testApp.db, noura.merchantId, new Date(Date.now() - 31 * day)),
      createToken(testApp.db, noura.merchantId, new Date(Date.now() - 91 * day)),
    ]);
    await send("POST Clients/Account/logout", { token: revoked });
    const living = await noura.token();
    const forms = [
      undefined,
      "",
      "Bearer",
      "Bearer x",
      `bearer ${living}`,
      `Basic ${living}`,
      living,
      `Bearer ${living}x`,
      `Bearer ${living.slice(0, -1)}`,
      `Bearer ${"x".repeat(5_000)}`,
      `Bearer ${randomUUID()}`,
      `Bearer ${noura.merchantId}`,
      `Bearer ${revoked}`,
      `Bearer ${idle}`,
      `Bearer ${expired}`,
    ];
    for (const name of guarded()) {
      for (const [index, authorization] of forms.entries()) {
        const language = index % 2 === 0 ? "ar" : "en";
        const { status, envelope } = await send(
          name,
          { ...examples[name], language },
          authorization === undefined ? {} : { headers: { authorization } },
        );
        expect(status, `${name} with ${authorization}`).toBe(401);
        expect(/[\u0600-\u06ff]/.test(envelope.messages[0])).toBe(language === "ar");
      }
      for (const { payload, type } of Object.values(brokenBodies)) {
        if (name.startsWith("GET")) continue;
        const { status } = await send(
          name,
          { ...examples[name], body: undefined },
          { payload, headers: { "content-type": type } },
        );
        expect(status, `${name} with a broken body`).toBe(401);
      }
    }
  }, 120_000);

  it("is closed to a session of the other audience", async () => {
    const tokens = { Clients: await staff.token(), Staff: await noura.token() };
    for (const name of guarded()) {
      const { status } = await send(name, { ...examples[name], token: tokens[parseAudience(name)] });
      expect(status, name).toBe(401);
    }
  }, 60_000);

  it("refuses a body it cannot read", async () => {
    for (const name of names()) {
      if (name.startsWith("GET")) continue;
      const token = await tokenFor(name);
      for (const [what, { payload, type, status }] of Object.entries(brokenBodies)) {
        const input = { ...examples[name], body: undefined, token };
        const answer = await send(name, input, { payload, headers: { "content-type": type } });
        expect(answer.status, `${name} with ${what}: ${answer.text}`).toBe(status);
      }
    }
  }, 120_000);

  it("marks the fields that are unknown, missing, or hold invalid values", async () => {
    for (const name of names()) {
      if (name.startsWith("GET")) continue;
      const token = await tokenFor(name);
      const { body: schema } = getCall(name);
      for (const { what, value } of spoil(examples[name]?.body ?? {})) {
        const answer = await send(name, { ...examples[name], body: value, token });
        if (isRight(schema, value)) continue;
        expect(answer.status, `${name}: ${what}`).toBe(400);
        expect(Object.keys(answer.envelope.fields ?? {}), `${name}: ${what}`).not.toEqual([]);
      }
    }
  }, 240_000);

  it("marks what is wrong in its address, and finds nothing under an id that does not exist", async () => {
    for (const name of names()) {
      const token = await tokenFor(name);
      const { params, query } = getCall(name);
      for (const { what, value } of spoilTexts(examples[name]?.query ?? {})) {
        const answer = await send(name, { ...examples[name], query: value, token });
        if (!isRight(query, value)) expect(answer.status, `${name}: ${what}`).toBe(400);
      }
      const unknown = await send(name, {
        ...examples[name],
        query: { ...examples[name]?.query, of: "x" },
        token,
      });
      const takesAny = isRight(query, { ...examples[name]?.query, of: "x" });
      expect(unknown.status, `${name} with an unknown word in its address`).toBe(takesAny ? 200 : 400);
      if (!params) continue;
      for (const { what, value } of spoilTexts(examples[name]?.params ?? {})) {
        if (Object.values(value).includes("")) continue; // another address
        const answer = await send(name, { ...examples[name], params: value, token });
        expect([400, 404], `${name}: ${what}`).toContain(answer.status);
      }
    }
  }, 120_000);

  it("survives any JSON", async () => {
    const tokens = { Clients: await noura.token(), Staff: await staff.token() };
    const writing = names().filter((name) => getCall(name).body);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writing),
        fc.jsonValue({ maxDepth: 4 }),
        fc.boolean(),
        async (name, value, isPart) => {
          const example = (examples[name]?.body ?? {}) as object;
          const field = Object.keys(example)[0] ?? "x";
          const body = isPart ? { ...example, [field]: value } : value;
          const { status } = await send(name, {
            ...examples[name],
            body,
            token: tokens[parseAudience(name)],
          });
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);

  it("that acts once needs its key, and twenty concurrent requests act once", async () => {
    const keyed = names().filter((name) => getCall(name).idempotent);
    expect(keyed.length).toBeGreaterThan(5);
    const tokens = { Clients: await sarah.token(), Staff: await staff.token() };
    const own = { ...examplesFor(sarah), ...staffExamplesFor(staff) };
    const counts = () =>
      testApp.db.one<Record<string, number>>(sql`
        select (select count(*) from campaigns.campaigns) as campaigns, (select count(*) from campaigns.ad_groups) as groups,
          (select count(*) from campaigns.ads) as ads, (select count(*) from payments.intents) as deposits,
          (select count(*) from wallet.entries) as entries, (select count(*) from tracking.links) as links`);
    for (const name of keyed) {
      const token = tokens[parseAudience(name)];
      for (const key of [null, "short", "ع".repeat(20), "x".repeat(201)]) {
        if (key && /[^\x20-\x7e]/.test(key)) continue; // no header can carry it
        expect((await send(name, { ...own[name], token, key })).status, `${name} with key ${key}`).toBe(400);
      }
      const before = await counts();
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send(name, { ...own[name], token, key })),
      );
      const [first] = answers.map(({ status, envelope }) => [status, envelope.code, envelope.data]);
      for (const { status, envelope } of answers)
        expect([status, envelope.code, envelope.data], name).toEqual(first);
      const after = await counts();
      for (const [table, count] of Object.entries(after))
        expect(count - (before[table] ?? 0), `${name}: ${table}`).toBeLessThanOrEqual(1);
    }
  }, 120_000);
});

describe("another merchant's resources", () => {
  const toUnknownId = (id: string) =>
    /^\d{8}$/.test(id) ? "99999999" : `${id.slice(0, 4)}${"0".repeat(26)}`;
  type Swap = { name: string; where: string; with: (id: string) => RequestInput };

  /** Each place of each call that holds an id of the merchant's own. */
  function* places(of: MerchantFixture): Generator<Swap & { id: string }> {
    const own = examplesFor(of);
    const ids = new Set(Object.values(of.ids));
    for (const name of names()) {
      const input = own[name] ?? {};
      for (const part of ["params", "query", "body"] as const) {
        for (const [field, id] of Object.entries((input[part] ?? {}) as Record<string, unknown>)) {
          if (typeof id !== "string" || !ids.has(id)) continue;
          yield {
            name,
            id,
            where: `${part}.${field}`,
            with: (put) => withPart(examplesFor(of)[name] ?? {}, part, { [field]: put }),
          };
        }
      }
    }
  }

  const withPart = (
    input: RequestInput,
    part: "params" | "query" | "body",
    change: object,
  ): RequestInput => ({
    ...input,
    [part]: { ...(input[part] as object), ...change },
  });

  it("are answered exactly like resources that do not exist", async () => {
    const token = await noura.token();
    const ownPlaces = [...places(noura)];
    const theirs = [...places(sarah)];
    expect(ownPlaces.length).toBeGreaterThan(50);
    for (const [index, place] of ownPlaces.entries()) {
      const foreign = theirs[index]?.id ?? "";
      const answers = [];
      for (const id of [foreign, toUnknownId(foreign)]) {
        const { status, envelope } = await send(place.name, { ...place.with(id), token });
        const { request_id: _, ...reply } = envelope;
        answers.push(JSON.stringify({ status, reply }).replaceAll(id, "…"));
      }
      expect(answers[0], `${place.name} ${place.where}`).toBe(answers[1]);
      if (place.where.startsWith("params")) expect(answers[0], place.name).toContain('"status":404');
    }
  }, 60_000);

  it("appear in no list, search or figure of the merchant's own", async () => {
    const marks = [sarah.mobile.slice(-9), sarah.merchantId, ...Object.values(sarah.ids)];
    // Staff see every merchant.
    const own = ending().filter((name) => name.startsWith("GET") && parseAudience(name) === "Clients");
    for (const name of own) {
      const { params, query = {} } = examples[name] ?? {};
      for (const searchQuery of [query, {}]) {
        if (!isRight(getCall(name).query, searchQuery)) continue;
        const { text } = await send(name, { params, query: searchQuery, token: await tokenFor(name) });
        for (const mark of marks) expect(text.includes(mark), `${name} shows ${mark}`).toBe(false);
      }
    }
  });
});

describe("the OpenAPI document", () => {
  type Operation = {
    operationId: string;
    summary: string;
    parameters: { name: string; in: string }[];
    security?: object[];
    responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  };

  /** The content types of a request's successful answers. */
  function listTypes({ answer, resumable }: Call, request: string): readonly string[] {
    if (resumable) return request.startsWith("GET") ? ["application/json"] : [];
    if (!("kind" in answer)) return ["application/json"];
    if (answer.kind === "file") return answer.types;
    return [answer.kind === "stream" ? "application/x-ndjson" : "text/event-stream"];
  }

  it("names every call once, with its parameters, its authorization and schemas whose references resolve", async () => {
    const document = (await testApp.app.inject("/openapi.json")).json<{
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: object };
    }>();
    expect(document.openapi).toBe("3.1.0");
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path.slice(1)}`,
        path,
        ...operation,
      })),
    );
    const requests = names().flatMap((name) =>
      listRequests(name, getCall(name)).map((one) => ({ one, name })),
    );
    expect(operations.map(({ name }) => name).sort()).toEqual(requests.map(({ one }) => one).sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { name, path, summary, parameters, security, responses } of operations) {
      expect(summary, name).toMatch(/^.{5,}$/);
      const inPath = parameters.filter((one) => one.in === "path").map((one) => `{${one.name}}`);
      expect(inPath.sort(), name).toEqual((path.match(/\{\w+\}/g) ?? []).sort());
      const call = getCall(requests.find(({ one }) => one === name)?.name ?? "");
      const signature =
        typeof call.access === "object" && "signedOr" in call.access ? [{ signature: [] }] : [];
      expect(security, name).toEqual(call.access === "public" ? [] : [...signature, { bearer: [] }]);
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(status, name).toMatch(/^[245]\d\d$/);
        expect(description, name).not.toBe("");
        const types = status.startsWith("2") ? listTypes(call, name) : ["application/json"];
        expect(Object.keys(content ?? {}), name).toEqual(types);
      }
    }
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Refused"']));
    expect(document.components.schemas).toHaveProperty("Refused");
  });
});

describe("a valid request", () => {
  it("is answered exactly as the contract says", async () => {
    const fresh = { ...examplesFor(noura), ...staffExamplesFor(staff) };
    for (const [name, { expect: expected = 200, ...input }] of Object.entries(fresh)) {
      if (!ending().includes(name as CallName)) continue;
      const { status, envelope, text } = await send(name, { ...input, token: await tokenFor(name) });
      expect.soft(status, `${name}: ${text.slice(0, 400)}`).toBe(expected);
      const { answer } = getCall(name);
      if (status !== 200 || "kind" in answer) continue;
      const problems = asDescribed(answer).safeParse(envelope.data).error?.issues ?? [];
      expect.soft(problems, name).toEqual([]);
    }
  }, 60_000);
});

describe("a route", () => {
  it("is a call of a contract, or stands in the list of those that are none, with its reason", () => {
    const toUrl = (request: string) => request.replace(/ /, " /").replace(/\{(\w+)\}/g, ":$1");
    const described = new Set(names().flatMap((name) => listRequests(name, getCall(name)).map(toUrl)));
    const outside = Object.keys(routesOutside);
    const unknown = testApp.routes.filter((route) => {
      const [method = "", url = ""] = route.split(" ");
      // A JSON call answers HEAD as it answers GET.
      const isCall = described.has(route) || (method === "HEAD" && described.has(`GET ${url}`));
      return !isCall && !outside.some((start) => url.startsWith(start));
    });
    expect(unknown).toEqual([]);
    const served = testApp.routes.map((route) => route.split(" ")[1] ?? "");
    const unused = outside.filter((start) => start !== "/*" && !served.some((url) => url.startsWith(start)));
    expect(unused).toEqual([]);
    for (const request of described) expect(testApp.routes).toContain(request);
  });
});
