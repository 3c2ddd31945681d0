import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AdapterFault } from "../../shared/adapter-fault.ts";
import { type TestDb, testDb } from "../../testing/db.ts";
import { frozenClock } from "../clock.ts";
import type { ReadContext } from "../context.ts";
import { sql } from "../db/db.ts";
import { makeLog } from "../log.ts";
import { makeVault } from "../secrets.ts";
import { sealTokens, type TokenPair, tokenColumns, tokenSeal } from "./sealed-tokens.ts";
import { makeTokenManager } from "./token-manager.ts";
import type { StoredTokens, TokenSource } from "./token-renewal.ts";

/** A module's own table: every statement of a test is prepared on the migrated database afterwards. */
const table = { name: "ad_accounts.connections", key: "id" };
const connection = { id: "con_1", merchant_id: "mer_1" };
const vault = makeVault([{ id: "k1", key: Buffer.alloc(32, 7) }]);

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const hour = 3_600_000;
const refused = () => new AdapterFault("reconnect", { reason: "invalid_grant" });
const noAnswer = () => new AdapterFault("outcome_unknown", { reason: "silence" });

/** A vendor whose access tokens live an hour, and whose refresh tokens work once. */
async function openHarness({ refreshToken = "refresh-0" as string | null } = {}) {
  const systemClock = frozenClock("2026-11-22T09:00:00Z");
  const vendor = {
    issued: 0,
    usable: new Set(["refresh-0"]),
    received: [] as string[],
    /** What happens before the vendor answers a renewal, after it issued the pair. */
    beforeAnswer: async (): Promise<void> => {},
    accepts: (accessToken: string) => accessToken === `access-${vendor.issued}`,
    async refresh(token: string): Promise<TokenPair> {
      vendor.received.push(token);
      if (!vendor.usable.delete(token)) throw refused();
      vendor.issued += 1;
      vendor.usable.add(`refresh-${vendor.issued}`);
      const pair = aPair();
      await vendor.beforeAnswer();
      return pair;
    },
  };
  const aPair = (): TokenPair => ({
    accessToken: `access-${vendor.issued}`,
    refreshToken: `refresh-${vendor.issued}`,
    expiresAt: new Date(systemClock.now().getTime() + hour),
    scopes: ["read"],
  });
  const lost: string[] = [];
  const source: TokenSource<string> = {
    table,
    find: ({ db, actor }: ReadContext, id) =>
      db.maybeOne<StoredTokens<string>>(sql`
        select platform as vendor, ${tokenColumns} from ad_accounts.connections
        where id = ${id} and merchant_id = ${actor.merchantId} and status = 'in_use'`),
    findVendor: () => vendor,
    async markLost(ctx, id, reason) {
      lost.push(reason);
      await ctx.tx.run(sql`
        update ad_accounts.connections set status = 'lost', access_token_sealed = null, refresh_token_sealed = null,
          renewing_until = null where id = ${id}`);
    },
    accessRevoked: (reason) => new AdapterFault("reconnect", { reason }),
  };
  async function grant(pair: TokenPair, id = connection.id) {
    const sealed = sealTokens(vault, tokenSeal(table, id), pair, systemClock.now());
    await db.run(sql`
      insert into ad_accounts.connections (id, merchant_id, platform, status, access_token_sealed, refresh_token_sealed,
        access_expires_at, issued_at, scopes, accessible_accounts, accounts_listed_at, created_at)
      values (${id}, 'mer_1', 'snapchat', 'in_use', ${sealed.access_token_sealed}, ${sealed.refresh_token_sealed},
        ${sealed.access_expires_at}, ${sealed.issued_at}, '{}', '[]', now(), now())
      on conflict (id) do update set access_token_sealed = excluded.access_token_sealed,
        refresh_token_sealed = excluded.refresh_token_sealed`);
  }
  await grant({ ...aPair(), refreshToken });
  /** Another process: nothing is shared but the database. */
  const aProcess = () =>
    makeTokenManager({ db, log: makeLog("silent"), vault, systemClock, worldClock: systemClock }, source);
  /** A call of the vendor's API; the token it was made with. */
  const callWith = (process: ReturnType<typeof aProcess>) =>
    process.withToken(connection, async (accessToken) => {
      if (!vendor.accepts(accessToken)) throw refused();
      return accessToken;
    });
  return { systemClock, vendor, lost, source, grant, aPair, aProcess, callWith };
}

describe("an access token", () => {
  it("is renewed once for fifty callers in two processes, after its expiry and ahead of it", async () => {
    const { vendor, systemClock, aProcess, callWith } = await openHarness();
    const processes = [aProcess(), aProcess()];
    const race = () =>
      Promise.all(Array.from({ length: 50 }, (_, index) => callWith(processes[index % 2] ?? aProcess())));
    systemClock.advance(hour);
    expect(new Set(await race())).toEqual(new Set(["access-1"]));
    expect(vendor.received).toEqual(["refresh-0"]);
    systemClock.advance(hour - 60_000);
    vendor.accepts = () => true;
    await race();
    expect(vendor.received).toEqual(["refresh-0", "refresh-1"]);
  });

  it("refused by the vendor before its expiry is renewed once for callers in two processes", async () => {
    const { vendor, aProcess, callWith, lost } = await openHarness();
    vendor.accepts = (accessToken) => accessToken === "access-1";
    const processes = [aProcess(), aProcess()];
    expect(await Promise.all(processes.map(callWith))).toEqual(["access-1", "access-1"]);
    expect([vendor.received, lost]).toEqual([["refresh-0"], []]);
  });

  it("that is still valid is used, without waiting, while another process renews", async () => {
    const { vendor, systemClock, aProcess, callWith } = await openHarness();
    systemClock.advance(hour - 60_000);
    vendor.accepts = () => true;
    const seenElsewhere: string[] = [];
    vendor.beforeAnswer = async () => {
      seenElsewhere.push(await callWith(aProcess()));
    };
    expect(await callWith(aProcess())).toBe("access-1");
    expect(seenElsewhere).toEqual(["access-0"]);
  });

  it("is not lost when our own credentials for the vendor are missing", async () => {
    const { systemClock, source, lost, aProcess, callWith } = await openHarness();
    systemClock.advance(hour);
    const { findVendor } = source;
    source.findVendor = () => undefined;
    await expect(callWith(aProcess())).rejects.toMatchObject({ kind: "later" });
    source.findVendor = findVendor;
    expect(await callWith(aProcess())).toBe("access-1");
    expect(lost).toEqual([]);
  });

  it("that is still valid is used while the vendor is down, and the renewal tried again by the next call", async () => {
    const { vendor, systemClock, aProcess, callWith } = await openHarness();
    systemClock.advance(hour - 60_000);
    const { refresh } = vendor;
    vendor.refresh = () => Promise.reject(new AdapterFault("later", { reason: "503" }));
    expect(await callWith(aProcess())).toBe("access-0");
    vendor.refresh = refresh;
    expect(await callWith(aProcess())).toBe("access-1");
    expect(vendor.received).toEqual(["refresh-0"]);
  });

  it("keeps its refresh token when the vendor sends no new one", async () => {
    const { systemClock, aPair, aProcess, callWith, vendor } = await openHarness();
    const received: string[] = [];
    vendor.refresh = async (token) => {
      received.push(token);
      return { ...aPair(), refreshToken: null };
    };
    for (let round = 0; round < 2; round += 1) {
      systemClock.advance(hour);
      await callWith(aProcess());
    }
    expect([received, vendor.received]).toEqual([["refresh-0", "refresh-0"], []]);
  });

  it("without a refresh token is used until the vendor refuses it", async () => {
    const { vendor, systemClock, lost, aProcess, callWith } = await openHarness({ refreshToken: null });
    systemClock.advance(2 * hour);
    expect(await callWith(aProcess())).toBe("access-0");
    vendor.accepts = () => false;
    await expect(callWith(aProcess())).rejects.toMatchObject({ kind: "reconnect" });
    expect([lost, vendor.received]).toEqual([["access_revoked"], []]);
  });

  it("sealed for one connection does not open in another", async () => {
    const { aProcess } = await openHarness();
    await db.run(sql`
      insert into ad_accounts.connections (id, merchant_id, platform, status, access_token_sealed, issued_at, scopes,
        accessible_accounts, accounts_listed_at, created_at)
      select 'con_2', 'mer_1', platform, status, access_token_sealed, issued_at, '{}', '[]', now(), now()
      from ad_accounts.connections`);
    const other = aProcess().withToken({ id: "con_2", merchant_id: "mer_1" }, async (token) => token);
    await expect(other).rejects.toThrow();
  });

  it("of another merchant's connection is not found", async () => {
    const { aProcess } = await openHarness();
    const stolen = aProcess().withToken({ id: "con_1", merchant_id: "mer_2" }, async (token) => token);
    await expect(stolen).rejects.toMatchObject({ kind: "reconnect" });
  });
});

describe("a connection", () => {
  it("whose new pair was lost with the process is lost at the next attempt, and says that a renewal was lost", async () => {
    const { vendor, systemClock, lost, aProcess, callWith } = await openHarness();
    systemClock.advance(hour);
    vendor.beforeAnswer = () => Promise.reject(noAnswer());
    await expect(callWith(aProcess())).rejects.toMatchObject({ kind: "later", retryAfterSeconds: 60 });
    expect(lost).toEqual([]);
    systemClock.advance(60_000);
    await expect(callWith(aProcess())).rejects.toMatchObject({ kind: "reconnect" });
    expect(lost).toEqual(["renewal_lost"]);
    expect(vendor.received).toEqual(["refresh-0", "refresh-0"]);
  });

  it("survives a process killed before the vendor was called: another takes the renewal over", async () => {
    const { systemClock, vendor, lost, aProcess, callWith } = await openHarness();
    systemClock.advance(hour);
    const { refresh } = vendor;
    vendor.refresh = () => Promise.reject(new Error("killed"));
    await expect(callWith(aProcess())).rejects.toThrow("killed");
    vendor.refresh = refresh;
    systemClock.advance(60_000);
    expect(await callWith(aProcess())).toBe("access-1");
    expect(lost).toEqual([]);
  });

  it("is not lost when the renewal that was taken over stores its pair after all", async () => {
    const { vendor, systemClock, lost, aProcess, callWith } = await openHarness();
    systemClock.advance(hour);
    const { refresh } = vendor;
    const slow = Promise.withResolvers<void>();
    const isRenewing = Promise.withResolvers<void>();
    vendor.beforeAnswer = () => {
      isRenewing.resolve();
      return slow.promise;
    };
    const first = callWith(aProcess());
    await isRenewing.promise;
    systemClock.advance(60_000);
    vendor.refresh = async (token) => {
      slow.resolve();
      await first;
      return refresh(token);
    };
    expect(await callWith(aProcess())).toBe("access-1");
    expect([await first, lost]).toEqual(["access-1", []]);
    expect(vendor.received).toEqual(["refresh-0", "refresh-0"]);
  });

  it("is lost, once, when the vendor refuses even a renewed token", async () => {
    const { vendor, lost, aProcess, callWith } = await openHarness();
    vendor.accepts = () => false;
    const process = aProcess();
    for (let round = 0; round < 2; round += 1)
      await expect(callWith(process)).rejects.toMatchObject({ kind: "reconnect" });
    expect([lost, vendor.received]).toEqual([["access_revoked"], ["refresh-0"]]);
  });

  it("that the merchant granted anew meanwhile is not lost by a call with the old tokens", async () => {
    const { vendor, lost, grant, aPair, aProcess } = await openHarness();
    vendor.accepts = () => false;
    let calls = 0;
    const call = aProcess().withToken(connection, async () => {
      calls += 1;
      if (calls === 2) await grant({ ...aPair(), accessToken: "access-of-a-new-grant" });
      throw refused();
    });
    await expect(call).rejects.toMatchObject({ kind: "reconnect" });
    expect(lost).toEqual([]);
    expect(await aProcess().withToken(connection, async (token) => token)).toBe("access-of-a-new-grant");
  });
});
