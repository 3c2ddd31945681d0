import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineCalls } from "#base/shared/contract.ts";
import { testAbility } from "#base/testing/abilities.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { sql } from "../db/db.ts";
import { mountCalls } from "./mount.ts";

const calls = defineCalls({
  "GET Clients/Things/mine": { summary: "A merchant's", access: "signed-in", answer: z.unknown() },
  "GET Staff/Things/ours": { summary: "The staff's", access: "signed-in", answer: z.unknown() },
  "GET Staff/Things/vault": {
    summary: "Of some of the staff",
    access: testAbility("vault", "open"),
    answer: z.unknown(),
  },
  "POST Staff/Things/make": {
    summary: "Acts once",
    access: "signed-in",
    answer: z.unknown(),
    idempotent: true,
  },
});

let db: TestDb;
let server: TestServer;
beforeAll(async () => {
  db = await testDb();
  server = await testServer(db, (app, context) => {
    const authenticateStaff = async (token: string) => {
      const session = await context.authenticateStaff(token);
      return session && { ...session, abilities: session.staffId === "stf_1" ? session.abilities : [] };
    };
    mountCalls(app, { ...context, authenticateStaff }, calls, {
      "GET Clients/Things/mine": async ({ ctx }) => ({ actor: ctx.actor }),
      "GET Staff/Things/ours": async ({ ctx, session }) => ({
        by: ctx.by,
        keys: Object.keys(ctx).sort(),
        session,
      }),
      "GET Staff/Things/vault": async () => "open",
      "POST Staff/Things/make": async ({ ctx }) => {
        await ctx.tx.publish({ name: "merchant.profile_changed", merchant_id: "mer_1" });
        const { earlier } = await ctx.tx.one<{ earlier: number }>(
          sql`select count(*) as earlier from base.events`,
        );
        return { earlier, by: ctx.by.id };
      },
    });
  });
});
beforeEach(() => db.reset());
afterAll(async () => {
  await server.app.close();
  await db.close();
});

describe("a call of the staff", () => {
  it("gets who of the staff acts, and no merchant", async () => {
    expect((await server.call("GET Staff/Things/ours", { as: "stf_1" })).data).toMatchObject({
      by: { kind: "staff", id: "stf_1" },
      keys: ["by", "db", "now", "requestId"],
      session: { staffId: "stf_1" },
    });
  });

  it("is closed to merchants, and a merchant's call to the staff", async () => {
    expect((await server.call("GET Staff/Things/ours", { as: "mer_1" })).status).toBe(401);
    expect((await server.call("GET Clients/Things/mine", { as: "stf_1" })).status).toBe(401);
    expect((await server.call("GET Clients/Things/mine", { as: "mer_1" })).data).toEqual({
      actor: { merchantId: "mer_1", by: { kind: "member", id: "mer_1" } },
    });
  });

  it("that needs an ability is refused to those of the staff without it", async () => {
    expect((await server.call("GET Staff/Things/vault", { as: "stf_1" })).status).toBe(200);
    expect((await server.call("GET Staff/Things/vault", { as: "stf_2" })).status).toBe(403);
  });

  it("that acts once acts once for each person, in a transaction whose events name them", async () => {
    const make = (as: string) => server.call("POST Staff/Things/make", { as, key: "key-00000001" });
    expect((await make("stf_1")).data).toEqual({ earlier: 0, by: "stf_1" });
    expect((await make("stf_1")).data).toEqual({ earlier: 0, by: "stf_1" });
    expect((await make("stf_2")).data).toEqual({ earlier: 1, by: "stf_2" });
    expect(await db.many(sql`select actor_kind, actor_id from base.events order by id`)).toEqual([
      { actor_kind: "staff", actor_id: "stf_1" },
      { actor_kind: "staff", actor_id: "stf_2" },
    ]);
  });
});
