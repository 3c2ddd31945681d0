import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  AdAccountContext,
  AdFigures,
  FiguresQuery,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { activateAd, aPicture } from "../shared/testing/sandbox-context.ts";
import { aFile } from "../shared/testing/specs.ts";
import { aCampaign, anAd, anAdGroup, type Harness, openHarness } from "./testing.ts";

let harness: Harness;
let account: AdAccountContext;
let campaignId: string;
let adId: string;
let figuresQuery: Omit<FiguresQuery, "grain">;
beforeAll(async () => {
  harness = await openHarness();
  ({ account } = await harness.openAccount());
  const campaign = aCampaign();
  campaignId = (await harness.platform.createCampaign(account, campaign)).platformId;
  const groupId = (await harness.platform.createAdGroup(account, anAdGroup(campaign, campaignId))).platformId;
  const media = aFile(await aPicture());
  adId = (await harness.platform.createAd(account, anAd(campaignId, groupId, harness.landingUrl, media)))
    .platformId;
  const ids = { campaign: campaignId, ad_group: groupId, ad: adId };
  await activateAd(harness.platform, account, ids);
  const startedAt = await now();
  await harness.sandbox.control("clock", { step: "PT12H" });
  figuresQuery = { platformCampaignIds: [campaignId], from: startedAt, to: await now() };
});
afterAll(() => harness.stop());

const now = async () => new Date((await harness.sandbox.control<{ now: string }>("clock")).now);
async function read(change: Partial<FiguresQuery> = {}): Promise<AdFigures[]> {
  const all: AdFigures[] = [];
  for await (const page of harness.platform.readFigures(account, {
    ...figuresQuery,
    grain: "hour",
    ...change,
  }))
    all.push(...page);
  return all;
}
const sumSpend = (figures: AdFigures[]) => figures.reduce((all, each) => all + each.spend, 0);

describe("figures", () => {
  it("belong to the requested campaigns and to no other", async () => {
    const own = await read();
    expect(own.length).toBeGreaterThan(6);
    expect(new Set(own.map(({ platformAdId }) => platformAdId))).toEqual(new Set([adId]));
    const other = await harness.platform.createCampaign(account, aCampaign());
    expect(await read({ platformCampaignIds: [other.platformId] })).toEqual([]);
    expect(await read({ platformCampaignIds: [] })).toEqual([]);
  });

  it("by day begin at the account's midnight", async () => {
    const days = await read({ grain: "day" });
    for (const { startsAt } of days) expect(startsAt.toISOString()).toMatch(/T21:00:00\.000Z$/);
    expect(sumSpend(days)).toBe(sumSpend(await read()));
  });

  it("of age, gender, place and device add up to the campaign's, and name only people whom its groups target", async () => {
    const { from, to } = figuresQuery;
    const whole = await read({ grain: "day" });
    for (const by of ["age", "gender", "place", "device"] as const) {
      const people = await harness.platform.readAudience?.(account, {
        platformCampaignId: campaignId,
        from,
        to,
        by,
      });
      const add = (key: "impressions" | "clicks" | "spend") =>
        (people ?? []).reduce((all, group) => all + group[key], 0);
      expect(people?.length, by).toBeGreaterThan(0);
      expect(add("spend"), by).toBe(sumSpend(whole));
      expect(add("clicks"), by).toBe(whole.reduce((all, { clicks }) => all + clicks, 0));
    }
  });

  it("too many for one response are requested as an asynchronous report, and are the same", async () => {
    const before = await read();
    await harness.sandbox.control("meta/reports", { sync_rows: 0 });
    expect(await read()).toEqual(before);
    await harness.sandbox.control("faults", {
      vendor: "meta",
      kind: "half_done",
      times: 1,
      path: "/insights",
    });
    await expect(read()).rejects.toMatchObject({ kind: "later" });
    await harness.sandbox.control("meta/reports", { sync_rows: 20_000 });
  });

  it("stay when the campaign is deleted", async () => {
    const before = sumSpend(await read());
    await harness.platform.remove(account, "campaign", campaignId);
    expect(before).toBeGreaterThan(0);
    expect(sumSpend(await read())).toBe(before);
  });
});
