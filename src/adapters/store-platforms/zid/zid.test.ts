import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { describeStorePlatformContract } from "#modules/stores/server/store-platform.suite.ts";
import { buyAt } from "#modules/stores/testing/platform-pages.ts";
import type { StoreUnderTest } from "#modules/stores/testing/store-under-test.ts";
import { makeStoreHarness } from "../testing/harness.ts";
import { serializeCredential } from "./credential.ts";
import { readOrder, readOrderRow } from "./orders.ts";
import { readProduct } from "./products.ts";
import { makeTestZid } from "./testing/make-test-zid.ts";

type Tokens = {
  access_token: string;
  authorization: string;
  refresh_token: string;
  store_id: number;
  domain: string;
};
type Hooks = { data: { event: string; target_url: string; active: boolean }[] };

const freshTokens = (sandbox: TestSandbox) =>
  sandbox.control<Tokens>("tokens", { vendor: "zid", fresh: true });

function toStore({ access_token, authorization, refresh_token, store_id, domain }: Tokens): StoreUnderTest {
  const credential = serializeCredential({ partner: authorization, manager: access_token });
  return {
    tokens: { credential, refreshToken: refresh_token, expiresAt: null, scopes: [] },
    externalStoreId: String(store_id),
    link: domain,
  };
}

describeStorePlatformContract("Zid", async () => {
  const sandbox = await startSandbox();
  return {
    ...makeStoreHarness(sandbox, makeTestZid(sandbox)),
    refreshes: "often",
    site: null,
    ordersForTwoPages: 105,
    namesReturns: false,
    createStore: async () => toStore(await freshTokens(sandbox)),
    countSubscriptions: async ({ tokens }, address) => {
      const { partner, manager } = JSON.parse(tokens.credential);
      const headers = { authorization: `Bearer ${partner}`, "x-manager-token": manager };
      const listed = await fetch(`${sandbox.hosts.zid}/v1/managers/webhooks`, { headers });
      return ((await listed.json()) as Hooks).data.filter(({ target_url }) => target_url === address).length;
    },
  };
});

describe("Zid alone", () => {
  let sandbox: TestSandbox;
  let tokens: Tokens;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());
  beforeEach(async () => {
    tokens = await freshTokens(sandbox);
  });

  it("requires reconnecting when its two tokens are swapped", async () => {
    const { access_token, authorization } = tokens;
    const swapped = serializeCredential({ partner: access_token, manager: authorization });
    await expect(makeTestZid(sandbox).readShop(swapped)).rejects.toMatchObject({ kind: "reconnect" });
  });

  it("subscribes again for a webhook that Zid disabled without notice", async () => {
    const zid = makeTestZid(sandbox);
    const { tokens: ours, link } = toStore(tokens);
    const unreachable = { address: "http://localhost:1/webhooks/zid/endpoint", secret: "s".repeat(32) };
    const active = async () => {
      const headers = {
        authorization: `Bearer ${tokens.authorization}`,
        "x-manager-token": tokens.access_token,
      };
      const listed = await fetch(`${sandbox.hosts.zid}/v1/managers/webhooks`, { headers });
      return ((await listed.json()) as Hooks).data.filter((hook) => hook.active).length;
    };
    await zid.subscribe(ours.credential, unreachable);
    const before = await active();
    for (let count = 0; count < 12; count += 1) await buyAt(link);
    await expect.poll(active).toBeLessThan(before);
    await zid.subscribe(ours.credential, unreachable);
    expect(await active()).toBe(before);
  });

  it("waits for the minute to pass after too many requests", async () => {
    const zid = makeTestZid(sandbox);
    const { credential } = toStore(tokens).tokens;
    const requests = Array.from({ length: 70 }, () =>
      zid.readShop(credential).catch((error: unknown) => error),
    );
    const refused = (await Promise.all(requests)).filter((answer) => answer instanceof Error);
    expect(refused.length).toBeGreaterThan(0);
    for (const fault of refused) expect(fault).toMatchObject({ kind: "later" });
  });
});

describe("an order of Zid's", () => {
  const anOrder = (overrides: Record<string, unknown> = {}) => ({
    id: 55120031,
    invoice_number: 771,
    order_status: { code: "new" },
    payment_status: "paid",
    order_total: "201.85999896568000",
    currency_code: "SAR",
    payment: { method: { code: "zidpay", type: "cc" } },
    created_at: "2026-11-21 21:30:00",
    ...overrides,
  });
  const delivered = { order_status: { code: "delivered" } };

  it("drops the float noise of amounts, and its time is UTC", () => {
    expect(readOrder(anOrder(), [])).toMatchObject({
      total: 20_186,
      placedAt: new Date("2026-11-21T21:30:00Z"),
      reference: "771",
      status: "placed",
    });
  });

  it.each([
    ["canceled", "paid", "cancelled"],
    ["CANCELLED", "pending", "cancelled"],
    ["inDelivery", "paid", "placed"],
    ["مع المندوب", "paid", "placed"],
    ["expired", "pending", "cancelled"],
    ["chargeback", "paid", "refunded"],
    ["reversed", "pending", "refused"],
    ["delivered", "pending", "unpaid"],
    ["delivered", "refunded", "refunded"],
    ["new", "voided", "cancelled"],
  ])("%s and %s is %s", (code, payment_status, status) => {
    expect(readOrder(anOrder({ order_status: { code }, payment_status }), []).status).toBe(status);
  });

  it("is refunded as its credit notes for returns say, never more than its total", () => {
    const note = (issue_reason: string, order_total: string) => ({
      invoice_type: "credit_note",
      issue_reason,
      order_total,
    });
    const refunded = (...notes: object[]) => readOrder(anOrder(delivered), notes).refunded;
    expect(refunded(note("issue_reason_return", "12.3400"))).toBe(1_234);
    expect(refunded(note("issue_reason_update", "143.4500"), note("issue_reason_cancel", "30.0000"))).toBe(0);
    expect(refunded(note("issue_reason_return", "900.0000"))).toBe(20_186);
  });

  it("is read in full from the list unless part of it may have been refunded", () => {
    expect(readOrderRow(anOrder()).order).not.toBeNull();
    expect(readOrderRow(anOrder(delivered)).order).toBeNull();
  });

  it("in another currency counts in riyals", () => {
    const currency = {
      order_currency: { code: "KWD", exchange_rate: 0.08 },
      order_store_currency: { code: "SAR" },
    };
    const order = readOrder(anOrder({ currency_code: "KWD", currency, order_total: "8.00000000000000" }), []);
    expect(order).toMatchObject({ currency: "KWD", listedTotal: 800, total: 10_000 });
  });

  it("without an id, a date or an amount is rejected", () => {
    for (const broken of [
      null,
      {},
      anOrder({ id: null }),
      anOrder({ created_at: "soon" }),
      anOrder({ order_total: {} }),
    ])
      expect(() => readOrder(broken, [])).toThrow();
  });
});

describe("a product of Zid's", () => {
  it("is named as text or in two languages", () => {
    expect(readProduct({ id: "a", name: "عود", price: 10 }).name).toBe("عود");
    expect(readProduct({ id: "a", name: { ar: "عود", en: "Oud" }, price: 10 }).name).toBe("عود");
    expect(readProduct({ id: "a", name: { ar: null, en: "Oud" }, price: 10 }).name).toBe("Oud");
  });

  it("costs its sale price while there is one", () => {
    const product = readProduct({ id: "a", name: "عود", price: "119.00", sale_price: "99.00", quantity: 0 });
    expect(product).toMatchObject({ price: 9_900, regularPrice: 11_900, status: "out_of_stock" });
  });
});
