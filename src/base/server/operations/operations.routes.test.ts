import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { OperationRow } from "../../shared/operations.calls.ts";
import { testAbility } from "../../testing/abilities.ts";
import { testContext } from "../../testing/context.ts";
import { type TestDb, testDb } from "../../testing/db.ts";
import { type TestServer, testServer } from "../../testing/http.ts";
import { frozenClock } from "../clock.ts";
import { transact } from "../context.ts";
import { sql } from "../db/db.ts";
import { requireAbility } from "../http/session.ts";
import { makeLog } from "../log.ts";
import { loadMessages } from "../messages.ts";
import { defineOperation, toOperationKinds } from "./define-operation.ts";
import { mountOperations } from "./operations.routes.ts";
import { runSlice } from "./run-slice.ts";
import { startOperation } from "./start-operation.ts";

const worldClock = frozenClock("2026-11-21T09:00:00Z");
const systemClock = worldClock;
let db: TestDb;
let server: TestServer;

const marking = defineOperation({
  kind: "things.mark",
  ability: testAbility("thing", "manage"),
  input: z.object({ things: z.array(z.string()) }),
  listItems: async (_ctx, { things }) => things,
  runItem: async (_ctx, subject) =>
    subject.startsWith("bad")
      ? baseRefusals.refuse("base.operation_too_large", { max: 7 })
      : { before: { marked: false }, after: { marked: true } },
  undoItem: async (_ctx, _subject, { before, after }) => ({ before: after, after: before }),
  loadTitles: async (_ctx, subjects) => new Map(subjects.map((subject) => [subject, `«${subject}»`])),
});
const kinds = toOperationKinds([marking]);

beforeAll(async () => {
  db = await testDb();
  const messages = await loadMessages(`${import.meta.dirname}/../../..`);
  server = await testServer(db, (app, http) => mountOperations(app, http, { kinds, messages }), worldClock);
});
beforeEach(() => db.reset());
afterAll(async () => {
  await server.app.close();
  await db.close();
});

const start = (things: string[]): Promise<OperationRow> =>
  transact(testContext(db), (ctx) => startOperation(ctx, marking, { things }));
const run = ({ id }: { id: string }) =>
  runSlice({ db, log: makeLog("silent"), systemClock, worldClock, kinds })({
    merchantId: "mer_1",
    operationId: id,
  });
const call = (name: string, options: object = {}) => server.call(name, { as: "mer_1", ...options });

describe("the calls about an operation", () => {
  it("say how far it is, cancel it, and undo it once under one key", async () => {
    const operation = await start(["one", "two"]);
    const path = `Clients/Operations/${operation.id}`;
    expect((await call(`GET ${path}`)).data).toEqual(operation);
    await run(operation);
    expect((await call(`GET ${path}`)).data).toMatchObject({ status: "succeeded", done: 2, can_undo: true });
    expect((await call(`POST ${path}/cancel`)).data).toMatchObject({ status: "succeeded" });

    expect((await call(`POST ${path}/undo`)).status).toBe(400); // without a key
    const first = await call(`POST ${path}/undo`, { key: "one-and-the-same" });
    const again = await call(`POST ${path}/undo`, { key: "one-and-the-same" });
    expect(first.data).toMatchObject({ undo_of: operation.id, status: "pending", total: 2, can_undo: false });
    expect(again.data).toEqual(first.data);
    const { n } = await db.one<{ n: number }>(sql`select count(*)::int as n from base.operations`);
    expect(n).toBe(2);
    const other = await call(`POST ${path}/undo`, { key: "another-key" });
    expect([other.status, other.envelope]).toMatchObject([409, { code: "base.operation_not_undoable" }]);
    expect((await call(`GET ${path}`)).data).toMatchObject({ can_undo: false });
  });

  it("list its items page after page, and those that failed with their reason in the reader's language", async () => {
    const operation = await start(["one", "bad two", "three", "bad four"]);
    await run(operation);
    const path = `GET Clients/Operations/${operation.id}/items`;
    const first = (await call(path, { query: { size: "3" } })).data as { items: object[]; next: number };
    expect(first.items).toMatchObject([
      { number: 1, subject: "one", title: "«one»", status: "succeeded", reason: null },
      { number: 2, status: "failed" },
      { number: 3 },
    ]);
    expect(first.next).toBe(3);
    const rest = await call(path, { query: { size: "3", after: "3" } });
    expect(rest.data).toMatchObject({ items: [{ number: 4 }], next: null });

    const failed = { query: { status: "failed" } };
    const code = "base.operation_too_large";
    expect((await call(path, { ...failed, language: "ar" })).data).toMatchObject({
      items: [{ reason: { code, message: expect.stringMatching(/الحد الأقصى 7/) } }, { subject: "bad four" }],
    });
    expect((await call(path, failed)).data).toMatchObject({
      items: [{ reason: { code, message: expect.stringMatching(/The most is 7/) } }, {}],
    });
  });

  it("find nothing of another merchant's", async () => {
    const { id } = await start(["one"]);
    for (const name of ["GET {}", "GET {}/items", "POST {}/cancel", "POST {}/undo"]) {
      const { status } = await server.call(name.replace("{}", `Clients/Operations/${id}`), {
        as: "mer_2",
        key: "a-key-of-theirs",
      });
      expect(status, name).toBe(404);
    }
    expect((await call(`GET Clients/Operations/${id}`)).data).toMatchObject({ status: "pending" });
  });

  it("are open to those alone who may do what it does", () => {
    const reader = { abilities: [{ subject: "thing", action: "read" }] };
    expect(() => requireAbility(reader, marking.ability)).toThrow("base.not_allowed");
    expect(() => requireAbility({ abilities: [marking.ability] }, marking.ability)).not.toThrow();
  });
});
