import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aCampaign } from "../shared/testing/orders.ts";
import { endless } from "./ends.ts";
import { anAdGroup, type Bench, openBench } from "./testing.ts";
import { xTime } from "./times.ts";

let bench: Bench;
let account: AdAccountContext;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.stop());

const endsRequired = (needs_end: boolean) => bench.sandbox.control("x/line-items", { needs_end });

async function adGroupOf(change: Partial<CampaignSpec> = {}) {
  ({ account } = await bench.someone());
  const campaign = aCampaign(await bench.now(), { endsAt: null, ...change });
  const { platformId: campaignId } = await bench.platform.createCampaign(account, campaign);
  const order = anAdGroup(campaign, campaignId);
  const { platformId } = await bench.platform.createAdGroup(account, order);
  const path = `/accounts/${account.adAccountId}/line_items/${platformId}`;
  const end = async () => (await bench.wire.read(account.accessToken, path)).end_time;
  return { campaign, campaignId, order, platformId, end };
}

type Received = { method: string; path: string };
const writesOf = async (method: string, part: string) =>
  (await bench.sandbox.control<Received[]>("received?vendor=x&limit=2000")).filter(
    (one) => one.method === method && one.path.includes(part) && one.path.includes(account.adAccountId),
  ).length;

describe("a line item without an end", () => {
  it("is made without one where X takes that", async () => {
    await endsRequired(false);
    const { end } = await adGroupOf();
    expect(await end()).toBeNull();
    expect(await writesOf("POST", "/line_items?")).toBe(1);
  });

  it("gets one far ahead where X demands one, and an update sees no change in it", async () => {
    await endsRequired(true);
    const { end, order, platformId } = await adGroupOf();
    expect(await end()).toBe(endless);
    expect(await writesOf("POST", "/line_items?")).toBe(2);
    await bench.platform.updateAdGroup(account, platformId, order);
    expect(await writesOf("PUT", "/line_items/")).toBe(0);
  });

  it("that had one loses it, by an end far ahead where X demands one", async () => {
    for (const [isRequired, expected] of [
      [false, null],
      [true, endless],
    ] as const) {
      await endsRequired(isRequired);
      const endsAt = new Date((await bench.now()).getTime() + 20 * 86_400_000);
      const { campaign, campaignId, end } = await adGroupOf({ endsAt });
      expect(await end()).toBe(xTime(endsAt));
      await bench.platform.updateCampaign(account, campaignId, { ...campaign, endsAt: null });
      expect(await end()).toBe(expected);
    }
  });

  it("is refused for any other reason once, and no end is made up", async () => {
    await endsRequired(false);
    const { order } = await adGroupOf();
    const before = await writesOf("POST", "/line_items?");
    const elsewhere = { ...order, reference: "grp_9", platformCampaignId: "zz9" };
    await expect(bench.platform.createAdGroup(account, elsewhere)).rejects.toMatchObject({
      kind: "rejected",
    });
    expect(await writesOf("POST", "/line_items?")).toBe(before + 1);
  });
});
