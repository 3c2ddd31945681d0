import type { ReadContext } from "#base/server/context.ts";
import { addDays, daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { claimRules } from "#modules/ad-accounts/contract/claims.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { estimateLevel } from "#modules/figures/contract/delivery-estimate.ts";
import type { DeliveryRates, FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { listedSteps } from "../../contract/bridge.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { TruthReport } from "../../contract/truth.calls.ts";
import { computeBridge } from "../../domain/bridge.ts";
import { toTruthFigures } from "../../domain/truth-figures.ts";
import { type FactsDeps, loadCampaignFacts, type MeasuredCampaign } from "./load-campaign-facts.ts";
import { type ResolvedScope, resolveScope, type ScopeDeps } from "./resolve-scope.ts";

export type TruthDeps = ScopeDeps &
  FactsDeps & {
    figures: Pick<
      FiguresFacade,
      "loadDeliveryRates" | "loadWitnessCounts" | "findCompleteUntil" | "hasAnyFigures"
    >;
    /** What the merchant has so far: the reason for an empty screen depends on it. */
    setupState(ctx: ReadContext): Promise<{ is_connected: boolean; has_campaigns: boolean }>;
  };

/** Claims beside proofs beside deliveries, over all platforms and for each, with the way between them. */
export const loadTruth =
  (deps: TruthDeps) =>
  async (ctx: ReadContext, input: ReportScope): Promise<TruthReport> => {
    const { figures } = deps;
    const scope = await resolveScope(deps, ctx, input);
    const rates = await figures.loadDeliveryRates(ctx);
    const campaigns = await loadCampaignFacts(deps, ctx, { scope, days: scope.days, rates });
    const { hasClaims } = scope;
    const byPlatform = platforms
      .map((platform) => ({ platform, facts: campaigns.filter((one) => one.platform === platform) }))
      .filter(({ facts }) => facts.length > 0);
    const ranges = await loadRanges(deps, ctx, scope, rates);
    const rows = byPlatform.map(({ platform, facts }) => ({
      platform,
      ...toTruthFigures(facts, { hasClaims }),
      range: ranges.byPlatform.get(platform) ?? noRange,
      view_through: claimRules[platform].viewThrough,
      dated_by: claimRules[platform].datedBy,
    }));
    const totals = { ...toTruthFigures(campaigns, { hasClaims }), range: ranges.all };
    return {
      ...scope.days,
      as_of: await figures.findCompleteUntil(ctx),
      emptiness: await whyEmpty(deps, ctx, totals),
      level: estimateLevel,
      totals,
      previous: scope.compared
        ? toTruthFigures(await loadCampaignFacts(deps, ctx, { scope, days: scope.compared, rates }), {
            hasClaims,
          })
        : null,
      platforms: rows.sort((one, other) => toWeight(other) - toWeight(one)),
      witnesses: await loadWitnesses(deps, ctx, scope),
      bridges: [
        { platform: null, steps: toSteps(campaigns, hasClaims) },
        ...byPlatform.map(({ platform, facts }) => ({ platform, steps: toSteps(facts, hasClaims) })),
      ],
      days: await loadDays(deps, ctx, scope, rates),
    };
  };

const noRange = { low_halalas: 0, high_halalas: 0 };

const toWeight = ({ claimed, proven }: Pick<TruthReport["totals"], "claimed" | "proven">) =>
  claimed?.halalas || proven.halalas;

function toSteps(facts: readonly MeasuredCampaign[], hasClaims: boolean) {
  return computeBridge(facts, { hasClaims }).steps.map((step) => ({
    ...step,
    is_listed: step.orders !== 0 && listedSteps.some((listed) => listed === step.step),
  }));
}

/** Ranges do not add up: each group has its own. */
async function loadRanges(
  { figures }: TruthDeps,
  ctx: ReadContext,
  scope: ResolvedScope,
  rates: DeliveryRates,
) {
  const filter = { ...scope.orders, ...scope.days, isFromAds: true };
  const [all] = await figures.loadDeliveredEstimates(ctx, { filter, by: [], rates });
  const rows = await figures.loadDeliveredEstimates(ctx, { filter, by: ["platform"], rates });
  const toRange = ({ low_halalas, high_halalas }: typeof noRange) => ({ low_halalas, high_halalas });
  return {
    all: toRange(all ?? noRange),
    byPlatform: new Map(rows.map((row) => [row.platform, toRange(row)])),
  };
}

async function loadWitnesses({ figures }: TruthDeps, ctx: ReadContext, { orders, days }: ResolvedScope) {
  const counts = await figures.loadWitnessCounts(ctx, { ...orders, ...days });
  const count = (name: string) => counts.find(({ witness }) => witness === name)?.orders ?? 0;
  return {
    click_id: count("click_id"),
    coupon: count("coupon"),
    both: count("both"),
    conflict: count("conflict"),
  };
}

/** Platforms and stores still change today and yesterday, whatever has ended by now. */
const youngDays = 2;

async function loadDays(
  { figures }: TruthDeps,
  ctx: ReadContext,
  { orders, claims, days, hasClaims }: ResolvedScope,
  rates: DeliveryRates,
): Promise<TruthReport["days"]> {
  const claimed = hasClaims
    ? await figures.query(ctx, {
        measures: ["platform_reported_sales_halalas"],
        by: ["day"],
        filter: { ...claims, ...days },
      })
    : [];
  const filter = { ...orders, ...days, isFromAds: true };
  const delivered = await figures.loadDeliveredEstimates(ctx, { filter, by: ["day"], rates });
  const claimedByDay = new Map(claimed.map((row) => [row.day, row.platform_reported_sales_halalas]));
  const deliveredByDay = new Map(delivered.map((row) => [row.day, row]));
  const young = addDays(toRiyadhDay(ctx.now), 1 - youngDays);
  return Array.from({ length: daysBetween(days.from, days.to) + 1 }, (_, index) => {
    const day: RiyadhDay = addDays(days.from, index);
    const row = deliveredByDay.get(day);
    return {
      day,
      claimed_halalas: hasClaims ? (claimedByDay.get(day) ?? 0) : null,
      delivered_halalas: row?.estimate_halalas ?? 0,
      expected_halalas: row?.expected_halalas ?? 0,
      is_settled: day < young && (row?.open_orders ?? 0) === 0,
    };
  });
}

async function whyEmpty(
  { figures, setupState }: TruthDeps,
  ctx: ReadContext,
  { claimed, proven, spend_halalas }: TruthReport["totals"],
): Promise<TruthReport["emptiness"]> {
  if (spend_halalas > 0 || proven.orders > 0 || (claimed?.orders ?? 0) > 0) return null;
  const { is_connected, has_campaigns } = await setupState(ctx);
  if (!is_connected) return "not_connected";
  if (!has_campaigns) return "no_campaigns";
  return (await figures.hasAnyFigures(ctx)) ? "none" : "not_read_yet";
}
