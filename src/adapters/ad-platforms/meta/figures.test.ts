import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdAccountContext, AdFigures, FiguresQuery } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aPicture, switchOn } from "../shared/testing/ground.ts";
import { aFile } from "../shared/testing/orders.ts";
import { aCampaign, anAd, anAdGroup, type Bench, openBench } from "./testing.ts";

let bench: Bench;
let account: AdAccountContext;
let campaignId: string;
let adId: string;
let asked: Omit<FiguresQuery, "grain">;
beforeAll(async () => {
  bench = await openBench();
  ({ account } = await bench.someone());
  const campaign = aCampaign();
  campaignId = (await bench.platform.createCampaign(account, campaign)).platformId;
  const groupId = (await bench.platform.createAdGroup(account, anAdGroup(campaign, campaignId))).platformId;
  const media = aFile(await aPicture());
  adId = (await bench.platform.createAd(account, anAd(campaignId, groupId, bench.landingUrl, media)))
    .platformId;
  const ids = { campaign: campaignId, ad_group: groupId, ad: adId };
  await switchOn(bench.platform, account, ids);
  const begin = await now();
  await bench.sandbox.control("clock", { step: "PT12H" });
  asked = { platformCampaignIds: [campaignId], from: begin, to: await now() };
});
afterAll(() => bench.stop());

const now = async () => new Date((await bench.sandbox.control<{ now: string }>("clock")).now);
async function read(change: Partial<FiguresQuery> = {}): Promise<AdFigures[]> {
  const all: AdFigures[] = [];
  for await (const page of bench.platform.readFigures(account, { ...asked, grain: "hour", ...change }))
    all.push(...page);
  return all;
}
const sumOf = (figures: AdFigures[]) => figures.reduce((all, each) => all + each.spend, 0);

describe("figures", () => {
  it("are those of the campaigns that are named, and of no other", async () => {
    const own = await read();
    expect(own.length).toBeGreaterThan(6);
    expect(new Set(own.map(({ platformAdId }) => platformAdId))).toEqual(new Set([adId]));
    const other = await bench.platform.createCampaign(account, aCampaign());
    expect(await read({ platformCampaignIds: [other.platformId] })).toEqual([]);
    expect(await read({ platformCampaignIds: [] })).toEqual([]);
  });

  it("of days begin at the account's midnight", async () => {
    const days = await read({ grain: "day" });
    for (const { startsAt } of days) expect(startsAt.toISOString()).toMatch(/T21:00:00\.000Z$/);
    expect(sumOf(days)).toBe(sumOf(await read()));
  });

  it("too many for one answer are asked for as a report, and are the same", async () => {
    const before = await read();
    await bench.sandbox.control("meta/reports", { sync_rows: 0 });
    expect(await read()).toEqual(before);
    await bench.sandbox.control("faults", { vendor: "meta", kind: "half_done", times: 1, path: "/insights" });
    await expect(read()).rejects.toMatchObject({ kind: "later" });
    await bench.sandbox.control("meta/reports", { sync_rows: 20_000 });
  });

  it("stay when the campaign is deleted", async () => {
    const before = sumOf(await read());
    await bench.platform.remove(account, "campaign", campaignId);
    expect(before).toBeGreaterThan(0);
    expect(sumOf(await read())).toBe(before);
  });
});
