import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import type { CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import { createCampaign, deposit, type Merchant, signUp, until, uploadPicture } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/** A launch while the ad platform is down, against its simulator. */

let sandbox: TestSandbox;
let product: TestProduct;
let merchant: Merchant;
let parts: Parameters<typeof createCampaign>[1];

beforeAll(async () => {
  sandbox = await startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } });
  product = await startProduct(sandbox);
  merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0501234567");
  await deposit(merchant, 3_000);
  const store = await connectStore(merchant);
  const { id: adAccountId } = await linkAdAccount(merchant, "snapchat");
  parts = { adAccountId, store, mediaId: (await uploadPicture(merchant)).id, dailyRiyals: 100 };
}, 240_000);
afterAll(async () => {
  await product?.stop();
  await sandbox?.stop();
});

const fail = () => sandbox.control("faults", { vendor: "snapchat", kind: "503" });
const heal = () => fetch(`${sandbox.url}/control/faults?vendor=snapchat`, { method: "DELETE" });
const show = (id: string) => merchant.call<CampaignDetails>(`GET Clients/Campaigns/${id}`);
const waitsToRetry = (id: string) =>
  until(`the failed try of ${id}`, async () => {
    const campaign = await show(id);
    return campaign.retry !== null && campaign.retry.in_seconds > 0 && campaign;
  });
const settled = (id: string) =>
  until(`the confirmation of ${id}`, async () => {
    const campaign = await show(id);
    return campaign.sync === "synced" && campaign;
  });

async function launch(name: string): Promise<string> {
  const { id, plan_id } = await createCampaign(merchant, parts, name);
  await merchant.call(`POST Clients/Plans/${plan_id}/launch`);
  return id;
}

describe("a launch while the platform answers 503", () => {
  it("says when it is tried again, and is finished once it answers, with one campaign there", async () => {
    await fail();
    const id = await launch("Dates");
    const waiting = await waitsToRetry(id);
    expect(waiting).toMatchObject({ status: "active", sync: "pending", fault: null });
    const plan = await merchant.call<PlanDetails>(`GET Clients/Plans/${waiting.plan_id}`);
    expect(plan.campaigns[0]?.retry).not.toBeNull();
    await heal();
    await merchant.call(`POST Clients/Campaigns/${id}/retry`).catch(() => undefined);
    expect(await settled(id)).toMatchObject({ observed_status: "active", retry: null });
  }, 120_000);

  it("that the merchant pauses meanwhile never runs", async () => {
    await fail();
    const id = await launch("Honey");
    expect(await waitsToRetry(id)).toMatchObject({ status: "active", observed_status: null });
    await merchant.call(`POST Clients/Campaigns/${id}/pause`);
    await heal();
    expect(await settled(id)).toMatchObject({ status: "paused", observed_status: "paused", retry: null });
  }, 120_000);
});
