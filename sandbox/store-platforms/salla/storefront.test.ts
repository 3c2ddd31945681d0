import { afterEach, beforeEach, expect, test } from "vitest";
import { startEconomy } from "../../economy/economy.ts";
import { type OrderFact, type Truth, totalsOf } from "../../economy/truth.ts";
import { type Served, serve } from "../../testing/serve.ts";
import { makeSalla } from "./salla.ts";

let served: Served;
let truth: Truth;
beforeEach(async () => {
  served = await serve([makeSalla]);
  truth = startEconomy(served.world, served.vendors);
});
afterEach(() => served.close());

const field = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";

test("an order bought by hand lives on like any other, and the truth says whose hand it was", async () => {
  const shop = `${served.url}/storefront/harf`;
  const link = /href="([^"]+\/p\/\d+\?visit=\w+)"/.exec(await (await fetch(shop)).text())?.[1] ?? "";
  const product = await (await fetch(served.url + link)).text();
  const form = new URLSearchParams({
    visit: field(product, "visit"),
    product: field(product, "product"),
    pay: "mada",
  });
  const thanks = await (await fetch(`${shop}/buy`, { method: "POST", body: form })).text();
  expect(thanks).toContain("شكرًا لك");

  await served.control("clock", { step: "P10D" });
  const orders = truth.list({ kind: "order" }) as OrderFact[];
  expect(orders.map(({ cause }) => cause.kind)).toEqual(["by_hand"]);
  const { deliveries, cancellations } = totalsOf(truth.list({}));
  expect(deliveries.count + cancellations.count).toBe(1);
});

test("a store that no app was ever connected to keeps quiet; a connected one sells every day", async () => {
  await served.control("clock", { step: "P2D" });
  expect(truth.list({})).toEqual([]);
  const { store_id } = await served.control<{ store_id: number }>("tokens", { vendor: "salla" });
  await served.control("clock", { step: "P2D" });
  const orders = truth.list({ kind: "order" }) as OrderFact[];
  expect(orders.length).toBeGreaterThan(4);
  expect(new Set(orders.map((order) => order.store_id))).toEqual(new Set([String(store_id)]));
});

test("the consent page makes a new store when it is asked to, with products of its own", async () => {
  const ask = {
    client_id: "rawaj-salla",
    response_type: "code",
    redirect_uri: "http://localhost:3999/back",
    scope: "offline_access products.read",
    state: "abcdefgh12",
  };
  const page = await (
    await fetch(`${served.url}/salla-accounts/oauth2/auth?${new URLSearchParams(ask)}`)
  ).text();
  expect(page).toContain("new:abayas");
  const before = (await served.control<object[]>("salla/stores")).length;
  const form = new URLSearchParams({ ...ask, choice: "new:abayas", decision: "allow" });
  await fetch(`${served.url}/salla-accounts/oauth2/auth`, { method: "POST", body: form, redirect: "manual" });
  const stores = await served.control<{ store_id: number; url: string }[]>("salla/stores");
  expect(stores.length).toBe(before + 1);
  const shop = await (await fetch(stores.at(-1)?.url ?? "")).text();
  expect(shop).toContain("عباية");
  const picture = /src="([^"]+\.svg)"/.exec(shop)?.[1] ?? "";
  expect((await fetch(served.url + picture)).headers.get("content-type")).toContain("image/svg+xml");
});

test("unknown shops, products and pictures are not found", async () => {
  for (const path of ["/storefront/nobody", "/storefront/harf/p/1", "/storefront/harf/pictures/1.svg"]) {
    expect((await fetch(served.url + path)).status).toBe(404);
  }
});
