import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { fakePlatform, makeTestDeps, openTestServer } from "../testing/harness.ts";
import type { AdAccountContext } from "./ad-platform.port.ts";
import { deleteOldUploads, pendingUploads } from "./pending-uploads.store.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const tokenRefused = () => new AdapterFault("reconnect", { reason: "401" });
const lostEvents = () => db.many(sql`select 1 from base.events where name = 'ad_account.connection_lost'`);

async function linkTestAccount() {
  const fake = fakePlatform();
  const clock = frozenClock(new Date());
  const deps = makeTestDeps(db, fake.platform, { systemClock: clock });
  const server = await openTestServer(db, deps);
  const { id } = (await server.link("mer_1")).data as { id: string };
  const expireToken = () =>
    db.run(
      sql`update ad_accounts.connections set access_expires_at = ${clock.now()} where status = 'in_use'`,
    );
  return { ...fake, deps, clock, id, expireToken, snapchat: deps.bindAdPlatform("mer_1", id) };
}

describe("calls on behalf of a linked account", () => {
  it("renew the token ahead of its expiry, once for fifty callers at the same time", async () => {
    const { snapchat, received, expireToken } = await linkTestAccount();
    await expireToken();
    await Promise.all(Array.from({ length: 50 }, () => snapchat.find("campaign", "cmp_1", null)));
    expect(received.refreshes).toBe(1);
  });

  it("renew once for two processes", async () => {
    const { deps, id, platform, received, expireToken } = await linkTestAccount();
    await expireToken();
    const elsewhere = makeTestDeps(db, platform, { systemClock: deps.systemClock });
    await Promise.all(
      [deps, elsewhere].map((one) => one.bindAdPlatform("mer_1", id).find("campaign", "c", null)),
    );
    expect(received.refreshes).toBe(1);
  });

  it("keep the refresh token when the platform sends no new one", async () => {
    const { snapchat, received, expireToken } = await linkTestAccount();
    for (const times of [1, 2]) {
      await expireToken();
      await snapchat.find("campaign", "cmp_1", null);
      expect(received.refreshes).toBe(times);
    }
  });

  it("renew once and repeat once when the platform refuses a token before its expiry", async () => {
    const { snapchat, plan, received } = await linkTestAccount();
    const usedTokens: string[] = [];
    plan.act = async (token) => {
      usedTokens.push(token);
      if (token === "secret-access-0") throw tokenRefused();
    };
    await snapchat.remove("campaign", "cmp_1");
    expect(usedTokens).toEqual(["secret-access-0", "secret-access-1"]);
    expect(received.refreshes).toBe(1);
    expect(await lostEvents()).toEqual([]);
  });

  it("mark the connection lost when a renewed token is refused, and publish it once", async () => {
    const { snapchat, plan, received } = await linkTestAccount();
    plan.act = () => Promise.reject(tokenRefused());
    for (let again = 0; again < 2; again += 1)
      await expect(snapchat.find("campaign", "c", null)).rejects.toMatchObject({ kind: "reconnect" });
    expect(received.refreshes).toBe(1);
    expect(await lostEvents()).toHaveLength(1);
    const secrets = sql`select 1 from ad_accounts.connections where access_token_sealed is not null`;
    expect(await db.many(secrets)).toEqual([]);
  });

  it("do not mark a connection lost when the platform is busy, and use the token that is still valid", async () => {
    const { snapchat, plan, clock } = await linkTestAccount();
    plan.refresh = () => Promise.reject(new AdapterFault("later", { reason: "503" }));
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    await db.run(sql`update ad_accounts.connections set access_expires_at = ${expiresAt}`);
    expect(await snapchat.find("campaign", "c", null)).toBeNull();
    clock.advance(61_000);
    await expect(snapchat.find("campaign", "c", null)).rejects.toMatchObject({ kind: "later" });
    expect(await lostEvents()).toEqual([]);
  });

  it("are not sent for as long as the platform asked to wait", async () => {
    const { snapchat, plan, clock } = await linkTestAccount();
    let calls = 0;
    plan.act = async () => {
      calls += 1;
      if (calls === 1) throw new AdapterFault("later", { reason: "429", retryAfterSeconds: 30 });
    };
    const find = () => snapchat.find("campaign", "c", null);
    await expect(find()).rejects.toMatchObject({ retryAfterSeconds: 30 });
    await expect(find()).rejects.toMatchObject({ kind: "later", retryAfterSeconds: 30 });
    expect(calls).toBe(1);
    clock.advance(30_000);
    await find();
    expect(calls).toBe(2);
  });

  it("are not sent after repeated timeouts, longer each time", async () => {
    const { snapchat, plan, clock } = await linkTestAccount();
    let calls = 0;
    plan.act = async () => {
      calls += 1;
      throw new AdapterFault("outcome_unknown", { reason: "silence" });
    };
    const find = () => snapchat.find("campaign", "c", null).catch(() => undefined);
    for (let attempt = 0; attempt < 8; attempt += 1) await find();
    expect(calls).toBe(5);
    clock.advance(15_000);
    for (let attempt = 0; attempt < 3; attempt += 1) await find();
    expect(calls).toBe(6);
    clock.advance(15_000);
    await find();
    expect(calls).toBe(6);
  });

  it("are refused for another merchant's account and for one that is no longer linked", async () => {
    const { deps, id } = await linkTestAccount();
    const otherMerchant = deps.bindAdPlatform("mer_2", id);
    await expect(otherMerchant.find("campaign", "c", null)).rejects.toMatchObject({ kind: "reconnect" });
    await expect(deps.bindAdPlatform("mer_1", "aac_none").remove("ad", "x")).rejects.toMatchObject({
      kind: "reconnect",
    });
  });

  it("create and change an ad under its own public profile, or the account's", async () => {
    const { id, platform } = await linkTestAccount();
    const seen: (string | null)[] = [];
    const record = async ({ profileId }: AdAccountContext, spec: object) => {
      expect(spec).not.toHaveProperty("profileId");
      seen.push(profileId);
      return { platformId: "ad-1" };
    };
    const bound = makeTestDeps(db, {
      ...platform,
      createAd: record,
      updateAd: async (account, _id, spec) => void (await record(account, spec)),
    }).bindAdPlatform("mer_1", id);
    const spec = (profileId: string | null) => ({ profileId }) as Parameters<typeof bound.createAd>[0];
    await bound.createAd(spec("prof-2"));
    await bound.createAd(spec(null));
    await bound.updateAd("ad-1", spec("prof-2"));
    expect(seen).toEqual(["prof-2", "prof-1", "prof-2"]);
  });

  it("remember an upload over a restart, each account for itself, until it is removed or a day old", async () => {
    const { deps, id, platform, clock } = await linkTestAccount();
    const loadUploads = async (by: typeof deps) => {
      let seen: AdAccountContext["uploads"] | undefined;
      const find = async (account: AdAccountContext) => {
        seen = account.uploads;
        return null;
      };
      const query = { ...platform, find };
      await makeTestDeps(db, query, { systemClock: by.systemClock })
        .bindAdPlatform("mer_1", id)
        .find("ad", "ad_1", null);
      return seen as AdAccountContext["uploads"];
    };
    const first = await loadUploads(deps);
    await first.save("med_1", "customers/1/youTubeVideoUploads/7");
    await first.save("med_1", "customers/1/youTubeVideoUploads/8");
    const afterRestart = await loadUploads(deps);
    expect(await afterRestart.find("med_1")).toBe("customers/1/youTubeVideoUploads/8");
    expect(await afterRestart.find("med_2")).toBeNull();
    const elsewhere = pendingUploads({ db, systemClock: clock }, { merchantId: "mer_2", adAccountId: id });
    expect(await elsewhere.find("med_1")).toBeNull();

    const old = { db, systemClock: clock };
    clock.advance(24 * 3_600_000);
    await deleteOldUploads(old);
    expect(await first.find("med_1")).not.toBeNull();
    clock.advance(1);
    await deleteOldUploads(old);
    expect(await first.find("med_1")).toBeNull();
    await first.save("med_1", "customers/1/youTubeVideoUploads/9");
    await first.forget("med_1");
    expect(await first.find("med_1")).toBeNull();
  });

  it("continue reading hours when the token expires between two pages", async () => {
    const { snapchat, plan } = await linkTestAccount();
    let calls = 0;
    plan.act = async (token) => {
      calls += 1;
      if (calls > 1 && token === "secret-access-0") throw tokenRefused();
    };
    let pages = 0;
    const query = {
      platformCampaignIds: ["camp-1"],
      from: new Date(0),
      to: new Date(1),
      grain: "hour" as const,
    };
    for await (const _page of snapchat.readFigures(query)) pages += 1;
    expect(pages).toBeGreaterThanOrEqual(2);
  });
});
