import type { ReadContext } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Period, type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import type { AudienceSplit, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { PlanCampaign } from "#modules/campaigns/server/campaigns.facade.ts";
import type { AudienceRow, LeftOut } from "../contract/reports.calls.ts";
import type { Group } from "../domain/merge-groups.ts";
import { type AudienceDeps, presentGroups, readGroups } from "./load-audience.ts";
import type { PlanDeps } from "./load-plan-report.ts";

type Deps = AudienceDeps & PlanDeps;
type Read = { platform: Platform; groups: Group[] | null; fault: unknown };

/**
 * Who saw a plan's campaigns, read from its platforms at this moment and added up. A platform that does not report the
 * split, or does not answer, is left out by name with what it cost. Refuses `base.not_found` for a plan that is not
 * the merchant's; throws AdapterFault when no platform that was asked answers.
 */
export const loadPlanAudience =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    { planId, by, ...query }: PeriodQuery & { planId: string; by: AudienceSplit },
  ): Promise<Period & { rows: AudienceRow[] | null; left_out: LeftOut[] }> => {
    const campaigns = await deps.planCampaigns(ctx, planId);
    if (campaigns.length === 0) return baseRefusals.refuse("base.not_found");
    const period = toPastPeriod(query, ctx.now);
    const reads = await Promise.all(campaigns.map((one) => readCampaign(deps, ctx, one, by, period)));
    const failed = reads.find(({ fault }) => fault !== null);
    const answered = reads.filter(({ fault }) => fault === null);
    if (failed && answered.length === 0) throw failed.fault;
    const reported = answered.flatMap(({ groups }) => (groups === null ? [] : [groups]));
    return {
      ...period,
      rows: reported.length === 0 ? null : presentGroups(by, reported.flat()),
      left_out: await listLeftOut(deps, ctx, { reads, campaigns, period }),
    };
  };

async function readCampaign(
  deps: Deps,
  ctx: ReadContext,
  { id, platform }: PlanCampaign,
  by: AudienceSplit,
  period: Period,
): Promise<Read> {
  const campaign = await deps.findOnPlatform(ctx, id);
  try {
    const groups = campaign ? await readGroups(deps, ctx, campaign, by, period) : [];
    return { platform, groups, fault: null };
  } catch (fault) {
    if (!isFault(fault)) throw fault;
    return { platform, groups: null, fault };
  }
}

/** With what each cost in the period: the rows are not all of the plan. */
async function listLeftOut(
  { figures }: Deps,
  ctx: ReadContext,
  {
    reads,
    campaigns,
    period,
  }: { reads: readonly Read[]; campaigns: readonly PlanCampaign[]; period: Period },
): Promise<LeftOut[]> {
  const silent = reads.filter(({ groups }) => groups === null);
  const platforms = new Set(silent.map(({ platform }) => platform));
  return Promise.all(
    [...platforms].map(async (platform): Promise<LeftOut> => {
      const campaignIds = campaigns.filter((one) => one.platform === platform).map(({ id }) => id);
      const measures = ["spend_halalas"] as const;
      const [sums] = await figures.query(ctx, { measures, by: [], filter: { ...period, campaignIds } });
      const hasFault = silent.some((read) => read.platform === platform && read.fault !== null);
      const reason = hasFault ? "no_answer" : "not_reported";
      return { platform, reason, spend_halalas: sums?.spend_halalas ?? 0 };
    }),
  );
}
