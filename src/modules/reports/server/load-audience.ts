import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Period, type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import { addDays, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceFigures, BoundAudienceReader } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { CampaignOnPlatform } from "#modules/campaigns/server/campaigns.facade.ts";
import { computeMetrics } from "#modules/figures/server/figures.facade.ts";
import type { AudienceRow } from "../contract/reports.calls.ts";
import { reportsRefusals } from "../contract/reports.refusals.ts";

export type AudienceDeps = {
  findOnPlatform(ctx: ReadContext, campaignId: string): Promise<CampaignOnPlatform | undefined>;
  bindAdPlatform(merchantId: string, adAccountId: string): BoundAudienceReader;
  systemClock: Clock;
};
type Input = PeriodQuery & { campaignId: string; by: AudienceSplit };

/** Reads of a merchant in an hour: more than somebody who compares looks up, fewer than a script would send. */
const readsAnHour = 120;
const shownMetrics = ["impressions", "clicks", "spend_halalas", "cpc_halalas", "cpm_halalas"] as const;

/**
 * Who saw a campaign, read from its platform at this moment: nothing of it is stored. Refuses `base.not_found` for one
 * that is not the merchant's; throws AdapterFault when the platform does not answer.
 */
export const loadAudience =
  (deps: AudienceDeps) =>
  async (
    ctx: ReadContext,
    { campaignId, by, ...query }: Input,
  ): Promise<Period & { rows: AudienceRow[] | null }> => {
    const campaign = await deps.findOnPlatform(ctx, campaignId);
    if (!campaign) return baseRefusals.refuse("base.not_found");
    const period = toPastPeriod(query, ctx.now);
    if (campaign.platform_id === null) return { ...period, rows: [] };
    await limitReads(deps, ctx);
    const people = await deps.bindAdPlatform(ctx.actor.merchantId, campaign.ad_account_id).readAudience({
      platformCampaignId: campaign.platform_id,
      from: startOfRiyadhDay(period.from),
      to: startOfRiyadhDay(addDays(period.to, 1)),
      by,
    });
    return { ...period, rows: people && presentPeople(people) };
  };

async function limitReads({ systemClock }: AudienceDeps, { db, actor }: ReadContext): Promise<void> {
  const code = "reports.too_many_reads";
  const allowance = await consumeRateLimit(db, {
    key: `${code}:${actor.merchantId}`,
    limit: readsAnHour,
    windowSeconds: 3_600,
    now: systemClock.now(),
  });
  if (!allowance.isAllowed) reportsRefusals.refuse(code, waitParams(allowance.retryAfterSeconds));
}

const presentPeople = (people: readonly AudienceFigures<number>[]): AudienceRow[] =>
  people
    .map(({ key, impressions, clicks, spend }) => ({
      key,
      ...computeMetrics(shownMetrics, { impressions, clicks, spend_halalas: spend }),
    }))
    .sort((one, other) => other.spend_halalas - one.spend_halalas || (one.key < other.key ? -1 : 1));
