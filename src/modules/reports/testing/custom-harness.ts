import { join } from "node:path";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { CampaignLabel } from "#modules/campaigns/server/campaigns.facade.ts";
import { makeFiguresFacade, recordAds } from "#modules/figures/server/figures.facade.ts";
import { ingestHours } from "#modules/figures/server/ingest.ts";

import { aMeasuredCampaign, measure } from "#modules/figures/testing/measured.ts";
import type { ReportDefinition } from "../contract/custom-reports.calls.ts";
import type { CustomDeps } from "../server/custom/custom-deps.ts";

export const aDefinition: ReportDefinition = {
  measures: ["spend_halalas", "clicks", "cpc_halalas"],
  by: ["day", "campaign"],
  filter: {},
  period: { name: "last_7" },
  display: "line",
};

type Queued = Parameters<CustomDeps["email"]["queueEmail"]>[1];

/** Real figures of three campaigns on two platforms; who may receive what is the test's. */
export async function openCustomHarness() {
  const db = await testDb();
  const clock = frozenClock("2026-11-21T09:00:00Z");
  const labels: CampaignLabel[] = [
    {
      id: "cmp_1",
      name: "تمور",
      platform: "snapchat",
      store_id: "sto_1",
      status: "active",
      objective: "sales",
    },
    {
      id: "cmp_2",
      name: "قهوة",
      platform: "snapchat",
      store_id: "sto_2",
      status: "paused",
      objective: "traffic",
    },
    { id: "cmp_3", name: "=عطور", platform: "meta", store_id: "sto_1", status: "active", objective: "sales" },
  ];
  const state = {
    email: "noura@example.com" as string | null,
    mayRead: true,
    outcome: "queued" as Awaited<ReturnType<CustomDeps["email"]["queueEmail"]>>,
    setup: { is_connected: true, has_campaigns: true },
  };
  const queued: Queued[] = [];
  const deps: CustomDeps = {
    db,
    log: makeLog("silent"),
    worldClock: clock,
    publicUrl: "https://rawaj.example",
    messages: await loadMessages(join(import.meta.dirname, "../../..")),
    figures: makeFiguresFacade({ systemClock: clock }),
    campaigns: {
      listCampaignLabels: async (_ctx, { ids, platform, store_id, status, objective }) =>
        labels.filter(
          (label) =>
            (!ids || ids.includes(label.id)) &&
            (!platform || label.platform === platform) &&
            (!store_id || label.store_id === store_id) &&
            (!status || label.status === status) &&
            (!objective || label.objective === objective),
        ),
      listAdLabels: async (_ctx, ids) =>
        ids.map((id) => ({
          id,
          name: `إعلان ${id}`,
          ad_group_id: `adg_${id.slice(3, 4)}`,
          ad_group_name: "مجموعة",
        })),
    },
    listStoreNames: async (_ctx, ids) =>
      ids.filter((id) => id === "sto_1").map((id) => ({ id, name: "متجر نخلة" })),
    setupState: async () => state.setup,
    email: {
      queueEmail: async (_ctx, email) => {
        if (queued.some(({ key }) => key === email.key)) return "duplicate";
        if (state.outcome === "queued") queued.push(email);
        return state.outcome;
      },
      findProvenEmail: async () => state.email,
      findEmailState: async (_ctx, key) =>
        queued.some((email) => email.key === key) ? { state: "sent", finished_at: clock.now() } : undefined,
      subscribeAgain: async () => {},
    },
    merchants: { holdsAbility: async () => state.mayRead },
  };

  const contextAt = (merchantId = "mer_1") => testContext(db, merchantId, clock.now());
  /** An hour of an ad's figures; amounts in halalas. */
  async function report(
    campaignId: string,
    day: string,
    { spend = 1_000, clicks = 10, adId = `ad_${campaignId.slice(4)}a` } = {},
  ) {
    const platform = (labels.find(({ id }) => id === campaignId)?.platform ?? "snapchat") as Platform;
    await transact(contextAt(), async (ctx) => {
      await recordAds(ctx, [
        {
          ad_id: adId,
          campaign_id: campaignId,
          platform_id: `plat_${adId}`,
          name: adId,
          status: "active",
          updated_at: clock.now(),
        },
      ]);
      await ingestHours(ctx, { adAccountId: `aac_${platform}`, platform }, [
        {
          campaignId,
          adId,
          hour: new Date(`${day}T09:00:00Z`),
          impressions: clicks * 100,
          clicks,
          spend: halalas(spend),
          platformReportedPurchases: 0,
          platformReportedSales: halalas(0),
        },
      ]);
    });
  }

  return {
    db,
    clock,
    deps,
    state,
    queued,
    labels,
    contextAt,
    report,
    async reset() {
      await db.reset();
      queued.length = 0;
      Object.assign(state, {
        email: "noura@example.com",
        mayRead: true,
        outcome: "queued",
        setup: { is_connected: true, has_campaigns: true },
      });
      clock.set("2026-11-21T09:00:00Z");
      for (const { id, platform, name } of labels)
        await measure(contextAt(), {
          ...aMeasuredCampaign,
          campaign_id: id,
          platform: platform as Platform,
          ad_account_id: `aac_${platform}`,
          name,
        });
    },
  };
}
export type CustomHarness = Awaited<ReturnType<typeof openCustomHarness>>;
