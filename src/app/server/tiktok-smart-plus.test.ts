import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import { frozenWorld } from "../testing/frozen-world.ts";
import { createCampaign, deposit, type Merchant, signUp, until, uploadPicture } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/** A merchant who starts on TikTok after its manual flow has ended. */

type Totals = { impressions: number; clicks: number; spend_halalas: number };
type Campaign = { sync: string; platform_id: string; platform_status: string };

const depositRiyals = 2_000;
let sandbox: TestSandbox;
let product: TestProduct;
let merchant: Merchant;

beforeAll(async () => {
  sandbox = await startSandbox({ env: { SANDBOX_START: "2027-01-02T06:00:00Z" } });
  product = await startProduct(sandbox);
  merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0501234567");
  await deposit(merchant, depositRiyals);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await sandbox?.stop();
});

const synced = (id: string) =>
  until(`the confirmation of ${id}`, async () => {
    const campaign = await merchant.call<Campaign>(`GET Clients/Campaigns/${id}`);
    return campaign.sync === "synced" && campaign;
  });

const loadCosts = async (id: string) => {
  const { totals } = await merchant.call<{ totals: Totals }>(`GET Clients/Reports/campaign/${id}`);
  const { impressions, clicks, spend_halalas } = totals;
  const { balance_halalas } = await merchant.call<{ balance_halalas: number }>("GET Clients/Wallet/index");
  return { impressions, clicks, spend_halalas, balance_halalas };
};
/** What the product must show for it, with a wallet that paid it once. */
const toCosts = (shown: Totals) => ({
  ...shown,
  balance_halalas: depositRiyals * 100 - shown.spend_halalas,
});

describe("a campaign for sales on TikTok in 2027", () => {
  it("is created in Smart+, costs to the halala what TikTok counts, and stops when it is paused", async () => {
    const store = await connectStore(merchant);
    const { id: adAccountId } = await linkAdAccount(merchant, "tiktok");
    const { id: mediaId } = await uploadPicture(merchant, "tiktok");
    const parts = { platform: "tiktok" as const, adAccountId, store, mediaId, dailyRiyals: 300 };
    const { id } = await createCampaign(merchant, parts, "عطور يناير");
    await merchant.call(`POST Clients/Campaigns/${id}/start`);
    const { platform_id } = await synced(id);
    expect(platform_id).toMatch(/^smart_plus:\d+$/);

    await sandbox.control("clock", { step: "P1D" });
    await merchant.call(`POST Clients/Campaigns/${id}/pause`);
    await synced(id);
    // Quiet days: nothing new is shown, and the platform credits invalid clicks back for two days.
    await sandbox.control("clock", { step: "P3D" });

    const truth = await frozenWorld(sandbox).shown(platform_id.replace("smart_plus:", ""));
    expect(truth.clicks).toBeGreaterThan(0);
    expect(truth.spend_halalas).toBeGreaterThan(0);
    await until(
      "the figures that TikTok counts, and a wallet that paid them",
      async () => isDeepStrictEqual(await loadCosts(id), toCosts(truth)),
      180,
    ).catch(() => undefined);
    expect(await loadCosts(id)).toEqual(toCosts(truth));
  }, 400_000);
});
