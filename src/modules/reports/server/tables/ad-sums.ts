import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import { type AdSum, getSource } from "#modules/figures/contract/metrics.ts";
import { mergeSums, type PeriodSums, toPeriodSums } from "./report-table.ts";
import type { ResolvedScope, TableDeps } from "./table-deps.ts";

type AdKey = "day" | "campaign" | "platform";
type Input = { by: AdKey; sums: readonly AdSum[]; period: Period };

/**
 * What ads cost and brought, by day, campaign or platform. Without a store or city in the scope both stand in one roll-up;
 * else the orders come from the stores' roll-ups, and what ads cost is not known by city.
 */
export async function loadAdSums(
  deps: TableDeps,
  ctx: ReadContext,
  scope: ResolvedScope,
  input: Input,
): Promise<PeriodSums> {
  if (scope.store_id === undefined && scope.city === undefined)
    return loadFromAds(deps, ctx, scope.campaignIds, input);
  const isOfOrders = (sum: AdSum) => getSource(sum) === "orders";
  const orders = await loadFromOrders(deps, ctx, scope, { ...input, sums: input.sums.filter(isOfOrders) });
  if (scope.city !== undefined) return orders;
  const rest = input.sums.filter((sum) => !isOfOrders(sum));
  return mergeSums(orders, await loadFromAds(deps, ctx, scope.spendCampaignIds, { ...input, sums: rest }));
}

const keyColumns = { day: "day", campaign: "campaign_id", platform: "platform" } as const;

async function loadFromAds(
  { figures }: TableDeps,
  ctx: ReadContext,
  campaignIds: readonly string[] | null,
  { by, sums, period: { from, to } }: Input,
): Promise<PeriodSums> {
  const filter = { from, to, ...(campaignIds ? { campaignIds } : {}) };
  const rows = await figures.query(ctx, { measures: sums, by: [by], filter });
  const column = keyColumns[by];
  const known = toPeriodSums(
    sums,
    rows.map((row) => [(row as unknown as Record<string, string>)[column] ?? "", pick(row, sums)]),
  );
  // A day of which a platform reported nothing says nothing of what it cost.
  return by === "day" ? { ...known, gaps: sums } : known;
}

async function loadFromOrders(
  { figures }: TableDeps,
  ctx: ReadContext,
  { campaignIds, store_id: storeId, city }: ResolvedScope,
  { by, sums, period: { from, to } }: Input,
): Promise<PeriodSums> {
  const ids =
    by === "day" ? campaignIds : (campaignIds ?? (await listCampaignIds(figures, ctx, { from, to })));
  const filter = { from, to, broughtBy: ids ?? ("ads" as const), storeId, city };
  if (by === "day") {
    const days = await figures.queryOrders(ctx, { by: ["day"], filter });
    return toPeriodSums(
      sums,
      days.map((row) => [row.day, pick(row, sums)]),
    );
  }
  const rows = await figures.queryOrders(ctx, { by: ["campaign"], filter });
  const platforms = by === "platform" ? await figures.listPlatforms(ctx, ids ?? []) : [];
  const platformById = new Map(
    platforms.map(({ campaign_id, platform }) => [campaign_id, platform as string]),
  );
  return toPeriodSums(
    sums,
    rows.map((row) => [platformById.get(row.campaign_id) ?? row.campaign_id, pick(row, sums)]),
  );
}

/** The campaigns that have figures in the period. */
async function listCampaignIds(figures: TableDeps["figures"], ctx: ReadContext, { from, to }: Period) {
  const rows = await figures.query(ctx, {
    measures: ["orders_placed"],
    by: ["campaign"],
    filter: { from, to },
  });
  return rows.map(({ campaign_id }) => campaign_id);
}

const pick = (row: object, sums: readonly AdSum[]) =>
  Object.fromEntries(sums.map((sum) => [sum, (row as Record<string, number>)[sum] ?? 0]));
