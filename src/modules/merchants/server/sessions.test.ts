import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { openSignInHarness, type SignInHarness } from "../testing/sign-in-harness.ts";
import { endSessions } from "./end-sessions.ts";
import { makeMerchantsFacade } from "./merchants.facade.ts";
import { forgetOld } from "./merchants.jobs.ts";
import { defaultSessionLimits, openSession } from "./sessions.store.ts";

let harness: SignInHarness;
let merchants: ReturnType<typeof makeMerchantsFacade>;
let merchantId: string;
let token: string;

beforeAll(async () => {
  harness = await openSignInHarness();
  merchants = makeMerchantsFacade({
    ...harness.deps,
    sessionLimits: defaultSessionLimits,
    ownerAbilities: [{ subject: "campaign", action: "manage" }],
  });
});
beforeEach(async () => {
  await harness.reset();
  ({ merchantId, token } = await harness.signUp("0501234567", "نورة"));
});
afterAll(() => harness.close());

const hour = 3_600_000;
const day = 24 * hour;
const own = () => testContext(harness.db, merchantId);
const authenticate = () => merchants.makeAuthenticate(harness.db)(token);
const another = (userAgent = "curl/8") =>
  harness.db.transaction((tx) =>
    openSession(
      tx,
      merchantId,
      { address: "188.54.1.2", userAgent },
      defaultSessionLimits,
      harness.clock.now(),
    ),
  );

describe("a session", () => {
  it("belongs to its merchant, with an owner's abilities", async () => {
    expect(await authenticate()).toMatchObject({
      merchantId,
      abilities: expect.arrayContaining([{ subject: "campaign", action: "manage" }]),
    });
  });

  it("is not found by another token", async () => {
    expect(await merchants.makeAuthenticate(harness.db)(`${token.slice(0, -1)}-`)).toBeNull();
  });

  it("stays active while it is used, and ends after thirty days unused", async () => {
    harness.clock.advance(30 * day - 1_000);
    expect(await authenticate()).not.toBeNull();
    harness.clock.advance(30 * day - 1_000);
    expect(await authenticate()).not.toBeNull();
    harness.clock.advance(30 * day);
    expect(await authenticate()).toBeNull();
  });

  it("ends after ninety days, however much it was used", async () => {
    for (let days = 0; days < 89; days += 20) {
      expect(await authenticate()).not.toBeNull();
      harness.clock.advance(20 * day);
    }
    expect(await authenticate()).toBeNull();
  });

  it("is found among the active ones with all others, in one query", async () => {
    await another();
    const rows = await harness.db.many<{ id: string }>(sql`select id from merchants.sessions`);
    const ids = rows.map(({ id }) => id);
    expect(await merchants.findActiveSessions(harness.db, [...ids, "ses_of_nobody"])).toEqual(
      new Map(ids.map((id) => [id, merchantId])),
    );
    harness.clock.advance(30 * day);
    expect(await merchants.findActiveSessions(harness.db, ids)).toEqual(new Map());
  });

  it("records its last use at most once a minute", async () => {
    const lastSeen = () =>
      harness.db.one<{ last_seen_at: Date }>(sql`select last_seen_at from merchants.sessions`);
    const before = await lastSeen();
    harness.clock.advance(59_000);
    await authenticate();
    expect(await lastSeen()).toEqual(before);
    harness.clock.advance(1_000);
    await authenticate();
    expect(await lastSeen()).toEqual({ last_seen_at: harness.clock.now() });
  });

  it("that was ended stops working at the next call, and the event is published", async () => {
    const session = await authenticate();
    await endSessions({ systemClock: harness.clock })(own(), { only: session?.sessionId ?? "" });
    expect(await authenticate()).toBeNull();
    expect(await merchants.findActiveSessions(harness.db, [session?.sessionId ?? ""])).toEqual(new Map());
    const events = await harness.db.many(
      sql`select details from base.events where name = 'merchant.sessions_ended'`,
    );
    expect(events).toEqual([{ details: { session_ids: [session?.sessionId] } }]);
    expect(await listAudit(own(), { subject: merchantId, size: 1 })).toMatchObject([
      { action: "merchant.sessions_ended", after: { ended_session_ids: [session?.sessionId] } },
    ]);
  });

  it("is opened by the merchant itself, as its events say", async () => {
    const events = await harness.db.many(sql`
      select name, actor_kind, actor_id from base.events where name like 'merchant.%' order by id`);
    expect(events).toEqual([
      { name: "merchant.signed_up", actor_kind: "member", actor_id: merchantId },
      { name: "merchant.signed_in", actor_kind: "member", actor_id: merchantId },
    ]);
  });

  it("stores only a hash of its token", async () => {
    const rows = await harness.db.many<{ whole: string }>(sql`
      select s::text as whole from merchants.sessions s union all select e::text from base.events e`);
    expect(rows.filter(({ whole }) => whole.includes(token))).toEqual([]);
  });
});

describe("the sessions call", () => {
  it("lists where the merchant is signed in, with masked addresses", async () => {
    await another("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36");
    const { data } = await harness.call("GET Clients/Account/sessions", { as: merchantId });
    expect(data).toHaveLength(2);
    expect(data).toContainEqual(
      expect.objectContaining({
        address: "188.54.x.x",
        device: { browser: "Chrome", system: "Windows", kind: "desktop" },
        is_current: false,
      }),
    );
  });

  it("ends one, all others, and never another merchant's", async () => {
    await another();
    const stranger = await harness.signUp("0559876543", "سارة");
    const [first] = await harness.db.many<{ id: string }>(sql`
      select id from merchants.sessions where merchant_id = ${merchantId}`);
    const foreign = await harness.call(`DELETE Clients/Account/sessions/${first?.id}`, {
      as: stranger.merchantId,
    });
    expect(foreign).toMatchObject({ status: 404, envelope: { code: "base.not_found" } });
    expect(
      (await harness.call(`DELETE Clients/Account/sessions/${first?.id}`, { as: merchantId })).status,
    ).toBe(200);
    const others = await harness.call("DELETE Clients/Account/sessions", { as: merchantId });
    expect(others.data).toEqual({ ended: 1 });
    expect(await merchants.makeAuthenticate(harness.db)(stranger.token)).not.toBeNull();
  });
});

describe("the profile", () => {
  it("changes what is given and leaves the rest; an empty email removes it", async () => {
    const first = await harness.call("PUT Clients/Account/UpdateProfile", {
      as: merchantId,
      body: { email: "noura@example.com", digits: "arab" },
    });
    expect(first.data).toMatchObject({
      name: "نورة",
      email: "noura@example.com",
      digits: "arab",
      theme: "light",
    });
    const second = await harness.call("PUT Clients/Account/UpdateProfile", {
      as: merchantId,
      body: { email: "", name: "نورة الحربي" },
    });
    expect(second.data).toMatchObject({ name: "نورة الحربي", email: null, digits: "arab" });
  });

  it("keeps the city of the prayer times and the window that reports begin with", async () => {
    const change = (body: object) =>
      harness.call("PUT Clients/Account/UpdateProfile", { as: merchantId, body });
    expect((await change({ digits: "latn" })).data).toMatchObject({
      city: "riyadh",
      attribution_window_days: 28,
    });
    await change({ city: "jeddah" });
    expect((await change({ attribution_window_days: "7" })).data).toMatchObject({
      city: "jeddah",
      attribution_window_days: 7,
    });
    const view = { attribution_model: "first_click", counted_orders: "delivered", undo_seconds: "30" };
    expect((await change(view)).data).toMatchObject({ ...view, undo_seconds: 30 });
    const wrong = [{ attribution_model: "linear" }, { counted_orders: "paid" }, { undo_seconds: "3600" }];
    for (const body of [...wrong, { city: "atlantis" }, { attribution_window_days: "30" }])
      expect((await change(body)).status).toBe(400);
  });

  it.each([
    { id: "mer_2" },
    { website_type: "salla" },
    { mobile_number: "0559876543" },
    { name: "" },
    { theme: "pink" },
  ])("refuses %j", async (body) => {
    const answer = await harness.call("PUT Clients/Account/UpdateProfile", { as: merchantId, body });
    expect(answer).toMatchObject({
      status: 400,
      envelope: { fields: { [Object.keys(body)[0] ?? ""]: [expect.any(String)] } },
    });
  });

  it("has the kind of site once a store is connected", async () => {
    await transact(own(), (ctx) => merchants.recordWebsiteType(ctx, "salla"));
    await transact(own(), (ctx) => merchants.recordStoreActive(ctx, false));
    await transact(own(), (ctx) => merchants.recordStoreActive(ctx, false));
    const { data } = await harness.call("GET Clients/Account/index", { as: merchantId });
    expect(data).toMatchObject({ website_type: "salla", is_store_active: false });
    expect(await listAudit(own(), { size: 2 })).toMatchObject([
      { before: { is_store_active: true }, after: { is_store_active: false } },
      { before: { website_type: null }, after: { website_type: "salla" } },
    ]);
  });

  it("says when the account is to be erased, until that is taken back", async () => {
    const dueAt = new Date("2026-12-21T09:00:00Z");
    const read = async () => (await harness.call("GET Clients/Account/index", { as: merchantId })).data;
    await transact(own(), (ctx) => merchants.recordErasureDue(ctx, dueAt));
    await transact(own(), (ctx) => merchants.recordErasureDue(ctx, dueAt));
    expect(await read()).toMatchObject({ erasure_due_at: dueAt.toISOString() });
    await transact(own(), (ctx) => merchants.recordErasureDue(ctx, null));
    expect(await read()).toMatchObject({ erasure_due_at: null });
    expect(await listAudit(own(), { size: 2 })).toMatchObject([
      { after: { erasure_due_at: null } },
      { after: { erasure_due_at: dueAt.toISOString() } },
    ]);
  });

  it("leaves an audit entry with what changed, and none when nothing did", async () => {
    const update = (body: object) =>
      harness.call("PUT Clients/Account/UpdateProfile", { as: merchantId, body });
    await update({ name: "نورة الحربي", theme: "light" });
    await update({ name: "نورة الحربي" });
    expect(await listAudit(own(), {})).toMatchObject([
      {
        module: "merchants",
        action: "merchant.profile_changed",
        subject: merchantId,
        actor_kind: "member",
        actor_id: merchantId,
        before: { name: "نورة" },
        after: { name: "نورة الحربي" },
      },
      { action: "merchant.signed_up", before: null, after: { name: "نورة" } },
    ]);
  });
});

describe("data past its retention", () => {
  it("is deleted: sent codes after two days, ended sessions after a month", async () => {
    await forgetOld(harness.db, { now: new Date(harness.clock.now().getTime() + 3 * day) });
    expect(await harness.count("merchants.code_sends")).toBe(0);
    expect(await harness.count("merchants.sessions")).toBe(1);
    await forgetOld(harness.db, { now: new Date(harness.clock.now().getTime() + 121 * day) });
    expect(await harness.count("merchants.sessions")).toBe(0);
    expect(await harness.count("merchants.challenges")).toBe(0);
  });
});
