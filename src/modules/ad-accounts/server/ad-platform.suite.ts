import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFault } from "#base/shared/adapter-fault.ts";
import { getCapabilities } from "../contract/capabilities.ts";
import { accountMoney } from "../contract/currencies.ts";
import { planOfRuns } from "../contract/hour-plan.ts";
import { type AudienceSplit, audienceSplits } from "../contract/platforms.ts";
import type { PlatformUnderTest } from "../testing/platform-under-test.ts";
import type {
  AdAccountContext,
  AdGroupSpec,
  AdPlatform,
  AdSpec,
  CampaignSpec,
  Level,
  PlatformTokens,
} from "./ad-platform.port.ts";

const dayMs = 86_400_000;

/** How each split names its groups, whatever the platform calls them. */
const audienceKeys: Record<AudienceSplit, RegExp> = {
  age: /^(\d\d-\d\d|\d\d\+|unknown)$/,
  gender: /^(male|female|unknown)$/,
  place: /./,
  placement: /^[a-z_]+$/,
  device: /^(mobile|tablet|desktop|connected_tv|other|unknown)$/,
};

/** The contract of the port, which every ad platform's adapter must pass against its simulator. */
export function describeAdPlatformContract(name: string, start: () => Promise<PlatformUnderTest>) {
  describe(`${name} as an ad platform`, () => {
    let harness: PlatformUnderTest;
    let platform: AdPlatform;
    let account: AdAccountContext;
    let tokens: PlatformTokens;
    let today: Date;
    let sequence = 0;
    const nextSequence = () => ++sequence;

    beforeAll(async () => {
      harness = await start();
      platform = harness.platform;
      ({ account, tokens } = await harness.freshAccount());
      today = await harness.now();
    });
    afterAll(() => harness?.stop());

    const aCampaign = (change: Partial<CampaignSpec> = {}): CampaignSpec => ({
      reference: `cmp_${nextSequence()}`,
      name: "عرض الجمعة البيضاء",
      objective: "traffic",
      placements: [],
      startsAt: new Date(today.getTime() - dayMs),
      endsAt: new Date(today.getTime() + 30 * dayMs),
      hours: null,
      dailyBudget: accountMoney(150_00),
      biddingStrategy: "maximize_conversions",
      targetCpa: null,
      targetRoas: null,
      ...harness.campaign,
      ...change,
    });
    const anAdGroup = (
      campaign: CampaignSpec,
      platformCampaignId: string,
      change: Partial<AdGroupSpec> = {},
    ): AdGroupSpec => ({
      reference: `grp_${nextSequence()}`,
      platformCampaignId,
      campaign,
      name: "نساء الرياض",
      ageMin: 18,
      ageMax: 34,
      gender: "female",
      geoRadii: [{ latitude: 24.7136, longitude: 46.6753, radiusMetres: 10_000 }],
      excludedRadii: [],
      devices: ["mobile"],
      optimizedTargeting: false,
      keywords: [],
      ...harness.adGroup,
      ...change,
    });
    const anAd = (platformCampaignId: string, platformAdGroupId: string): AdSpec => ({
      reference: `ad_${nextSequence()}`,
      platformCampaignId,
      platformAdGroupId,
      placements: harness.campaign?.placements ?? [],
      name: "إعلان العطر",
      headline: "خصم على كل العطور",
      moreHeadlines: [],
      text: "",
      description: "",
      moreDescriptions: [],
      brandName: "متجر نورة",
      callToAction: harness.callToAction,
      url: harness.landingUrl,
      media: harness.picture(`med_${sequence}`),
      automaticEnhancements: false,
      ...harness.ad,
    });

    async function createdCampaign(change: Partial<CampaignSpec> = {}) {
      const spec = aCampaign(change);
      return { spec, ...(await platform.createCampaign(account, spec)) };
    }
    async function createdAd() {
      const campaign = await createdCampaign();
      const group = anAdGroup(campaign.spec, campaign.platformId);
      const { platformId: groupId } = await platform.createAdGroup(account, group);
      const spec = anAd(campaign.platformId, groupId);
      const { platformId } = await platform.createAd(account, spec);
      return { campaign, group, groupId, spec, platformId };
    }
    const loadStatus = async (level: Level, platformId: string) =>
      (await platform.states(account, level, [platformId]))[0]?.status;

    it("creates a campaign, an ad group and an ad, all of them paused", async () => {
      const { campaign, groupId, platformId } = await createdAd();
      expect(await loadStatus("campaign", campaign.platformId)).toBe("paused");
      expect(await loadStatus("ad_group", groupId)).toBe("paused");
      const [ad] = await platform.states(account, "ad", [platformId]);
      expect(ad).toMatchObject({ platformId, status: "paused", review: { outcome: "pending" } });
    });

    it("finds each by our reference, and nothing under a reference that was never used", async () => {
      const { campaign, group, groupId, spec, platformId } = await createdAd();
      const find = (level: Level, reference: string, parent: string | null) =>
        platform.find(account, level, reference, parent);
      expect((await find("campaign", campaign.spec.reference, null))?.platformId).toBe(campaign.platformId);
      expect((await find("ad_group", group.reference, campaign.platformId))?.platformId).toBe(groupId);
      expect((await find("ad", spec.reference, groupId))?.platformId).toBe(platformId);
      expect((await find("ad", spec.reference, null))?.platformId).toBe(platformId);
      expect(await find("campaign", "cmp_never", null)).toBeNull();
      expect(await find("campaign", campaign.spec.reference.slice(0, -1), null)).toBeNull();
    });

    it("creates an object once, though it is called twice with the same reference", async () => {
      const { spec, platformId } = await createdCampaign();
      const before = await harness.countObjects(account, "campaign");
      expect(await platform.createCampaign(account, spec)).toEqual({ platformId });
      expect(await harness.countObjects(account, "campaign")).toBe(before);
    });

    it("starts and pauses, and doing it again changes nothing", async () => {
      const { platformId } = await createdCampaign();
      for (const status of ["active", "active", "paused", "paused"] as const) {
        await platform.setStatus(account, "campaign", platformId, status);
        expect(await loadStatus("campaign", platformId)).toBe(status);
      }
    });

    it("changes a campaign without touching its status, and can remove its end", async () => {
      const { spec, platformId } = await createdCampaign();
      await platform.setStatus(account, "campaign", platformId, "active");
      const changed = { ...spec, name: "اسم آخر", dailyBudget: accountMoney(200_00), endsAt: null };
      await platform.updateCampaign(account, platformId, changed);
      expect(await loadStatus("campaign", platformId)).toBe("active");
      expect((await platform.find(account, "campaign", spec.reference, null))?.platformId).toBe(platformId);
    });

    it("changes an existing ad group and ad", async () => {
      const { campaign, group, groupId, spec, platformId } = await createdAd();
      const older = {
        ...group,
        ageMin: 35,
        ageMax: null,
        gender: "all" as const,
        geoRadii: [],
        name: "أخرى",
      };
      await platform.updateAdGroup(account, groupId, older);
      await platform.updateAd(account, platformId, { ...spec, headline: "عرض اليوم فقط", name: "جديد" });
      expect(await harness.countObjects(account, "ad")).toBeGreaterThan(0);
      expect((await platform.find(account, "ad", spec.reference, groupId))?.platformId).toBe(platformId);
      expect(await loadStatus("ad_group", groupId)).toBe("paused");
      expect(campaign.platformId).not.toBe(groupId);
    });

    it("shows an ad under any public profile that the account may use, and under no other", async () => {
      if (account.profileId === null) return;
      const campaign = await createdCampaign();
      const group = anAdGroup(campaign.spec, campaign.platformId);
      const { platformId: groupId } = await platform.createAdGroup(account, group);
      const organizations = await platform.listAccessibleAccounts(account.accessToken);
      const profiles = organizations
        .filter(({ adAccounts }) => adAccounts.some(({ id }) => id === account.adAccountId))
        .flatMap((organization) => organization.profiles.map(({ id }) => id));
      expect(profiles).toContain(account.profileId);
      for (const profileId of profiles) {
        const spec = anAd(campaign.platformId, groupId);
        const { platformId } = await platform.createAd({ ...account, profileId }, spec);
        expect(await loadStatus("ad", platformId)).toBe("paused");
      }
      const foreign = account.profileId.replace(/.(?=.$)/, (one) => (one === "7" ? "8" : "7"));
      const refused = platform.createAd(
        { ...account, profileId: foreign },
        anAd(campaign.platformId, groupId),
      );
      await expect(refused).rejects.toMatchObject({ kind: "rejected" });
    });

    it("removes an object, and removing it again succeeds", async () => {
      const { spec, platformId } = await createdCampaign();
      await platform.remove(account, "campaign", platformId);
      await platform.remove(account, "campaign", platformId);
      expect(await platform.find(account, "campaign", spec.reference, null)).toBeNull();
      const remaining = await platform.states(account, "campaign", [platformId]);
      expect(remaining.filter((state) => state.status !== "deleted")).toEqual([]);
    });

    it("leaves ids it does not know out of its states", async () => {
      const { platformId } = await createdCampaign();
      const unknown = harness.unknownId ?? "00000000-0000-4000-8000-000000000000";
      const states = await platform.states(account, "campaign", [unknown, platformId]);
      expect(states.map((state) => state.platformId)).toEqual([platformId]);
    });

    it("finds what it created though the answer was lost, and creates no second one", async () => {
      const spec = aCampaign();
      await harness.injectFault("act_then_silence", "campaign");
      await expect(platform.createCampaign(account, spec)).rejects.toMatchObject({
        kind: "outcome_unknown",
      });
      const found = await platform.find(account, "campaign", spec.reference, null);
      expect(found).toMatchObject({ status: "paused" });
      expect(await platform.createCampaign(account, spec)).toEqual({ platformId: found?.platformId });
    });

    it("reports an unknown outcome when a failing server did half of a request", async () => {
      const spec = aCampaign();
      await harness.injectFault("half_done", "campaign");
      await expect(platform.createCampaign(account, spec)).rejects.toMatchObject({
        kind: "outcome_unknown",
      });
      const before = await harness.countObjects(account, "campaign");
      await platform.createCampaign(account, spec);
      expect((await harness.countObjects(account, "campaign")) - before).toBeLessThanOrEqual(1);
      expect(await platform.find(account, "campaign", spec.reference, null)).not.toBeNull();
    });

    it("continues where it was interrupted while creating an ad", async () => {
      const { campaign, groupId } = await createdAd();
      const spec = anAd(campaign.platformId, groupId);
      const before = await harness.countObjects(account, "ad");
      await harness.injectFault("act_then_silence", "ad");
      await expect(platform.createAd(account, spec)).rejects.toMatchObject({ kind: "outcome_unknown" });
      await platform.createAd(account, spec);
      expect(await harness.countObjects(account, "ad")).toBe(before + 1);
    });

    it("says later, and for how long, when the platform is busy; and nothing was done", async () => {
      const spec = aCampaign();
      await harness.injectFault("busy", "campaign");
      const refused = await platform.createCampaign(account, spec).catch((error: unknown) => error);
      expect(isFault(refused, "later") && refused.retryAfterSeconds).toBe(harness.busySeconds);
      expect(await platform.find(account, "campaign", spec.reference, null)).toBeNull();
    });

    it("reports an unknown outcome of a change when the platform fails or does not answer", async () => {
      for (const kind of ["down", "silence"] as const) {
        await harness.injectFault(kind, "campaign");
        await expect(platform.createCampaign(account, aCampaign())).rejects.toMatchObject({
          kind: "outcome_unknown",
        });
      }
    });

    it("says later when a read fails, since a read can be repeated safely", async () => {
      for (const kind of ["down", "silence"] as const) {
        await harness.injectFault(kind, "reading");
        await expect(platform.find(account, "campaign", "cmp_1", null)).rejects.toMatchObject({
          kind: "later",
        });
      }
    });

    it("reports the platform's refusal in its own words when one object fails inside a response", async () => {
      const { platformId } = await createdCampaign();
      await platform.remove(account, "campaign", platformId);
      const change = platform.updateCampaign(account, platformId, aCampaign());
      await expect(change).rejects.toMatchObject({ kind: "rejected" });
    });

    it("refuses before sending what the platform cannot do", async () => {
      const before = await harness.countObjects(account, "campaign");
      const tooSmall = platform.createCampaign(account, aCampaign({ dailyBudget: accountMoney(1_00) }));
      await expect(tooSmall).rejects.toMatchObject({
        kind: "rejected",
        messageKey: "ad_accounts:budget_below_minimum",
      });
      expect(await harness.countObjects(account, "campaign")).toBe(before);
    });

    it("takes hours of the week, or refuses them before sending where the platform cannot", async () => {
      const hours = planOfRuns([{ weekday: 0, from: 21, hours: 2 }]);
      const before = await harness.countObjects(account, "campaign");
      const created = await platform.createCampaign(account, aCampaign({ hours })).then(
        () => "created",
        (error: { messageKey: string }) => error.messageKey,
      );
      const isHindered = "obstacle" in (getCapabilities(platform.platform)?.hourPlans ?? {});
      expect(created).toBe(isHindered ? "ad_accounts:hours_not_supported" : "created");
      expect(await harness.countObjects(account, "campaign")).toBe(before + (isHindered ? 0 : 1));
    });

    it("reads hours that add up to what the platform says the campaign cost", async () => {
      const { campaign, groupId, platformId } = await createdAd();
      for (const [level, id] of [
        ["ad", platformId],
        ["ad_group", groupId],
        ["campaign", campaign.platformId],
      ] as const)
        await platform.setStatus(account, level, id, "active");
      await harness.runAds(1);
      const from = new Date(today.getTime() - 8 * dayMs);
      let spend = 0;
      const hours = new Set<number>();
      const query = { platformCampaignIds: [campaign.platformId], from, to: await harness.now() };
      for await (const page of platform.readFigures(account, { ...query, grain: "hour" })) {
        for (const figures of page) {
          expect(figures.platformAdId).toBe(platformId);
          expect(figures.startsAt.getTime() % 3_600_000).toBe(0);
          hours.add(figures.startsAt.getTime());
          spend += figures.spend;
        }
      }
      expect(hours.size).toBeGreaterThan(12);
      let byDay = 0;
      for await (const page of platform.readFigures(account, { ...query, grain: "day" }))
        for (const figures of page) byDay += figures.spend;
      expect(byDay).toBe(spend);
      const total = await harness.totalSpend(account, campaign.platformId);
      expect(total).toBeGreaterThan(0);
      // One ad over two Riyadh days, each rounded once to a halala, beside a total that is rounded once.
      expect(Math.abs(spend - total)).toBeLessThanOrEqual(1);

      const reported: AudienceSplit[] = [];
      for (const by of audienceSplits) {
        const people = await platform.readAudience?.(account, {
          platformCampaignId: campaign.platformId,
          from,
          to: query.to,
          by,
        });
        // Undefined or null: the platform's reports do not say.
        if (!people) continue;
        reported.push(by);
        expect(people.length, by).toBeGreaterThan(0);
        expect(new Set(people.map(({ key }) => key)).size, by).toBe(people.length);
        for (const { key } of people) expect(key).toMatch(audienceKeys[by]);
        const ofPeople = people.reduce((all, group) => all + group.spend, 0);
        // Each group is rounded once.
        expect(Math.abs(ofPeople - spend), by).toBeLessThanOrEqual(people.length + 1);
      }
      expect(reported).toEqual(harness.audienceSplits);
    });

    it("requires linking again when the token has expired, and works with a renewed one", async () => {
      await harness.expireTokens();
      await expect(platform.find(account, "campaign", "cmp_1", null)).rejects.toMatchObject({
        kind: "reconnect",
      });
      const accessToken = harness.relink
        ? await harness.relink()
        : (await platform.refresh(tokens.refreshToken ?? "")).accessToken;
      const renewedAccount = { ...account, accessToken };
      expect(await platform.find(renewedAccount, "campaign", "cmp_never", null)).toBeNull();
    });

    it("requires linking again when the refresh token is no longer accepted", async () => {
      await expect(platform.refresh("never-given")).rejects.toMatchObject({ kind: "reconnect" });
    });
  });
}
