import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { AdapterFault } from "../../shared/adapter-fault.ts";
import { testContext } from "../../testing/context.ts";
import { type TestDb, testDb } from "../../testing/db.ts";
import { testServer } from "../../testing/http.ts";
import { frozenClock } from "../clock.ts";
import { sql } from "../db/db.ts";
import { makeLog } from "../log.ts";
import { makeVault } from "../secrets.ts";
import { mountOAuthCallback, type OAuthCallback } from "./browser-callback.ts";
import type { ConsentRequest } from "./consent.ts";
import { type AuthorizationFlow, openAuthorization } from "./open-authorization.ts";
import { type Grant, redeemAuthorization } from "./redeem-authorization.ts";
import { receiveServerGrant } from "./server-grant.ts";

type Details = { page: string };
const flow: AuthorizationFlow<Details> = {
  owner: "things",
  details: z.object({ page: z.string() }),
  refuseTooMany: ({ wait }) => {
    throw new Error(`too many: wait ${wait}`);
  },
};
const started = new Date("2026-11-22T09:00:00Z");
const tenMinutes = 600_000;
const hour = 3_600_000;

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const openHarness = () => {
  const systemClock = frozenClock(started);
  const deps = {
    db,
    log: makeLog("silent"),
    vault: makeVault([{ id: "k1", key: Buffer.alloc(32, 7) }]),
    systemClock,
    worldClock: frozenClock("2026-12-01T00:00:00Z"),
    publicUrl: "http://localhost:3000",
  };
  const requests: ConsentRequest[] = [];
  const exchanged: Grant<Details>[] = [];

  /** Starts as `mer_1`, at a vendor that carries our state, or has its own. */
  async function open({ state, secret = null }: { state?: string; secret?: string | null } = {}) {
    const { cookie } = await openAuthorization(deps)(testContext(db), flow, {
      vendor: "acme",
      details: { page: "/from" },
      async openConsent(request) {
        requests.push(request);
        return { url: "https://acme.example/consent", state: state ?? request.state, secret };
      },
    });
    return { state: state ?? requests.at(-1)?.state ?? "", cookie: cookie.split(";")[0] ?? "" };
  }

  /** The callback of the browser that started it, or of another. */
  const redeem = (
    state: string | null,
    { isOwn = true, vendor = "acme", owner = "things", work = async () => {} } = {},
  ) => {
    const callback: OAuthCallback = { query: {}, isOwn: async () => isOwn, requestId: "req_1" };
    return redeemAuthorization(deps)(
      callback,
      { ...flow, owner },
      {
        vendor,
        state,
        async complete(ctx, grant) {
          exchanged.push(grant);
          await work();
          return ctx;
        },
      },
    );
  };
  return { deps, systemClock, requests, exchanged, open, redeem };
};

describe("an authorization", () => {
  it("is completed with what it was started with, by whoever started it", async () => {
    const { open, redeem, requests, exchanged } = openHarness();
    const { state } = await open({ secret: "request-token-secret" });
    const redemption = await redeem(state);
    expect(redemption).toMatchObject({
      kind: "completed",
      details: { page: "/from" },
      outcome: {
        actor: { merchantId: "mer_1", by: { kind: "member", id: "mer_1" } },
        now: new Date("2026-12-01T00:00:00Z"),
        requestId: "req_1",
      },
    });
    const [grant] = exchanged;
    expect(grant).toMatchObject({
      secret: "request-token-secret",
      redirectUri: "http://localhost:3000/oauth/acme/callback",
    });
    const challenge = createHash("sha256")
      .update(grant?.codeVerifier ?? "")
      .digest("base64url");
    expect(requests[0]?.codeChallenge).toBe(challenge);
  });

  it("may have a state of the vendor's own", async () => {
    const { open, redeem } = openHarness();
    await open({ state: "request-token-1" });
    expect(await redeem("request-token-1")).toMatchObject({ kind: "completed" });
  });

  it("works once: a replayed callback exchanges nothing", async () => {
    const { open, redeem, exchanged } = openHarness();
    const { state } = await open();
    await redeem(state);
    expect(await redeem(state)).toEqual({ kind: "refused", reason: "used", details: { page: "/from" } });
    expect(exchanged).toHaveLength(1);
  });

  it("is exchanged once when its callback comes ten times at once", async () => {
    const { open, redeem, exchanged } = openHarness();
    const { state } = await open();
    const kinds = (await Promise.all(Array.from({ length: 10 }, () => redeem(state)))).map(
      ({ kind }) => kind,
    );
    expect(kinds.filter((kind) => kind === "completed")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "refused")).toHaveLength(9);
    expect(exchanged).toHaveLength(1);
  });

  it("tells another browser nothing, and is not used up by it", async () => {
    const { open, redeem } = openHarness();
    const { state } = await open();
    expect(await redeem(state, { isOwn: false })).toEqual({ kind: "refused", reason: "elsewhere" });
    expect(await redeem(state)).toMatchObject({ kind: "completed" });
    expect(await redeem(state, { isOwn: false })).toEqual({ kind: "refused", reason: "elsewhere" });
  });

  it("ends after ten minutes", async () => {
    const { open, redeem, systemClock } = openHarness();
    const [inTime, late] = [await open(), await open()];
    systemClock.advance(tenMinutes - 1);
    expect(await redeem(inTime.state)).toMatchObject({ kind: "completed" });
    systemClock.advance(1);
    expect(await redeem(late.state)).toMatchObject({ kind: "refused", reason: "expired" });
  });

  it("is unknown to another module, at another vendor, and without its state", async () => {
    const { open, redeem } = openHarness();
    const { state } = await open();
    const unknown = { kind: "refused", reason: "unknown" };
    expect(await redeem(state, { owner: "others" })).toEqual(unknown);
    expect(await redeem(state, { vendor: "other" })).toEqual(unknown);
    expect(await redeem(null)).toEqual(unknown);
    expect(await redeem("0".repeat(64))).toEqual(unknown);
  });

  it("is opened thirty times an hour, and the vendor is asked no more often", async () => {
    const { open, requests, systemClock } = openHarness();
    for (let time = 0; time < 30; time += 1) await open();
    systemClock.advance(hour - 1_000);
    await expect(open()).rejects.toThrow("too many: wait 0:01");
    expect(requests).toHaveLength(30);
    systemClock.advance(1_000);
    expect(await open()).toMatchObject({ cookie: expect.any(String) });
  });

  it("that the vendor fails is over, and says why", async () => {
    const { open, redeem } = openHarness();
    const { state } = await open();
    const fault = new AdapterFault("later", { reason: "503" });
    const failed = await redeem(state, { work: () => Promise.reject(fault) });
    expect(failed).toEqual({ kind: "failed", fault, details: { page: "/from" } });
    expect(await redeem(state)).toMatchObject({ kind: "refused", reason: "used" });
  });

  it("that was interrupted between the exchange and the storing is over, and exchanged no second time", async () => {
    const { open, redeem, exchanged } = openHarness();
    const { state } = await open();
    await expect(redeem(state, { work: () => Promise.reject(new Error("killed")) })).rejects.toThrow(
      "killed",
    );
    expect(await redeem(state)).toMatchObject({ kind: "refused", reason: "used" });
    expect(exchanged).toHaveLength(1);
  });

  it("is exchanged at most once, in time, and in its own browser, however callbacks come", async () => {
    const callback = fc.record({ isOwn: fc.boolean(), waitMs: fc.integer({ min: 0, max: tenMinutes / 2 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(callback, { maxLength: 6 }), async (callbacks) => {
        const { open, redeem, exchanged, systemClock } = openHarness();
        const { state } = await open();
        let isOpen = true;
        for (const { isOwn, waitMs } of callbacks) {
          systemClock.advance(waitMs);
          const isInTime = systemClock.now().getTime() < started.getTime() + tenMinutes;
          const { kind } = await redeem(state, { isOwn });
          expect(kind === "completed").toBe(isOpen && isOwn && isInTime);
          if (kind === "completed") isOpen = false;
        }
        expect(exchanged).toHaveLength(isOpen ? 0 : 1);
      }),
      { numRuns: process.env.TEST_DATABASE_URL ? 15 : 30 },
    );
  });

  it("stores neither its state nor a secret in plain text, and no secret at all once it is used", async () => {
    const { open, redeem, exchanged } = openHarness();
    const { state } = await open({ secret: "request-token-secret" });
    const stored = JSON.stringify(await db.one(sql`select * from base.authorizations`));
    await redeem(state);
    for (const secret of [state, "request-token-secret", exchanged[0]?.codeVerifier])
      expect(stored).not.toContain(secret);
    expect(await db.one(sql`select * from base.authorizations`)).toMatchObject({
      code_verifier_sealed: null,
      secret_sealed: null,
      used_at: started,
    });
  });
});

describe("the browser of an authorization", () => {
  const openServer = async () => {
    const harness = openHarness();
    const server = await testServer(db, (app, context) =>
      mountOAuthCallback(app, context, "acme", async (callback, reply) => {
        const { kind } = await redeemAuthorization(harness.deps)(callback, flow, {
          vendor: "acme",
          state: callback.query.state ?? null,
          complete: async () => {},
        });
        return reply.send({ kind });
      }),
    );
    const call = async (state: string, headers: Record<string, string>) => {
      const response = await server.app.inject({ url: "/oauth/acme/callback", query: { state }, headers });
      return response.json<{ kind: string }>().kind;
    };
    return { ...harness, call };
  };

  it("is known by its cookie, one for each authorization", async () => {
    const { open, call } = await openServer();
    const [first, second] = [await open(), await open()];
    expect(await call(first.state, {})).toBe("refused");
    expect(await call(first.state, { cookie: second.cookie })).toBe("refused");
    expect(await call(first.state, { cookie: `${second.cookie}; ${first.cookie}` })).toBe("completed");
    expect(await call(second.state, { cookie: second.cookie })).toBe("completed");
  });

  it("may be a client with the bearer token of the same merchant instead", async () => {
    const { open, call } = await openServer();
    const { state } = await open();
    expect(await call(state, { authorization: "Bearer test-session-of-mer_2" })).toBe("refused");
    expect(await call(state, { authorization: "Bearer test-session-of-mer_1" })).toBe("completed");
  });
});

describe("what a vendor's server sends for an authorization", () => {
  const aGrant = (state: string, change: object = {}) => ({
    owner: "things",
    vendor: "acme",
    state,
    grant: "ck:cs",
    ...change,
  });

  it("is handed to the exchange once; only the first of several is stored, and sealed", async () => {
    const { open, redeem, exchanged, deps } = openHarness();
    const { state } = await open();
    const receive = receiveServerGrant(deps);
    const received = await Promise.all([receive(aGrant(state)), receive(aGrant(state))]);
    expect(received.sort()).toEqual([false, true]);
    expect(JSON.stringify(await db.one(sql`select * from base.authorizations`))).not.toContain("ck:cs");
    await redeem(state);
    expect(await exchanged[0]?.waitForServerGrant()).toBe("ck:cs");
    expect(await db.one(sql`select server_grant_sealed from base.authorizations`)).toEqual({
      server_grant_sealed: null,
    });
  });

  it("is refused for another module, another vendor, an unknown state, and after its end", async () => {
    const { open, deps, systemClock } = openHarness();
    const { state } = await open();
    const receive = receiveServerGrant(deps);
    for (const change of [{ owner: "others" }, { vendor: "other" }, { state: "invented" }])
      expect(await receive(aGrant(state, change))).toBe(false);
    systemClock.advance(tenMinutes);
    expect(await receive(aGrant(state))).toBe(false);
  });

  it("may come a moment after the browser, and no later", async () => {
    const { open, redeem, deps, systemClock } = openHarness();
    const [quick, slow] = [await open(), await open()];
    await redeem(quick.state);
    await redeem(slow.state);
    systemClock.advance(2_000);
    expect(await receiveServerGrant(deps)(aGrant(quick.state))).toBe(true);
    systemClock.advance(2_000);
    expect(await receiveServerGrant(deps)(aGrant(slow.state))).toBe(false);
  });
});
