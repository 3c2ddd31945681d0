import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Period, type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import { addDays, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { BoundAudienceReader } from "#modules/ad-accounts/server/bound-ad-platform.port.ts";
import type { CampaignOnPlatform } from "#modules/campaigns/server/campaigns.facade.ts";
import { computeMetrics } from "#modules/figures/server/figures.facade.ts";
import type { AudienceRow } from "../contract/reports.calls.ts";
import { reportsRefusals } from "../contract/reports.refusals.ts";
import { type Group, mergeGroups } from "../domain/merge-groups.ts";

export type AudienceDeps = {
  findOnPlatform(ctx: ReadContext, campaignId: string): Promise<CampaignOnPlatform | undefined>;
  bindAdPlatform(merchantId: string, adAccountId: string): BoundAudienceReader;
  systemClock: Clock;
};

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
    { campaignId, by, ...query }: PeriodQuery & { campaignId: string; by: AudienceSplit },
  ): Promise<Period & { rows: AudienceRow[] | null }> => {
    const campaign = await deps.findOnPlatform(ctx, campaignId);
    if (!campaign) return baseRefusals.refuse("base.not_found");
    const period = toPastPeriod(query, ctx.now);
    const groups = await readGroups(deps, ctx, campaign, by, period);
    return { ...period, rows: groups && presentGroups(by, groups) };
  };

/** What the platform reports of one campaign; null where it does not report this, none for what was never there. */
export async function readGroups(
  deps: AudienceDeps,
  ctx: ReadContext,
  { ad_account_id, platform_id }: CampaignOnPlatform,
  by: AudienceSplit,
  { from, to }: Period,
): Promise<Group[] | null> {
  if (platform_id === null) return [];
  await limitReads(deps, ctx);
  return deps.bindAdPlatform(ctx.actor.merchantId, ad_account_id).readAudience({
    platformCampaignId: platform_id,
    from: startOfRiyadhDay(from),
    to: startOfRiyadhDay(addDays(to, 1)),
    by,
  });
}

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

export const presentGroups = (by: AudienceSplit, groups: readonly Group[]): AudienceRow[] =>
  mergeGroups(by, groups)
    .map(({ key, impressions, clicks, spend }) => ({
      key,
      ...computeMetrics(shownMetrics, { impressions, clicks, spend_halalas: spend }),
    }))
    .sort((one, other) => other.spend_halalas - one.spend_halalas || (one.key < other.key ? -1 : 1));
