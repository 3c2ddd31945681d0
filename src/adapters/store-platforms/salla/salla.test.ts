import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isFault } from "#base/shared/adapter-fault.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { describeStorePlatformContract } from "#modules/stores/server/store-platform.suite.ts";
import { buyAt, submitConsent } from "#modules/stores/testing/platform-pages.ts";
import type { StoreUnderTest } from "#modules/stores/testing/store-under-test.ts";
import { makeStoreHarness } from "../testing/harness.ts";
import { makeTestSalla } from "./testing/make-test-salla.ts";

type Tokens = { access_token: string; refresh_token: string; store_id: number; domain: string };
type Hooks = { data: { event: string; url: string }[] };

async function subscriptions(sandbox: TestSandbox, credential: string, address: string) {
  const headers = { authorization: `Bearer ${credential}` };
  const listed = await fetch(`${sandbox.hosts.salla}/admin/v2/webhooks`, { headers });
  return ((await listed.json()) as Hooks).data.filter(({ url }) => url === address);
}

describeStorePlatformContract("Salla", async () => {
  const sandbox = await startSandbox();
  const toStore = ({ access_token, refresh_token, store_id, domain }: Tokens): StoreUnderTest => ({
    tokens: { credential: access_token, refreshToken: refresh_token, expiresAt: null, scopes: [] },
    externalStoreId: String(store_id),
    link: domain,
  });
  return {
    ...makeStoreHarness(sandbox, makeTestSalla(sandbox)),
    refreshes: "once",
    site: null,
    ordersForTwoPages: 65,
    namesReturns: false,
    createStore: async () =>
      toStore(await sandbox.control<Tokens>("tokens", { vendor: "salla", fresh: true })),
    countSubscriptions: async ({ tokens }, address) =>
      (await subscriptions(sandbox, tokens.credential, address)).length,
  };
});

describe("Salla alone", () => {
  let sandbox: TestSandbox;
  let tokens: Tokens;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());
  beforeEach(async () => {
    tokens = await sandbox.control<Tokens>("tokens", { vendor: "salla", fresh: true });
  });
  const fault = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it("returns the expiry of a token, a fortnight ahead", async () => {
    const redirectUri = "http://localhost:4599/oauth/salla/callback";
    const request = {
      state: "0123456789abcdef",
      redirectUri,
      codeChallenge: "",
      site: null,
      serverCallbackUri: "",
    };
    const salla = makeTestSalla(sandbox);
    const callback = Object.fromEntries((await submitConsent(salla.authorizationUrl(request))).searchParams);
    const exchanged = await salla.exchangeCode({
      callback,
      redirectUri,
      codeVerifier: "",
      site: null,
      serverGrant: null,
    });
    expect(exchanged.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 13 * 86_400_000);
  });

  it("revokes access when a refresh token is used twice", async () => {
    const salla = makeTestSalla(sandbox);
    const renewed = await salla.refresh(tokens.refresh_token);
    await fault(salla.refresh(tokens.refresh_token));
    expect(isFault(await fault(salla.readShop(renewed.credential)), "reconnect")).toBe(true);
  });

  it("reports a missing scope as rejected, and not as a reason to renew the token", async () => {
    const request = { vendor: "salla", scope: "settings.read" };
    const limited = await sandbox.control<Tokens>("tokens", request);
    const error = await fault(makeTestSalla(sandbox).listOrders(limited.access_token, new Date(0), null));
    expect(isFault(error, "rejected") && error.messageKey).toBe("stores:scope_missing");
  });

  it("maps Salla's statuses to ours", async () => {
    const salla = makeTestSalla(sandbox);
    const order = await buyAt(tokens.domain, { pay: "cod" });
    await sandbox.control("salla/orders", { order_id: order, end: "refused" });
    expect(await salla.readOrder(tokens.access_token, order)).toMatchObject({
      status: "refused",
      vendorStatus: "restored",
    });
  });

  it("is subscribed for changed statuses", async () => {
    const endpoint = { address: "http://localhost:4599/webhooks/salla", secret: "" };
    await makeTestSalla(sandbox).subscribe(tokens.access_token, endpoint);
    const events = await subscriptions(sandbox, tokens.access_token, endpoint.address);
    expect(events.map(({ event }) => event)).toContain("order.status.updated");
  });
});

describe("Salla's webhook", () => {
  const secret = "topsecret";
  const text =
    '{"event":"order.created","merchant":123456,"created_at":"2026-11-21 12:30:00","data":{"id":1}}';
  const noSandbox = { hosts: {}, credentials: {} } as TestSandbox;
  const read = (body: string, signature: string | undefined, secrets: [string, ...string[]] = [secret]) =>
    makeTestSalla(noSandbox, secrets).parseWebhook({
      headers: { "x-salla-signature": signature },
      body: Buffer.from(body),
      secret: null,
    });
  const sign = (body: string, key = secret) => createHmac("sha256", key).update(body).digest("hex");

  it("is verified over its raw bytes", () => {
    const known = "a9253464c4432fadb4b21525da9675850faa57bab9c9bb4e404a8828396627f0";
    expect(read(text, known)).toEqual({
      externalStoreId: "123456",
      topic: "order.created",
      deliveryId: null,
      subject: { kind: "order", externalOrderId: "1" },
    });
    expect(read(`${text} `, known)).toBeNull();
  });

  it("is accepted with either of two secrets while one replaces the other", () => {
    expect(read(text, sign(text, "old"), ["new", "old"])).not.toBeNull();
    expect(read(text, sign(text, "older"), ["new", "old"])).toBeNull();
  });

  it.each([undefined, "", "00", "zz".repeat(32), sign(text).toUpperCase(), `${sign(text)}00`])(
    "with the signature %j is refused",
    (signature) => expect(read(text, signature)).toBeNull(),
  );

  it.each(["", "null", "[]", "{", '{"event":7}', '{"event":"order.created"}'])(
    "with the body %j has no subject",
    (body) => expect(read(body, sign(body))).toBeNull(),
  );
});
