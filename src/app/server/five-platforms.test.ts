import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { SiteAnswer } from "#modules/stores/contract/stores.calls.ts";
import { connectStore, linkAdAccount, type TestStore } from "../testing/connections.ts";
import { frozenWorld } from "../testing/frozen-world.ts";
import { createCampaign, deposit, type Merchant, signUp, until, uploadPicture } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/** One merchant on all five ad platforms, selling in a store on each store platform and on a site of their own. */

type Totals = Record<
  "impressions" | "clicks" | "spend_halalas" | "orders_placed" | "sales_placed_halalas",
  number
>;
type Sum = { count: number };
type Truth = { totals: Totals & { orders_from_ads: Sum } };
type Running = { platform: Platform; store: TestStore; id: string; platformId: string };

const depositRiyals = 9_000;
let sandbox: TestSandbox;
let product: TestProduct;
let merchant: Merchant;
let running: Running[];

beforeAll(async () => {
  sandbox = await startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } });
  product = await startProduct(sandbox);
  merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0501234567");
  await deposit(merchant, depositRiyals);
  running = await Promise.all((await fiveStores()).map((store, index) => launch(platformAt(index), store)));
}, 600_000);
afterAll(async () => {
  await product?.stop();
  await sandbox?.stop();
});

const platformAt = (index: number): Platform => platforms[index] ?? "snapchat";
/** Platforms report every quarter of an hour what they showed. */
const runningTolerance = { tolerance: 40 };
const step = (period: string) => sandbox.control("clock", { step: period });
const toSales = ({ orders_placed, sales_placed_halalas }: Totals) => ({
  orders_placed,
  sales_placed_halalas,
});

/** Waits until every campaign has exactly the orders its own ads brought, to the halala. */
async function expectSameOrders(): Promise<void> {
  const world = frozenWorld(sandbox);
  for (const { platformId } of running) await world.payPendingOrders(platformId);
  const truth = await Promise.all(running.map(({ platformId }) => world.sold(platformId)));
  const reported = async () => (await Promise.all(running.map(loadTotals))).map(toSales);
  await until(
    "the orders of each campaign",
    async () => isDeepStrictEqual(await reported(), truth),
    180,
  ).catch(() => undefined);
  const named = (sold: unknown[]) =>
    running.map(({ platform, store }, at) => [platform, store.type, sold[at]]);
  expect(named(await reported())).toEqual(named(truth));
}

/** Waits until every figure is what really happened: nothing runs, and every correction has been made. */
async function expectSameFigures(): Promise<void> {
  await expectSameOrders();
  const world = frozenWorld(sandbox);
  const truth = await Promise.all(running.map(({ platformId }) => world.shown(platformId)));
  const reported = async () =>
    (await Promise.all(running.map(loadTotals))).map(({ impressions, clicks, spend_halalas }) => ({
      impressions,
      clicks,
      spend_halalas,
    }));
  await until(
    "the figures of each campaign",
    async () => isDeepStrictEqual(await reported(), truth),
    180,
  ).catch(() => undefined);
  const named = (shown: unknown[]) => running.map(({ platform }, at) => [platform, shown[at]]);
  expect(named(await reported())).toEqual(named(truth));
}

/** A store on each of the four platforms, and a site on none. */
async function fiveStores(): Promise<TestStore[]> {
  const [wooSite] = await sandbox.control<{ site: string }[]>("woocommerce/stores");
  return [
    await connectStore(merchant),
    await connectStore(merchant, { platform: "zid" }),
    await connectStore(merchant, { platform: "shopify", choice: "new:perfumes", address: "noura-perfumes" }),
    await connectStore(merchant, { platform: "woocommerce", address: wooSite?.site ?? "" }),
    await provenSite(),
  ];
}

async function provenSite(): Promise<TestStore> {
  const { slug, url } = await sandbox.control<{ slug: string; url: string }>("site/sites", { fresh: true });
  const site = await merchant.call<SiteAnswer>("POST Clients/Stores/sites", { body: { address: url } });
  const head = `${site.meta_tag}${site.pixel_tag}`;
  await sandbox.control("site/sites", { slug, head, signing_key: site.signing_key });
  await merchant.call(`POST Clients/Stores/sites/${site.id}/verify`, { body: { by: "meta" } });
  const { stores } = await merchant.call<{ stores: TestStore[] }>("GET Clients/Stores/index");
  const proven = stores.find(({ type }) => type === "other");
  if (!proven) throw new Error("the site is no store");
  return proven;
}

async function launch(platform: Platform, store: TestStore): Promise<Running> {
  const { id: adAccountId } = await linkAdAccount(merchant, platform);
  const mediaId = platform === "google" ? null : (await uploadPicture(merchant, platform)).id;
  const parts = { platform, adAccountId, store, mediaId, dailyRiyals: 300 };
  const { id } = await createCampaign(merchant, parts, `${store.name} – ${platform}`);
  await merchant.call(`POST Clients/Campaigns/${id}/start`);
  return { platform, store, id, platformId: (await synced(id)).platform_id };
}

const synced = (id: string, seconds = 30) =>
  until(
    `the confirmation of ${id}`,
    async () => {
      const campaign = await merchant.call<{ sync: string; platform_id: string }>(
        `GET Clients/Campaigns/${id}`,
      );
      return campaign.sync === "synced" && campaign;
    },
    seconds,
  );

const loadTotals = async ({ id }: Running) =>
  (await merchant.call<{ totals: Totals }>(`GET Clients/Reports/campaign/${id}`)).totals;
const loadTruth = async ({ platformId }: Running) =>
  (await sandbox.control<Truth>(`truth?campaign_id=${platformId}&limit=0`)).totals;

/**
 * Waits until we have what its platform showed, except for `tolerance` impressions of its last minutes. Returns both.
 */
function waitUntilAgreed(one: Running, { tolerance = 0 } = {}) {
  return until(
    `the figures of ${one.platform}`,
    async () => {
      const [reported, truth] = [await loadTotals(one), await loadTruth(one)];
      const missing = truth.impressions - reported.impressions;
      // Invalid clicks are credited back for two days, and read again four times a day.
      const close = Math.abs(reported.spend_halalas - truth.spend_halalas) <= truth.spend_halalas / 100;
      return missing >= 0 && missing <= tolerance && close && { reported, truth };
    },
    60,
  );
}

describe("a merchant on five platforms with five stores", () => {
  it("shows for each what it really delivered and cost, and for each store what its ads sold", async () => {
    await step("P1D");
    for (const one of running) {
      const { truth } = await waitUntilAgreed(one, runningTolerance);
      expect(truth.clicks, one.platform).toBeGreaterThan(0);
      expect(truth.orders_from_ads.count, one.platform).toBeGreaterThan(0);
    }
    await expectSameOrders();
  }, 600_000);

  it("goes on with four while one is failing, which catches up afterwards with no duplicates", async () => {
    const [silent, ...others] = running.toSorted((one) => (one.platform === "tiktok" ? -1 : 1));
    if (!silent) throw new Error("no campaign runs");
    const before = await loadTotals(silent);
    await sandbox.control("faults", { vendor: silent.platform, kind: "503" });
    await step("PT3H");
    for (const one of others) await waitUntilAgreed(one, runningTolerance);
    await expectSameOrders();
    type Readings = { items: { platform: Platform; failing_since: string | null }[] };
    const { items } = await until("the reported failure", async () => {
      const readings = await merchant.call<Readings>("GET Clients/Reports/readings");
      return readings.items.some(({ failing_since }) => failing_since !== null) && readings;
    });
    expect(items.filter(({ failing_since }) => failing_since).map(({ platform }) => platform)).toEqual([
      silent.platform,
    ]);
    expect(await loadTotals(silent)).toMatchObject({ impressions: before.impressions });
    for (const { id } of running) await merchant.call(`POST Clients/Campaigns/${id}/pause`);
    for (const { id } of others) await synced(id);

    const answer = await fetch(`${sandbox.url}/control/faults?vendor=${silent.platform}`, {
      method: "DELETE",
    });
    expect(answer.ok).toBe(true);
    await synced(silent.id, 90);
    // Nothing runs any more, and platforms have credited invalid clicks back within two days.
    await step("P3D");
    await expectSameFigures();
    await until("a wallet that paid each platform once", async () => {
      const spent = await Promise.all(running.map(loadTotals));
      const sum = spent.reduce((total, { spend_halalas }) => total + spend_halalas, 0);
      const { balance_halalas } = await merchant.call<{ balance_halalas: number }>(
        "GET Clients/Wallet/index",
      );
      return balance_halalas === depositRiyals * 100 - sum;
    });
    expect(await merchant.call("GET Clients/Wallet/audit")).toMatchObject({ passed: true });
  }, 900_000);
});
