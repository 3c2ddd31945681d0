import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import { createCampaign, deposit, type Merchant, signUp, until, uploadPicture } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/** A merchant who starts on TikTok after its manual flow has ended. */

type Totals = { impressions: number; clicks: number; spend_halalas: number };
type Campaign = { sync: string; platform_id: string; platform_status: string };

let sandbox: TestSandbox;
let product: TestProduct;
let merchant: Merchant;

beforeAll(async () => {
  sandbox = await startSandbox({ env: { SANDBOX_START: "2027-01-02T06:00:00Z" } });
  product = await startProduct(sandbox);
  merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0501234567");
  await deposit(merchant, 2_000);
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
    await sandbox.control("clock", { step: "PT1H" });
    const reported = await until(
      "the figures of a day",
      async () => {
        const campaignId = platform_id.replace("smart_plus:", "");
        const { totals: truth } = await sandbox.control<{ totals: Totals }>(
          `truth?campaign_id=${campaignId}&limit=0`,
        );
        const { totals } = await merchant.call<{ totals: Totals }>(`GET Clients/Reports/campaign/${id}`);
        const isAgreed =
          totals.impressions === truth.impressions &&
          totals.clicks === truth.clicks &&
          Math.abs(totals.spend_halalas - truth.spend_halalas) <= truth.spend_halalas / 100;
        return isAgreed && totals;
      },
      60,
    );
    expect(reported.clicks).toBeGreaterThan(0);
    expect(reported.spend_halalas).toBeGreaterThan(0);
  }, 180_000);
});
