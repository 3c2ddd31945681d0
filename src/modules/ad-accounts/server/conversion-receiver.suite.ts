import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashContact } from "#base/server/hashed-contact.ts";
import { halalas } from "#base/shared/money.ts";
import { conversionRules } from "../contract/conversion-rules.ts";
import { accountMoney } from "../contract/currencies.ts";
import type { PlatformUnderTest } from "../testing/platform-under-test.ts";
import type { AdAccountContext, AdPlatform } from "./ad-platform.port.ts";
import type { ConversionEvent, ConversionOutcome } from "./conversion-receiver.port.ts";

const dayMs = 86_400_000;
const contact = hashContact({ email: "noura@example.com", phone: "0501234567" });
const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15";

/** The contract of sending purchases back, which every ad platform's adapter must pass against its simulator. */
export function describeConversionContract(name: string, start: () => Promise<PlatformUnderTest>) {
  describe(`purchases sent back to ${name}`, () => {
    let harness: PlatformUnderTest;
    let platform: AdPlatform;
    let account: AdAccountContext;
    let ad: { campaignId: string; platformId: string };
    let sequence = 0;

    beforeAll(async () => {
      harness = await start();
      platform = harness.platform;
      ({ account } = await harness.freshAccount());
      ad = await createAd();
    });
    afterAll(() => harness?.stop());

    async function createAd() {
      const now = await harness.now();
      const spec = {
        reference: "cmp_conversions",
        name: "عرض",
        objective: "traffic" as const,
        placements: [],
        startsAt: new Date(now.getTime() - dayMs),
        endsAt: new Date(now.getTime() + 30 * dayMs),
        hours: null,
        dailyBudget: accountMoney(150_00),
        biddingStrategy: "maximize_conversions" as const,
        targetCpa: null,
        targetRoas: null,
        ...harness.campaign,
      };
      const campaign = await platform.createCampaign(account, spec);
      const group = await platform.createAdGroup(account, {
        reference: "grp_conversions",
        platformCampaignId: campaign.platformId,
        campaign: spec,
        name: "الكل",
        ageMin: 18,
        ageMax: 34,
        gender: "all",
        geoRadii: [],
        excludedRadii: [],
        devices: [],
        optimizedTargeting: false,
        keywords: [],
        ...harness.adGroup,
      });
      const { platformId } = await platform.createAd(account, {
        reference: "ad_conversions",
        platformCampaignId: campaign.platformId,
        platformAdGroupId: group.platformId,
        placements: spec.placements,
        name: "إعلان",
        headline: "خصم على كل العطور",
        moreHeadlines: [],
        text: "",
        description: "",
        moreDescriptions: [],
        brandName: "متجر نورة",
        callToAction: harness.callToAction,
        url: harness.landingUrl,
        media: harness.picture("med_conversions"),
        automaticEnhancements: false,
        ...harness.ad,
      });
      // X promotes a post when its ad starts; its paused campaign is not shown.
      await platform.setStatus(account, "ad", platformId, "active");
      return { campaignId: campaign.platformId, platformId };
    }

    async function aPurchase(change: Partial<ConversionEvent> = {}): Promise<ConversionEvent> {
      sequence += 1;
      return {
        eventId: `order-${sequence}`,
        orderReference: String(4_000 + sequence),
        occurredAt: await harness.now(),
        value: halalas(115_50),
        click: null,
        contact,
        pageUrl: harness.landingUrl,
        ...change,
      };
    }

    async function clicked(): Promise<ConversionEvent["click"]> {
      const url = new URL(await harness.clickAd(ad.platformId));
      const { clickNames } = conversionRules[platform.platform];
      const ids = Object.fromEntries([...url.searchParams].filter(([key]) => clickNames.includes(key)));
      expect(Object.keys(ids)).toHaveLength(1);
      return { ids, clickedAt: await harness.now(), userAgent };
    }

    /** The outcomes once the platform has processed them. */
    async function settle(outcomes: ConversionOutcome[]) {
      const [first] = outcomes;
      if (first?.outcome !== "processing") return { outcomes, refused: [] };
      expect(await platform.readReceipt?.(account, first.requestId)).toEqual({ status: "processing" });
      await harness.passMinutes(30);
      const receipt = await platform.readReceipt?.(account, first.requestId);
      return { outcomes, refused: receipt?.status === "done" ? receipt.refused : [] };
    }

    async function readPurchases() {
      const now = await harness.now();
      const query = { platformCampaignIds: [ad.campaignId], grain: "day" as const };
      const sums = { purchases: 0, sales: 0 };
      const span = { from: new Date(now.getTime() - 3 * dayMs), to: now };
      for await (const page of platform.readFigures(account, { ...query, ...span })) {
        for (const figures of page) {
          sums.purchases += figures.platformReportedPurchases;
          sums.sales += figures.platformReportedSales;
        }
      }
      return sums;
    }

    it("are counted once in the ad's figures, though they are sent twice", async () => {
      const purchase = await aPurchase({ click: await clicked() });
      const { outcomes, refused } = await settle(await platform.sendConversions(account, [purchase]));
      expect(outcomes.map(({ outcome }) => outcome)).not.toContain("refused");
      expect(refused).toEqual([]);
      const again = await settle(await platform.sendConversions(account, [purchase]));
      expect(again.refused).toEqual([]);
      await harness.passMinutes(30);
      expect(await readPurchases()).toEqual({ purchases: 1, sales: 115_50 });
    });

    it("have another value when they are sent again with one, where the platform takes corrections", async () => {
      if (conversionRules[platform.platform].restateDays === 0) return;
      const before = await readPurchases();
      const purchase = await aPurchase({ click: await clicked() });
      await settle(await platform.sendConversions(account, [purchase]));
      for (const [value, sales] of [
        [halalas(100_00), 100_00],
        [halalas(0), 0],
      ] as const) {
        const { refused } = await settle(await platform.sendConversions(account, [{ ...purchase, value }]));
        expect(refused).toEqual([]);
        await harness.passMinutes(30);
        const { purchases, sales: sold } = await readPurchases();
        expect([purchases - before.purchases, sold - before.sales]).toEqual([1, sales]);
      }
    });

    it("are accepted with a contact alone, and credit no ad that was not clicked", async () => {
      const before = await readPurchases();
      const outcomes = await platform.sendConversions(account, [await aPurchase()]);
      expect((await settle(outcomes)).refused).toEqual([]);
      expect(outcomes.map(({ outcome }) => outcome)).not.toContain("refused");
      await harness.passMinutes(30);
      expect(await readPurchases()).toEqual(before);
    });

    it("are refused one by one, with the platform's reason, and the others are accepted", async () => {
      const { maxAgeDays } = conversionRules[platform.platform];
      const now = await harness.now();
      const old = await aPurchase({ occurredAt: new Date(now.getTime() - (maxAgeDays + 2) * dayMs) });
      const batch = [await aPurchase(), old, await aPurchase()];
      const { outcomes, refused } = await settle(await platform.sendConversions(account, batch));
      if (outcomes[0]?.outcome === "processing") {
        expect(refused).toEqual([{ reason: expect.stringMatching(/OLD/), count: 1 }]);
        return;
      }
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(["accepted", "refused", "accepted"]);
      expect(outcomes[1]).toMatchObject({ reason: expect.stringMatching(/\w{5,}/) });
    });

    it("carry no contact that is not hashed", async () => {
      const plain = { plain: "noura@example.com", gmail: "noura@example.com" };
      const [outcome] = await platform.sendConversions(account, [
        await aPurchase({ contact: { email: plain, phone: null } }),
      ]);
      expect(outcome).toMatchObject({ outcome: "refused" });
    });

    it("need the account's pixel", async () => {
      const sending = platform.sendConversions({ ...account, pixelId: null }, [await aPurchase()]);
      await expect(sending).rejects.toMatchObject({
        kind: "rejected",
        messageKey: "ad_accounts:conversions_need_pixel",
      });
    });

    it("are graded by how well they match, where the platform says so", async () => {
      const grade = (await platform.readMatchQuality?.(account)) ?? null;
      if (!conversionRules[platform.platform].gradesMatches) return expect(grade).toBeNull();
      expect(grade).toBeGreaterThan(0);
      expect(grade).toBeLessThanOrEqual(10);
    });

    it("say later when the platform is busy, and that the outcome is unknown when it does not answer", async () => {
      await harness.injectFault("busy", "conversions");
      await expect(platform.sendConversions(account, [await aPurchase()])).rejects.toMatchObject({
        kind: "later",
      });
      await harness.injectFault("silence", "conversions");
      await expect(platform.sendConversions(account, [await aPurchase()])).rejects.toMatchObject({
        kind: "outcome_unknown",
      });
    });
  });
}
