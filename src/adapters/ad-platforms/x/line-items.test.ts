import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aCampaign } from "../shared/testing/specs.ts";
import { farFutureEnd } from "./end-time.ts";
import { anAdGroup, type Harness, openHarness } from "./testing.ts";
import { formatXTime } from "./times.ts";

let harness: Harness;
let account: AdAccountContext;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

const requireEndTime = (needs_end: boolean) => harness.sandbox.control("x/line-items", { needs_end });

async function setUpAdGroup(change: Partial<CampaignSpec> = {}) {
  ({ account } = await harness.openAccount());
  const campaign = aCampaign(await harness.now(), { endsAt: null, ...change });
  const { platformId: campaignId } = await harness.platform.createCampaign(account, campaign);
  const spec = anAdGroup(campaign, campaignId);
  const { platformId } = await harness.platform.createAdGroup(account, spec);
  const path = `/accounts/${account.adAccountId}/line_items/${platformId}`;
  const end = async () => (await harness.client.read(account.accessToken, path)).end_time;
  return { campaign, campaignId, spec, platformId, end };
}

type Received = { method: string; path: string };
const countWrites = async (method: string, part: string) =>
  (await harness.sandbox.control<Received[]>("received?vendor=x&limit=2000")).filter(
    (one) => one.method === method && one.path.includes(part) && one.path.includes(account.adAccountId),
  ).length;

describe("a line item without an end", () => {
  it("is created without one if X accepts that", async () => {
    await requireEndTime(false);
    const { end } = await setUpAdGroup();
    expect(await end()).toBeNull();
    expect(await countWrites("POST", "/line_items?")).toBe(1);
  });

  it("gets one far in the future if X requires one, and an update sees no change in it", async () => {
    await requireEndTime(true);
    const { end, spec, platformId } = await setUpAdGroup();
    expect(await end()).toBe(farFutureEnd);
    expect(await countWrites("POST", "/line_items?")).toBe(2);
    await harness.platform.updateAdGroup(account, platformId, spec);
    expect(await countWrites("PUT", "/line_items/")).toBe(0);
  });

  it("is updated from one with an end, by an end far in the future if X requires one", async () => {
    for (const [isRequired, expected] of [
      [false, null],
      [true, farFutureEnd],
    ] as const) {
      await requireEndTime(isRequired);
      const endsAt = new Date((await harness.now()).getTime() + 20 * 86_400_000);
      const { campaign, campaignId, end } = await setUpAdGroup({ endsAt });
      expect(await end()).toBe(formatXTime(endsAt));
      await harness.platform.updateCampaign(account, campaignId, { ...campaign, endsAt: null });
      expect(await end()).toBe(expected);
    }
  });

  it("is not repeated with an invented end when X refuses it for any other reason", async () => {
    await requireEndTime(false);
    const { spec } = await setUpAdGroup();
    const before = await countWrites("POST", "/line_items?");
    const unknownCampaign = { ...spec, reference: "grp_9", platformCampaignId: "zz9" };
    await expect(harness.platform.createAdGroup(account, unknownCampaign)).rejects.toMatchObject({
      kind: "rejected",
    });
    expect(await countWrites("POST", "/line_items?")).toBe(before + 1);
  });
});
