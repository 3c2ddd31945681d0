import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import {
  anAdAccount,
  anOrganization,
  fakePlatform,
  makeTestDeps,
  openTestServer,
  publicUrl,
} from "../testing/harness.ts";
import { makeAdAccountsFacade } from "./ad-accounts.facade.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

async function openHarness(change: Parameters<typeof makeTestDeps>[2] = {}) {
  const fake = fakePlatform();
  const deps = makeTestDeps(db, fake.platform, change);
  return { ...fake, deps, ...(await openTestServer(db, deps)) };
}
type Harness = Awaited<ReturnType<typeof openHarness>>;
const listLinked = async (harness: Harness, as = "mer_1") =>
  (
    (await harness.call("GET Clients/AdAccounts/index", { as })).data as {
      ad_accounts: { id: string; status: string }[];
    }
  ).ad_accounts;
const getCode = (answer: { envelope: unknown }) => (answer.envelope as { code?: string }).code;
const listEventNames = async () =>
  (await db.many<{ name: string }>(sql`select name from base.events order by id`)).map(({ name }) => name);

describe("the authorization flow", () => {
  it("leads to a linked account, and returns the merchant to where they came from", async () => {
    const harness = await openHarness();
    const { state, cookie } = await harness.startAuthorization("mer_1");
    const back = await harness.openCallback({ state, code: "code-1" }, cookie);
    expect(back).toMatchObject({
      status: 303,
      origin: publicUrl,
      path: "/link-ad-accounts/connect-platform",
      result: "choose",
    });
    const body = {
      connection_id: back.connection,
      organization_id: "org-1",
      ad_account_id: "snap-acc-1",
      profile_id: "prof-1",
    };
    const linked = await harness.call("POST Clients/AdAccounts/link", { as: "mer_1", body });
    expect(linked.data).toMatchObject({ platform: "snapchat", status: "linked", profile_name: "Noura" });
    expect(await listLinked(harness)).toHaveLength(1);
    expect(await listEventNames()).toEqual(["ad_account.linked"]);
  });

  it("is refused in a browser that did not start it", async () => {
    const harness = await openHarness();
    const { state } = await harness.startAuthorization("mer_1");
    const other = await harness.startAuthorization("mer_2");
    expect(await harness.openCallback({ state, code: "c" })).toMatchObject({ result: "consent_elsewhere" });
    expect(await harness.openCallback({ state, code: "c" }, other.cookie)).toMatchObject({
      result: "consent_elsewhere",
    });
    expect(harness.received.codes).toEqual([]);
  });

  it("can be completed once, and only within ten minutes", async () => {
    const clock = frozenClock("2026-11-21T09:00:00Z");
    const harness = await openHarness({ systemClock: clock });
    const { state, cookie } = await harness.startAuthorization("mer_1");
    expect((await harness.openCallback({ state, code: "c" }, cookie)).result).toBe("choose");
    expect((await harness.openCallback({ state, code: "c" }, cookie)).result).toBe("consent_used");
    const expired = await harness.startAuthorization("mer_1");
    clock.advance(600_000);
    expect((await harness.openCallback({ state: expired.state, code: "c" }, expired.cookie)).result).toBe(
      "consent_expired",
    );
    expect((await harness.openCallback({ state: "invented", code: "c" })).result).toBe("consent_unknown");
    expect(harness.received.codes).toHaveLength(1);
  });

  it("says so when the merchant denied, when scopes are missing, and when the platform does not answer", async () => {
    const harness = await openHarness();
    const denied = await harness.startAuthorization("mer_1");
    expect(
      (await harness.openCallback({ state: denied.state, error: "access_denied" }, denied.cookie)).result,
    ).toBe("denied");
    const cases = [
      [
        new AdapterFault("rejected", { reason: "x", messageKey: "ad_accounts:scopes_missing" }),
        "scopes_missing",
      ],
      [new AdapterFault("rejected", { reason: "x" }), "consent_not_valid"],
      [new AdapterFault("later", { reason: "x" }), "platform_not_answering"],
    ] as const;
    for (const [fault, result] of cases) {
      harness.plan.exchange = () => Promise.reject(fault);
      const { state, cookie } = await harness.startAuthorization("mer_1");
      expect((await harness.openCallback({ state, code: "c" }, cookie)).result).toBe(result);
    }
    expect(await listLinked(harness)).toEqual([]);
  });

  it("is started thirty times an hour, and then says when it may be again", async () => {
    const clock = frozenClock("2026-11-21T09:50:00Z");
    const harness = await openHarness({ systemClock: clock });
    for (let attempt = 0; attempt < 30; attempt += 1) await harness.startAuthorization("mer_1");
    const startAuthorization = (as: string) =>
      harness.call("POST Clients/AdAccounts/connect", { as, body: { platform: "snapchat" } });
    const refused = await startAuthorization("mer_1");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "600"]);
    expect(refused.envelope.messages[0]).toContain("10:00 minutes");
    expect((await startAuthorization("mer_2")).status).toBe(200);
    clock.advance(600_000);
    expect((await startAuthorization("mer_1")).status).toBe(200);
  });

  it("is not started for a platform that cannot be linked yet", async () => {
    const harness = await openHarness();
    const refused = await harness.call("POST Clients/AdAccounts/connect", {
      as: "mer_1",
      body: { platform: "tiktok" },
    });
    expect([refused.status, getCode(refused)]).toEqual([422, "ad_accounts.platform_not_available"]);
  });
});

describe("choosing an account", () => {
  const cases = [
    ["no ad account on the platform", anOrganization({ adAccounts: [] }), "no_ad_account"],
    ["no public profile on the platform", anOrganization({ profiles: [] }), "no_public_profile"],
    [
      "an account without any means of payment",
      anOrganization({ adAccounts: [anAdAccount({ currency: "XXX" })] }),
      "no_funding",
    ],
    [
      "an account in a currency that floats",
      anOrganization({ adAccounts: [anAdAccount({ currency: "EUR" })] }),
      "currency_not_supported",
    ],
    [
      "an account that the platform has disabled",
      anOrganization({ adAccounts: [anAdAccount({ isUsable: false, reason: "disabled" })] }),
      "account_disabled",
    ],
    [
      "an account one may only look at",
      anOrganization({ adAccounts: [anAdAccount({ isUsable: false, reason: "role_not_enough" })] }),
      "role_not_enough",
    ],
    [
      "an account that was not offered",
      anOrganization({ adAccounts: [anAdAccount({ id: "other" })] }),
      "choice_not_offered",
    ],
  ] as const;
  for (const [what, organization, code] of cases) {
    it(`is refused with a message of its own: ${what}`, async () => {
      const harness = await openHarness();
      harness.plan.accessibleAccounts = [organization];
      const refused = await harness.link("mer_1");
      expect(getCode(refused)).toBe(`ad_accounts.${code}`);
      expect(await listLinked(harness)).toEqual([]);
    });
  }

  it("is refused for the account and the profile at once, each at its field", async () => {
    const harness = await openHarness();
    harness.plan.accessibleAccounts = [
      anOrganization({ profiles: [], adAccounts: [anAdAccount({ currency: "EUR" })] }),
    ];
    const refused = await harness.link("mer_1");
    expect([refused.status, getCode(refused)]).toEqual([422, "ad_accounts.currency_not_supported"]);
    expect((refused.envelope as { fields?: object }).fields).toEqual({
      ad_account_id: [expect.stringContaining("EUR")],
      profile_id: [expect.stringContaining("public profile")],
    });
  });

  it("shows beforehand what cannot be chosen, and asks the platform again on request", async () => {
    const harness = await openHarness();
    harness.plan.accessibleAccounts = [anOrganization({ profiles: [] })];
    const connection = await harness.authorize("mer_1");
    const before = await harness.call(`GET Clients/AdAccounts/offers/${connection}`, { as: "mer_1" });
    expect(before.data).toMatchObject({ problem: null, organizations: [{ problem: "no_public_profile" }] });
    harness.plan.accessibleAccounts = [anOrganization()];
    const body = { connection_id: connection };
    const after = await harness.call("POST Clients/AdAccounts/refresh-offers", { as: "mer_1", body });
    expect(after.data).toMatchObject({ organizations: [{ problem: null }] });
  });

  it("is over when the platform has revoked our access meanwhile", async () => {
    const harness = await openHarness();
    const connection = await harness.authorize("mer_1");
    harness.plan.act = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    harness.plan.refresh = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    const body = { connection_id: connection };
    const refused = await harness.call("POST Clients/AdAccounts/refresh-offers", { as: "mer_1", body });
    expect([refused.status, getCode(refused)]).toEqual([409, "ad_accounts.connection_over"]);
  });

  it("is possible only for the merchant who authorized", async () => {
    const harness = await openHarness();
    const connection = await harness.authorize("mer_1");
    const peek = await harness.call(`GET Clients/AdAccounts/offers/${connection}`, { as: "mer_2" });
    expect(peek.status).toBe(404);
    const stolen = await harness.call("POST Clients/AdAccounts/link", {
      as: "mer_2",
      body: {
        connection_id: connection,
        organization_id: "org-1",
        ad_account_id: "snap-acc-1",
        profile_id: "prof-1",
      },
    });
    expect(stolen.status).toBe(404);
  });

  it("is refused for an account that another merchant holds, until that merchant unlinks it", async () => {
    const harness = await openHarness();
    const first = await harness.link("mer_1");
    const { id } = first.data as { id: string };
    const taken = await harness.link("mer_2");
    expect([taken.status, getCode(taken)]).toEqual([409, "ad_accounts.linked_elsewhere"]);
    await harness.call("POST Clients/AdAccounts/disconnect", { as: "mer_1", body: { ad_account_id: id } });
    expect((await harness.link("mer_2")).status).toBe(200);
    expect(getCode(await harness.link("mer_1"))).toBe("ad_accounts.linked_elsewhere");
  });
});

describe("a linked account", () => {
  it("comes back as the same one after disconnecting, and leaves no token behind meanwhile", async () => {
    const harness = await openHarness();
    const { id } = (await harness.link("mer_1")).data as { id: string };
    const body = { ad_account_id: id };
    for (let round = 0; round < 2; round += 1) {
      const ended = await harness.call("POST Clients/AdAccounts/disconnect", { as: "mer_1", body });
      expect(ended.data).toMatchObject({ id, status: "unlinked" });
    }
    const secrets = sql`select 1 from ad_accounts.connections where access_token_sealed is not null`;
    expect(await db.many(secrets)).toEqual([]);
    expect((await harness.link("mer_1")).data).toMatchObject({ id, status: "linked" });
    expect(await listEventNames()).toEqual(["ad_account.linked", "ad_account.unlinked", "ad_account.linked"]);
  });

  it("is reconnected without choosing again, when the same person authorizes", async () => {
    const harness = await openHarness();
    const { id } = (await harness.link("mer_1")).data as { id: string };
    harness.plan.refresh = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    harness.plan.act = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    const lost = await harness.call("POST Clients/AdAccounts/check", {
      as: "mer_1",
      body: { ad_account_id: id },
    });
    expect(lost.data).toMatchObject({ status: "lost", lost_reason: "access_revoked" });
    harness.plan.act = async () => {};
    const { state, cookie } = await harness.startAuthorization("mer_1", "reconnect", { ad_account_id: id });
    expect((await harness.openCallback({ state, code: "c" }, cookie)).result).toBe("relinked");
    expect(await listLinked(harness)).toMatchObject([{ id, status: "linked", lost_reason: null }]);
  });

  it("is not reconnected by somebody who does not have it", async () => {
    const harness = await openHarness();
    const { id } = (await harness.link("mer_1")).data as { id: string };
    harness.plan.accessibleAccounts = [
      anOrganization({ adAccounts: [anAdAccount({ id: "somebody-elses" })] }),
    ];
    const { state, cookie } = await harness.startAuthorization("mer_1", "reconnect", { ad_account_id: id });
    expect((await harness.openCallback({ state, code: "c" }, cookie)).result).toBe("other_account");
  });

  it("is lost when the person no longer has it, and has an issue when the platform has disabled it", async () => {
    const harness = await openHarness();
    const { id } = (await harness.link("mer_1")).data as { id: string };
    const check = () =>
      harness.call("POST Clients/AdAccounts/check", { as: "mer_1", body: { ad_account_id: id } });
    harness.plan.accessibleAccounts = [
      anOrganization({ adAccounts: [anAdAccount({ isUsable: false, reason: "disabled" })] }),
    ];
    expect((await check()).data).toMatchObject({ status: "linked", issue: "disabled" });
    harness.plan.accessibleAccounts = [anOrganization()];
    expect((await check()).data).toMatchObject({ status: "linked", issue: null });
    harness.plan.accessibleAccounts = [];
    expect((await check()).data).toMatchObject({ status: "lost", lost_reason: "account_not_accessible" });
    expect(await listEventNames()).toContain("ad_account.connection_lost");
  });

  it("is not unlinked while campaigns run on it", async () => {
    const harness = await openHarness({ countRunningCampaigns: async () => 2 });
    const { id } = (await harness.link("mer_1")).data as { id: string };
    const body = { ad_account_id: id };
    const refused = await harness.call("POST Clients/AdAccounts/disconnect", { as: "mer_1", body });
    expect([refused.status, getCode(refused)]).toEqual([409, "ad_accounts.campaigns_running"]);
    expect(await listLinked(harness)).toMatchObject([{ status: "linked" }]);
  });

  it("is not found by another merchant, whatever they try", async () => {
    const harness = await openHarness();
    const { id } = (await harness.link("mer_1")).data as { id: string };
    for (const call of ["check", "disconnect", "reconnect"]) {
      const answer = await harness.call(`POST Clients/AdAccounts/${call}`, {
        as: "mer_2",
        body: { ad_account_id: id },
      });
      expect(answer.status, call).toBe(404);
    }
    expect(await listLinked(harness, "mer_2")).toEqual([]);
  });
});

describe("the public profiles of an ad account", () => {
  it("are listed with its own first, and again whenever it is checked", async () => {
    const harness = await openHarness();
    const [noura, abaya] = [
      { id: "prof-1", name: "Noura" },
      { id: "prof-0", name: "Abaya" },
    ];
    harness.plan.accessibleAccounts = [anOrganization({ profiles: [abaya, noura] })];
    const linked = await harness.link("mer_1");
    expect(linked.data).toMatchObject({ profile_id: "prof-1", profiles: [noura, abaya] });
    const added = { id: "prof-2", name: "Noura KSA" };
    harness.plan.accessibleAccounts = [anOrganization({ profiles: [added] })];
    const body = { ad_account_id: (linked.data as { id: string }).id };
    const checked = await harness.call("POST Clients/AdAccounts/check", { as: "mer_1", body });
    // Its own stays though the platform lists it no more: its ads appear under it until the merchant changes that.
    expect(checked.data).toMatchObject({ profile_id: "prof-1", profiles: [noura, added] });
  });
});

describe("what happens to an ad account", () => {
  async function linkUnlinkAndLose() {
    const harness = await openHarness();
    const { id } = (await harness.link("mer_1")).data as { id: string };
    const body = { ad_account_id: id };
    for (let round = 0; round < 2; round += 1)
      await harness.call("POST Clients/AdAccounts/disconnect", { as: "mer_1", body });
    harness.plan.accessibleAccounts = [anOrganization({ profiles: [{ id: "prof-2", name: "Noura KSA" }] })];
    await harness.link("mer_1", { profile_id: "prof-2" });
    harness.plan.accessibleAccounts = [];
    await harness.call("POST Clients/AdAccounts/check", { as: "mer_1", body });
    return id;
  }

  it("is in the audit log, with what it was before, and with who did it", async () => {
    const id = await linkUnlinkAndLose();
    const byMember = { actor_kind: "member", actor_id: "mer_1" };
    const entries = await listAudit(testContext(db), { module: "ad-accounts", subject: id });
    expect(entries).toMatchObject([
      {
        action: "ad_account.connection_lost",
        actor_kind: "system",
        actor_id: null,
        before: { status: "linked" },
        after: { status: "lost", lost_reason: "account_not_accessible" },
      },
      {
        action: "ad_account.linked",
        ...byMember,
        before: { status: "unlinked", profile_id: "prof-1" },
        after: { status: "linked", profile_id: "prof-2" },
      },
      {
        action: "ad_account.unlinked",
        ...byMember,
        before: { status: "linked" },
        after: { status: "unlinked" },
      },
      {
        action: "ad_account.linked",
        ...byMember,
        before: null,
        after: { status: "linked", platform: "snapchat", platform_account_id: "snap-acc-1" },
      },
    ]);
    const authorized = (await listAudit(testContext(db), {})).filter(
      ({ action }) => action === "connection.authorized",
    );
    expect(authorized).toMatchObject([byMember, byMember]);
  });

  it("is published with who did it: the merchant, or the product by itself", async () => {
    await linkUnlinkAndLose();
    expect(await db.many(sql`select name, actor_kind, actor_id from base.events order by id`)).toEqual([
      { name: "ad_account.linked", actor_kind: "member", actor_id: "mer_1" },
      { name: "ad_account.unlinked", actor_kind: "member", actor_id: "mer_1" },
      { name: "ad_account.linked", actor_kind: "member", actor_id: "mer_1" },
      { name: "ad_account.connection_lost", actor_kind: "system", actor_id: null },
    ]);
  });
});

describe("tokens", () => {
  it("appear in no table and in no response in plain text, in base64 or in hex", async () => {
    const harness = await openHarness();
    await harness.startAuthorization("mer_1");
    const linked = await harness.link("mer_1");
    const tables = await db.many<{ name: string }>(sql`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('ad_accounts', 'base')`);
    let all = JSON.stringify(linked.envelope);
    for (const { name } of tables) {
      const { rows } = await db.driver.query(`select * from ${name}`, []);
      all += JSON.stringify(rows);
    }
    for (const secret of ["secret-access-0", "secret-refresh-0"]) {
      for (const form of ["utf8", "base64", "hex"] as const) {
        expect(all).not.toContain(Buffer.from(secret).toString(form).replace(/=+$/, ""));
      }
    }
  });
});

describe("access that only the merchant can renew", () => {
  const now = new Date("2026-11-21T09:00:00Z");
  async function linkedUntil(end: string, refreshToken: string | null) {
    const harness = await openHarness({ systemClock: frozenClock(now.toISOString()) });
    harness.plan.tokens = { ...harness.plan.tokens, refreshToken, expiresAt: new Date(end) };
    const { data } = await harness.link("mer_1");
    const facade = makeAdAccountsFacade(harness.deps);
    return { data, expiring: await facade.listExpiringAccess(testContext(db)) };
  }

  it("shows when it expires, and the merchant is warned within ten days of it", async () => {
    const { data, expiring } = await linkedUntil("2026-11-30T09:00:00Z", null);
    expect(data).toMatchObject({ access_expires_at: "2026-11-30T09:00:00.000Z", has_pixel: true });
    expect(expiring).toMatchObject([{ platform: "snapchat", ends_at: new Date("2026-11-30T09:00:00Z") }]);
  });

  it("brings no warning while its expiry is far", async () => {
    expect((await linkedUntil("2026-12-30T09:00:00Z", null)).expiring).toEqual([]);
  });

  it("that renews itself shows no expiry", async () => {
    const { data, expiring } = await linkedUntil("2026-11-21T10:00:00Z", "secret-refresh-0");
    expect(data).toMatchObject({ access_expires_at: null });
    expect(expiring).toEqual([]);
  });
});

it("a pixel that was created after linking is found by the next check", async () => {
  const harness = await openHarness();
  const { data } = await harness.link("mer_1");
  await db.run(sql`update ad_accounts.accounts set pixel_id = null`);
  const body = { ad_account_id: (data as { id: string }).id };
  expect((await harness.call("POST Clients/AdAccounts/check", { as: "mer_1", body })).data).toMatchObject({
    has_pixel: true,
  });
});
