import { afterEach, beforeEach, expect, test } from "vitest";
import { startEconomy } from "../../economy/economy.ts";
import { computeTotals, type OrderFact, type Truth } from "../../economy/truth.ts";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeSalla } from "./salla.ts";

let sandbox: TestSandbox;
let truth: Truth;
beforeEach(async () => {
  sandbox = await openTestSandbox([makeSalla]);
  truth = startEconomy(sandbox.world, sandbox.vendors);
});
afterEach(() => sandbox.close());

const field = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";

test("an order bought by hand goes on like any other, and the truth records its cause", async () => {
  const shop = `${sandbox.url}/storefront/harf`;
  const link = /href="([^"]+\/p\/\d+\?visit=\w+)"/.exec(await (await fetch(shop)).text())?.[1] ?? "";
  const product = await (await fetch(sandbox.url + link)).text();
  const form = new URLSearchParams({
    visit: field(product, "visit"),
    product: field(product, "product"),
    pay: "mada",
  });
  const thanks = await (await fetch(`${shop}/buy`, { method: "POST", body: form })).text();
  expect(thanks).toContain("شكرًا لك");

  await sandbox.control("clock", { step: "P10D" });
  const orders = truth.list({ kind: "order" }) as OrderFact[];
  expect(orders.map(({ cause }) => cause.kind)).toEqual(["by_hand"]);
  const { deliveries, cancellations } = computeTotals(truth.list({}));
  expect(deliveries.count + cancellations.count).toBe(1);
});

test("a store without a connected app gets no everyday orders; a connected one gets them every day", async () => {
  await sandbox.control("clock", { step: "P2D" });
  expect(truth.list({})).toEqual([]);
  const { store_id } = await sandbox.control<{ store_id: number }>("tokens", { vendor: "salla" });
  await sandbox.control("clock", { step: "P2D" });
  const orders = truth.list({ kind: "order" }) as OrderFact[];
  expect(orders.length).toBeGreaterThan(4);
  expect(new Set(orders.map((order) => order.store_id))).toEqual(new Set([String(store_id)]));
});

test("the consent page creates a new store on request, with its own products", async () => {
  const params = {
    client_id: "rawaj-salla",
    response_type: "code",
    redirect_uri: "http://localhost:3999/back",
    scope: "offline_access products.read",
    state: "abcdefgh12",
  };
  const page = await (
    await fetch(`${sandbox.url}/salla-accounts/oauth2/auth?${new URLSearchParams(params)}`)
  ).text();
  expect(page).toContain("new:abayas");
  const before = (await sandbox.control<object[]>("salla/stores")).length;
  const form = new URLSearchParams({ ...params, choice: "new:abayas", decision: "allow" });
  await fetch(`${sandbox.url}/salla-accounts/oauth2/auth`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const stores = await sandbox.control<{ store_id: number; url: string }[]>("salla/stores");
  expect(stores.length).toBe(before + 1);
  const shop = await (await fetch(stores.at(-1)?.url ?? "")).text();
  expect(shop).toContain("عباية");
  const picture = /src="([^"]+\.jpg)"/.exec(shop)?.[1] ?? "";
  expect((await fetch(sandbox.url + picture)).headers.get("content-type")).toContain("image/jpeg");
});

test("unknown shops, products and pictures are not found", async () => {
  for (const path of ["/storefront/nobody", "/storefront/harf/p/1", "/storefront/harf/pictures/1.jpg"]) {
    expect((await fetch(sandbox.url + path)).status).toBe(404);
  }
});
