import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFault } from "#base/shared/adapter-fault.ts";
import { accountMoney } from "../contract/currencies.ts";
import type { PlatformUnderTest } from "../testing/platform-under-test.ts";
import type {
  ActingFor,
  AdGroupOrder,
  AdOrder,
  AdPlatform,
  CampaignOrder,
  Level,
  PlatformTokens,
} from "./ad-platform.port.ts";

const dayMs = 86_400_000;

/** The promises of the port, which every ad platform keeps against its simulator. */
export function promisesOfAnAdPlatform(name: string, start: () => Promise<PlatformUnderTest>) {
  describe(`${name} as an ad platform`, () => {
    let bench: PlatformUnderTest;
    let platform: AdPlatform;
    let account: ActingFor;
    let tokens: PlatformTokens;
    let today: Date;
    let turn = 0;
    const nextTurn = () => ++turn;

    beforeAll(async () => {
      bench = await start();
      platform = bench.platform;
      ({ account, tokens } = await bench.freshAccount());
      today = await bench.now();
    });
    afterAll(() => bench?.stop());

    const aCampaign = (change: Partial<CampaignOrder> = {}): CampaignOrder => ({
      reference: `cmp_${nextTurn()}`,
      name: "عرض الجمعة البيضاء",
      objective: "traffic",
      placements: [],
      startsAt: new Date(today.getTime() - dayMs),
      endsAt: new Date(today.getTime() + 30 * dayMs),
      dailyBudget: accountMoney(150_00),
      biddingStrategy: "maximize_conversions",
      targetCpa: null,
      targetRoas: null,
      ...bench.campaign,
      ...change,
    });
    const anAdGroup = (
      campaign: CampaignOrder,
      platformCampaignId: string,
      change: Partial<AdGroupOrder> = {},
    ): AdGroupOrder => ({
      reference: `grp_${nextTurn()}`,
      platformCampaignId,
      campaign,
      name: "نساء الرياض",
      ageMin: 18,
      ageMax: 34,
      gender: "female",
      circles: [{ latitude: 24.7136, longitude: 46.6753, radiusMetres: 10_000 }],
      devices: ["mobile"],
      optimizedTargeting: false,
      keywords: [],
      ...bench.adGroup,
      ...change,
    });
    const anAd = (platformCampaignId: string, platformAdGroupId: string): AdOrder => ({
      reference: `ad_${nextTurn()}`,
      platformCampaignId,
      platformAdGroupId,
      placements: bench.campaign?.placements ?? [],
      name: "إعلان العطر",
      headline: "خصم على كل العطور",
      moreHeadlines: [],
      text: "",
      description: "",
      moreDescriptions: [],
      brandName: "متجر نورة",
      callToAction: bench.callToAction,
      url: bench.landingUrl,
      media: bench.picture(`med_${turn}`),
      automaticEnhancements: false,
      ...bench.ad,
    });

    async function standingCampaign(change: Partial<CampaignOrder> = {}) {
      const order = aCampaign(change);
      return { order, ...(await platform.createCampaign(account, order)) };
    }
    async function standingAd() {
      const campaign = await standingCampaign();
      const group = anAdGroup(campaign.order, campaign.platformId);
      const { platformId: groupId } = await platform.createAdGroup(account, group);
      const order = anAd(campaign.platformId, groupId);
      const { platformId } = await platform.createAd(account, order);
      return { campaign, group, groupId, order, platformId };
    }
    const statusOf = async (level: Level, platformId: string) =>
      (await platform.states(account, level, [platformId]))[0]?.status;

    it("makes a campaign, an ad group and an ad, all of them paused", async () => {
      const { campaign, groupId, platformId } = await standingAd();
      expect(await statusOf("campaign", campaign.platformId)).toBe("paused");
      expect(await statusOf("ad_group", groupId)).toBe("paused");
      const [ad] = await platform.states(account, "ad", [platformId]);
      expect(ad).toMatchObject({ platformId, status: "paused", review: { outcome: "pending" } });
    });

    it("finds each by our reference, and nothing under a reference that was never used", async () => {
      const { campaign, group, groupId, order, platformId } = await standingAd();
      const find = (level: Level, reference: string, parent: string | null) =>
        platform.find(account, level, reference, parent);
      expect((await find("campaign", campaign.order.reference, null))?.platformId).toBe(campaign.platformId);
      expect((await find("ad_group", group.reference, campaign.platformId))?.platformId).toBe(groupId);
      expect((await find("ad", order.reference, groupId))?.platformId).toBe(platformId);
      expect((await find("ad", order.reference, null))?.platformId).toBe(platformId);
      expect(await find("campaign", "cmp_never", null)).toBeNull();
      expect(await find("campaign", campaign.order.reference.slice(0, -1), null)).toBeNull();
    });

    it("makes an object once, though it is asked twice with the same reference", async () => {
      const { order, platformId } = await standingCampaign();
      const before = await bench.countStanding(account, "campaign");
      expect(await platform.createCampaign(account, order)).toEqual({ platformId });
      expect(await bench.countStanding(account, "campaign")).toBe(before);
    });

    it("starts and pauses, and doing it again changes nothing", async () => {
      const { platformId } = await standingCampaign();
      for (const status of ["active", "active", "paused", "paused"] as const) {
        await platform.setStatus(account, "campaign", platformId, status);
        expect(await statusOf("campaign", platformId)).toBe(status);
      }
    });

    it("changes a campaign without touching its status, and can take its end away", async () => {
      const { order, platformId } = await standingCampaign();
      await platform.setStatus(account, "campaign", platformId, "active");
      const changed = { ...order, name: "اسم آخر", dailyBudget: accountMoney(200_00), endsAt: null };
      await platform.updateCampaign(account, platformId, changed);
      expect(await statusOf("campaign", platformId)).toBe("active");
      expect((await platform.find(account, "campaign", order.reference, null))?.platformId).toBe(platformId);
    });

    it("changes an ad group and an ad where they stand", async () => {
      const { campaign, group, groupId, order, platformId } = await standingAd();
      const older = { ...group, ageMin: 35, ageMax: null, gender: "all" as const, circles: [], name: "أخرى" };
      await platform.updateAdGroup(account, groupId, older);
      await platform.updateAd(account, platformId, { ...order, headline: "عرض اليوم فقط", name: "جديد" });
      expect(await bench.countStanding(account, "ad")).toBeGreaterThan(0);
      expect((await platform.find(account, "ad", order.reference, groupId))?.platformId).toBe(platformId);
      expect(await statusOf("ad_group", groupId)).toBe("paused");
      expect(campaign.platformId).not.toBe(groupId);
    });

    it("removes, and removing what is gone is done as well", async () => {
      const { order, platformId } = await standingCampaign();
      await platform.remove(account, "campaign", platformId);
      await platform.remove(account, "campaign", platformId);
      expect(await platform.find(account, "campaign", order.reference, null)).toBeNull();
      const left = await platform.states(account, "campaign", [platformId]);
      expect(left.filter((state) => state.status !== "deleted")).toEqual([]);
    });

    it("leaves ids it does not know out of its states", async () => {
      const { platformId } = await standingCampaign();
      const unknown = bench.unknownId ?? "00000000-0000-4000-8000-000000000000";
      const states = await platform.states(account, "campaign", [unknown, platformId]);
      expect(states.map((state) => state.platformId)).toEqual([platformId]);
    });

    it("finds what it made though the answer was lost, and makes no second one", async () => {
      const order = aCampaign();
      await bench.mishap("act_then_silence", "campaign");
      await expect(platform.createCampaign(account, order)).rejects.toMatchObject({
        kind: "outcome_unknown",
      });
      const found = await platform.find(account, "campaign", order.reference, null);
      expect(found).toMatchObject({ status: "paused" });
      expect(await platform.createCampaign(account, order)).toEqual({ platformId: found?.platformId });
    });

    it("does not know what became of a request that a failing server half did", async () => {
      const order = aCampaign();
      await bench.mishap("half_done", "campaign");
      await expect(platform.createCampaign(account, order)).rejects.toMatchObject({
        kind: "outcome_unknown",
      });
      const before = await bench.countStanding(account, "campaign");
      await platform.createCampaign(account, order);
      expect((await bench.countStanding(account, "campaign")) - before).toBeLessThanOrEqual(1);
      expect(await platform.find(account, "campaign", order.reference, null)).not.toBeNull();
    });

    it("goes on where it was cut while it made an ad", async () => {
      const { campaign, groupId } = await standingAd();
      const order = anAd(campaign.platformId, groupId);
      const before = await bench.countStanding(account, "ad");
      await bench.mishap("act_then_silence", "ad");
      await expect(platform.createAd(account, order)).rejects.toMatchObject({ kind: "outcome_unknown" });
      await platform.createAd(account, order);
      expect(await bench.countStanding(account, "ad")).toBe(before + 1);
    });

    it("says later, and for how long, when the platform is busy; and nothing was done", async () => {
      const order = aCampaign();
      await bench.mishap("busy", "campaign");
      const refused = await platform.createCampaign(account, order).catch((error: unknown) => error);
      expect(isFault(refused, "later") && refused.retryAfterSeconds).toBe(bench.busySeconds);
      expect(await platform.find(account, "campaign", order.reference, null)).toBeNull();
    });

    it("does not know what became of a change when the platform fails or falls silent", async () => {
      for (const kind of ["down", "silence"] as const) {
        await bench.mishap(kind, "campaign");
        await expect(platform.createCampaign(account, aCampaign())).rejects.toMatchObject({
          kind: "outcome_unknown",
        });
      }
    });

    it("says later when a reading fails, since reading again harms nobody", async () => {
      for (const kind of ["down", "silence"] as const) {
        await bench.mishap(kind, "reading");
        await expect(platform.find(account, "campaign", "cmp_1", null)).rejects.toMatchObject({
          kind: "later",
        });
      }
    });

    it("tells what the platform refused, in its words, when one object fails inside an answer", async () => {
      const { platformId } = await standingCampaign();
      await platform.remove(account, "campaign", platformId);
      const change = platform.updateCampaign(account, platformId, aCampaign());
      await expect(change).rejects.toMatchObject({ kind: "rejected" });
    });

    it("refuses before sending what the platform cannot do", async () => {
      const before = await bench.countStanding(account, "campaign");
      const tooSmall = platform.createCampaign(account, aCampaign({ dailyBudget: accountMoney(1_00) }));
      await expect(tooSmall).rejects.toMatchObject({
        kind: "rejected",
        messageKey: "ad_accounts:budget_below_minimum",
      });
      expect(await bench.countStanding(account, "campaign")).toBe(before);
    });

    it("tells hours that add up to what the platform says the campaign cost", async () => {
      const { campaign, groupId, platformId } = await standingAd();
      for (const [level, id] of [
        ["ad", platformId],
        ["ad_group", groupId],
        ["campaign", campaign.platformId],
      ] as const)
        await platform.setStatus(account, level, id, "active");
      await bench.letAdsRun(1);
      const from = new Date(today.getTime() - 8 * dayMs);
      let spend = 0;
      const hours = new Set<number>();
      const asked = { platformCampaignIds: [campaign.platformId], from, to: await bench.now() };
      for await (const page of platform.readFigures(account, { ...asked, grain: "hour" })) {
        for (const figures of page) {
          expect(figures.platformAdId).toBe(platformId);
          expect(figures.startsAt.getTime() % 3_600_000).toBe(0);
          hours.add(figures.startsAt.getTime());
          spend += figures.spend;
        }
      }
      expect(hours.size).toBeGreaterThan(12);
      let byDay = 0;
      for await (const page of platform.readFigures(account, { ...asked, grain: "day" }))
        for (const figures of page) byDay += figures.spend;
      expect(byDay).toBe(spend);
      const total = await bench.totalSpend(account, campaign.platformId);
      expect(total).toBeGreaterThan(0);
      // One ad over two Riyadh days, each rounded once to a halala, beside a total that is rounded once.
      expect(Math.abs(spend - total)).toBeLessThanOrEqual(1);
    });

    it("asks to link again when the permission has ended, and works on with a renewed one", async () => {
      await bench.expireTokens();
      await expect(platform.find(account, "campaign", "cmp_1", null)).rejects.toMatchObject({
        kind: "reconnect",
      });
      const accessToken = bench.linkAgain
        ? await bench.linkAgain()
        : (await platform.refresh(tokens.refreshToken ?? "")).accessToken;
      const alive = { ...account, accessToken };
      expect(await platform.find(alive, "campaign", "cmp_never", null)).toBeNull();
    });

    it("asks to link again when the refresh token is no longer taken", async () => {
      await expect(platform.refresh("never-given")).rejects.toMatchObject({ kind: "reconnect" });
    });
  });
}
