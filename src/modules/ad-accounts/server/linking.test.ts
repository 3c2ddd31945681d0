import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import {
  anAdAccount,
  anOrganization,
  depsFor,
  pretendPlatform,
  publicUrl,
  roomServer,
} from "../testing/bench.ts";
import { makeAdAccountsFacade } from "./ad-accounts.facade.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

async function aRoom(change: Parameters<typeof depsFor>[2] = {}) {
  const pretend = pretendPlatform();
  const deps = depsFor(db, pretend.platform, change);
  return { ...pretend, deps, ...(await roomServer(db, deps)) };
}
type Room = Awaited<ReturnType<typeof aRoom>>;
const indexOf = async (room: Room, as = "mer_1") =>
  (
    (await room.call("GET Clients/AdAccounts/index", { as })).data as {
      ad_accounts: { id: string; status: string }[];
    }
  ).ad_accounts;
const codeOf = (answer: { envelope: unknown }) => (answer.envelope as { code?: string }).code;
const newsOf = async () =>
  (await db.many<{ name: string }>(sql`select name from base.events order by id`)).map(({ name }) => name);

describe("the way through the consent page", () => {
  it("leads to a linked account, and brings the merchant back to where they came from", async () => {
    const room = await aRoom();
    const { state, cookie } = await room.begin("mer_1");
    const back = await room.comeBack({ state, code: "code-1" }, cookie);
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
    const linked = await room.call("POST Clients/AdAccounts/link", { as: "mer_1", body });
    expect(linked.data).toMatchObject({ platform: "snapchat", status: "linked", profile_name: "Noura" });
    expect(await indexOf(room)).toHaveLength(1);
    expect(await newsOf()).toEqual(["ad_account.linked"]);
  });

  it("is refused to a browser that did not begin it", async () => {
    const room = await aRoom();
    const { state } = await room.begin("mer_1");
    const other = await room.begin("mer_2");
    expect(await room.comeBack({ state, code: "c" })).toMatchObject({ result: "consent_elsewhere" });
    expect(await room.comeBack({ state, code: "c" }, other.cookie)).toMatchObject({
      result: "consent_elsewhere",
    });
    expect(room.told.codes).toEqual([]);
  });

  it("can be ended once, and only within ten minutes", async () => {
    const clock = frozenClock("2026-11-21T09:00:00Z");
    const room = await aRoom({ systemClock: clock });
    const { state, cookie } = await room.begin("mer_1");
    expect((await room.comeBack({ state, code: "c" }, cookie)).result).toBe("choose");
    expect((await room.comeBack({ state, code: "c" }, cookie)).result).toBe("consent_used");
    const late = await room.begin("mer_1");
    clock.advance(600_000);
    expect((await room.comeBack({ state: late.state, code: "c" }, late.cookie)).result).toBe(
      "consent_expired",
    );
    expect((await room.comeBack({ state: "invented", code: "c" })).result).toBe("consent_unknown");
    expect(room.told.codes).toHaveLength(1);
  });

  it("says so when consent was denied, when scopes are missing, and when the platform is silent", async () => {
    const room = await aRoom();
    const denied = await room.begin("mer_1");
    expect((await room.comeBack({ state: denied.state, error: "access_denied" }, denied.cookie)).result).toBe(
      "denied",
    );
    const cases = [
      [
        new AdapterFault("rejected", { reason: "x", messageKey: "ad_accounts:scopes_missing" }),
        "scopes_missing",
      ],
      [new AdapterFault("rejected", { reason: "x" }), "consent_not_valid"],
      [new AdapterFault("later", { reason: "x" }), "platform_not_answering"],
    ] as const;
    for (const [fault, result] of cases) {
      room.plan.exchange = () => Promise.reject(fault);
      const { state, cookie } = await room.begin("mer_1");
      expect((await room.comeBack({ state, code: "c" }, cookie)).result).toBe(result);
    }
    expect(await indexOf(room)).toEqual([]);
  });

  it("is begun thirty times an hour, and then says when it may be again", async () => {
    const clock = frozenClock("2026-11-21T09:50:00Z");
    const room = await aRoom({ systemClock: clock });
    for (let walk = 0; walk < 30; walk += 1) await room.begin("mer_1");
    const begin = (as: string) =>
      room.call("POST Clients/AdAccounts/connect", { as, body: { platform: "snapchat" } });
    const refused = await begin("mer_1");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "600"]);
    expect(refused.envelope.messages[0]).toContain("10:00 minutes");
    expect((await begin("mer_2")).status).toBe(200);
    clock.advance(600_000);
    expect((await begin("mer_1")).status).toBe(200);
  });

  it("is not begun for a platform that cannot be linked yet", async () => {
    const room = await aRoom();
    const refused = await room.call("POST Clients/AdAccounts/connect", {
      as: "mer_1",
      body: { platform: "tiktok" },
    });
    expect([refused.status, codeOf(refused)]).toEqual([422, "ad_accounts.platform_not_available"]);
  });
});

describe("choosing", () => {
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
  for (const [what, offered, code] of cases) {
    it(`is refused with a message of its own: ${what}`, async () => {
      const room = await aRoom();
      room.plan.offers = [offered];
      const refused = await room.link("mer_1");
      expect(codeOf(refused)).toBe(`ad_accounts.${code}`);
      expect(await indexOf(room)).toEqual([]);
    });
  }

  it("shows beforehand what cannot be chosen, and asks the platform again when told to", async () => {
    const room = await aRoom();
    room.plan.offers = [anOrganization({ profiles: [] })];
    const connection = await room.consent("mer_1");
    const before = await room.call(`GET Clients/AdAccounts/offers/${connection}`, { as: "mer_1" });
    expect(before.data).toMatchObject({ problem: null, organizations: [{ problem: "no_public_profile" }] });
    room.plan.offers = [anOrganization()];
    const body = { connection_id: connection };
    const after = await room.call("POST Clients/AdAccounts/refresh-offers", { as: "mer_1", body });
    expect(after.data).toMatchObject({ organizations: [{ problem: null }] });
  });

  it("is over when the platform has taken the permission back meanwhile", async () => {
    const room = await aRoom();
    const connection = await room.consent("mer_1");
    room.plan.act = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    room.plan.refresh = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    const body = { connection_id: connection };
    const refused = await room.call("POST Clients/AdAccounts/refresh-offers", { as: "mer_1", body });
    expect([refused.status, codeOf(refused)]).toEqual([409, "ad_accounts.connection_over"]);
  });

  it("is nobody's but the merchant's who consented", async () => {
    const room = await aRoom();
    const connection = await room.consent("mer_1");
    const peek = await room.call(`GET Clients/AdAccounts/offers/${connection}`, { as: "mer_2" });
    expect(peek.status).toBe(404);
    const stolen = await room.call("POST Clients/AdAccounts/link", {
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

  it("refuses an account that another merchant holds, until that merchant lets it go", async () => {
    const room = await aRoom();
    const first = await room.link("mer_1");
    const { id } = first.data as { id: string };
    const taken = await room.link("mer_2");
    expect([taken.status, codeOf(taken)]).toEqual([409, "ad_accounts.linked_elsewhere"]);
    await room.call("POST Clients/AdAccounts/disconnect", { as: "mer_1", body: { ad_account_id: id } });
    expect((await room.link("mer_2")).status).toBe(200);
    expect(codeOf(await room.link("mer_1"))).toBe("ad_accounts.linked_elsewhere");
  });
});

describe("a linked account", () => {
  it("comes back as the same one after disconnecting, and leaves no token behind meanwhile", async () => {
    const room = await aRoom();
    const { id } = (await room.link("mer_1")).data as { id: string };
    const body = { ad_account_id: id };
    for (let twice = 0; twice < 2; twice += 1) {
      const ended = await room.call("POST Clients/AdAccounts/disconnect", { as: "mer_1", body });
      expect(ended.data).toMatchObject({ id, status: "unlinked" });
    }
    const kept = sql`select 1 from ad_accounts.connections where access_token_sealed is not null`;
    expect(await db.many(kept)).toEqual([]);
    expect((await room.link("mer_1")).data).toMatchObject({ id, status: "linked" });
    expect(await newsOf()).toEqual(["ad_account.linked", "ad_account.unlinked", "ad_account.linked"]);
  });

  it("is mended without choosing again, when the same person consents", async () => {
    const room = await aRoom();
    const { id } = (await room.link("mer_1")).data as { id: string };
    room.plan.refresh = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    room.plan.act = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    const lost = await room.call("POST Clients/AdAccounts/check", {
      as: "mer_1",
      body: { ad_account_id: id },
    });
    expect(lost.data).toMatchObject({ status: "lost", lost_reason: "permission_gone" });
    room.plan.act = async () => {};
    const { state, cookie } = await room.begin("mer_1", "reconnect", { ad_account_id: id });
    expect((await room.comeBack({ state, code: "c" }, cookie)).result).toBe("relinked");
    expect(await indexOf(room)).toMatchObject([{ id, status: "linked", lost_reason: null }]);
  });

  it("is not mended by somebody who does not have it", async () => {
    const room = await aRoom();
    const { id } = (await room.link("mer_1")).data as { id: string };
    room.plan.offers = [anOrganization({ adAccounts: [anAdAccount({ id: "somebody-elses" })] })];
    const { state, cookie } = await room.begin("mer_1", "reconnect", { ad_account_id: id });
    expect((await room.comeBack({ state, code: "c" }, cookie)).result).toBe("other_account");
  });

  it("is lost when the person no longer has it, and in trouble when the platform has disabled it", async () => {
    const room = await aRoom();
    const { id } = (await room.link("mer_1")).data as { id: string };
    const check = () =>
      room.call("POST Clients/AdAccounts/check", { as: "mer_1", body: { ad_account_id: id } });
    room.plan.offers = [
      anOrganization({ adAccounts: [anAdAccount({ isUsable: false, reason: "disabled" })] }),
    ];
    expect((await check()).data).toMatchObject({ status: "linked", trouble: "disabled" });
    room.plan.offers = [anOrganization()];
    expect((await check()).data).toMatchObject({ status: "linked", trouble: null });
    room.plan.offers = [];
    expect((await check()).data).toMatchObject({ status: "lost", lost_reason: "access_removed" });
    expect(await newsOf()).toContain("ad_account.connection_lost");
  });

  it("is not let go while campaigns run on it", async () => {
    const room = await aRoom({ countRunningCampaigns: async () => 2 });
    const { id } = (await room.link("mer_1")).data as { id: string };
    const body = { ad_account_id: id };
    const refused = await room.call("POST Clients/AdAccounts/disconnect", { as: "mer_1", body });
    expect([refused.status, codeOf(refused)]).toEqual([409, "ad_accounts.campaigns_running"]);
    expect(await indexOf(room)).toMatchObject([{ status: "linked" }]);
  });

  it("is not found by another merchant, whatever they try", async () => {
    const room = await aRoom();
    const { id } = (await room.link("mer_1")).data as { id: string };
    for (const call of ["check", "disconnect", "reconnect"]) {
      const answer = await room.call(`POST Clients/AdAccounts/${call}`, {
        as: "mer_2",
        body: { ad_account_id: id },
      });
      expect(answer.status, call).toBe(404);
    }
    expect(await indexOf(room, "mer_2")).toEqual([]);
  });
});

describe("tokens", () => {
  it("stand in no table and in no answer in clear, in base64 or in hex", async () => {
    const room = await aRoom();
    await room.begin("mer_1");
    const linked = await room.link("mer_1");
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

describe("a permission that only the merchant can renew", () => {
  const now = new Date("2026-11-21T09:00:00Z");
  async function linkedUntil(end: string, refreshToken: string | null) {
    const room = await aRoom({ systemClock: frozenClock(now.toISOString()) });
    room.plan.tokens = { ...room.plan.tokens, refreshToken, expiresAt: new Date(end) };
    const { data } = await room.link("mer_1");
    const facade = makeAdAccountsFacade({ workWith: room.deps.workWith });
    return { data, ending: await facade.endingPermissions(db, "mer_1", now) };
  }

  it("says when it ends, and is told of within ten days of it", async () => {
    const { data, ending } = await linkedUntil("2026-11-30T09:00:00Z", null);
    expect(data).toMatchObject({ permission_ends_at: "2026-11-30T09:00:00.000Z", has_pixel: true });
    expect(ending).toMatchObject([{ platform: "snapchat", ends_at: new Date("2026-11-30T09:00:00Z") }]);
  });

  it("is not told of while its end is far", async () => {
    expect((await linkedUntil("2026-12-30T09:00:00Z", null)).ending).toEqual([]);
  });

  it("that renews itself has no end to be told", async () => {
    const { data, ending } = await linkedUntil("2026-11-21T10:00:00Z", "secret-refresh-0");
    expect(data).toMatchObject({ permission_ends_at: null });
    expect(ending).toEqual([]);
  });
});

it("a pixel that was made after linking is found by the next check", async () => {
  const room = await aRoom();
  const { data } = await room.link("mer_1");
  await db.run(sql`update ad_accounts.accounts set pixel_id = null`);
  const body = { ad_account_id: (data as { id: string }).id };
  expect((await room.call("POST Clients/AdAccounts/check", { as: "mer_1", body })).data).toMatchObject({
    has_pixel: true,
  });
});
