import type { ReadContext } from "#base/server/context.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Stage } from "../contract/enums.ts";
import { type Facts, weekDays } from "../domain/conditions.ts";
import type { RulesDeps } from "./deps.ts";

type Deps = Pick<RulesDeps, "figures">;
type Campaign = { id: string; ad_account_id: string };
type Window = { window_days: number; stage: Stage };
/** A window that is looked at, and whether the seven days before it are too. */
type WindowNeed = { days: number; withWeekBefore: boolean };

/** The days a rule looks at: whole ones up to yesterday, because today is not over. */
export function toWindow(windowDays: number, now: Date): { from: RiyadhDay; to: RiyadhDay } {
  const today = toRiyadhDay(now);
  return { from: addDays(today, -windowDays), to: addDays(today, -1) };
}

function toWeekBefore(windowDays: number, now: Date): { from: RiyadhDay; to: RiyadhDay } {
  const { from } = toWindow(windowDays, now);
  return { from: addDays(from, -weekDays), to: addDays(from, -1) };
}

/**
 * Reads the figures that rules look at: one statement for each length of window, and one for the
 * week before it where a rule asks for it, however many rules do. Answers the
 * facts of one campaign in one window.
 */
export const loadFacts =
  ({ figures }: Deps) =>
  async (
    ctx: ReadContext,
    { windows, campaignIds }: { windows: readonly WindowNeed[]; campaignIds: readonly string[] },
  ): Promise<(campaign: Campaign, window: Window) => Facts> => {
    const { items } = await figures.listAccountPolls(ctx);
    const readAt = new Map(items.map(({ ad_account_id, as_of }) => [ad_account_id, as_of]));
    const load = (period: { from: RiyadhDay; to: RiyadhDay }) =>
      loadSums({ figures }, ctx, { period, campaignIds });
    const sums = new Map<number, Sums>();
    const weeks = new Map<number, Sums>();
    for (const { days, withWeekBefore } of windows) {
      if (!sums.has(days)) sums.set(days, await load(toWindow(days, ctx.now)));
      if (withWeekBefore && !weeks.has(days)) weeks.set(days, await load(toWeekBefore(days, ctx.now)));
    }
    return ({ id, ad_account_id }, { window_days, stage }) => {
      const row = sums.get(window_days)?.get(id);
      const before = weeks.get(window_days)?.get(id);
      const at = readAt.get(ad_account_id);
      return {
        ...toFacts(row, stage),
        clicks: row?.clicks ?? 0,
        days: window_days,
        hasFigures: hasFigures(row),
        weekBefore: hasFigures(before) ? toFacts(before, stage) : null,
        readAt: at ? new Date(at) : null,
      };
    };
  };

type Sums = Awaited<ReturnType<typeof loadSums>>;
type SumsRow = Sums extends Map<unknown, infer Row> ? Row : never;

const toFacts = (row: SumsRow | undefined, stage: Stage) => ({
  spend_halalas: row?.spend_halalas ?? 0,
  sales_halalas: (stage === "placed" ? row?.sales_placed_halalas : row?.sales_delivered_halalas) ?? 0,
});

const hasFigures = (row: SumsRow | undefined): boolean =>
  row !== undefined && (row.impressions > 0 || row.spend_halalas > 0);

async function loadSums(
  { figures }: Deps,
  ctx: ReadContext,
  { period, campaignIds }: { period: { from: RiyadhDay; to: RiyadhDay }; campaignIds: readonly string[] },
) {
  const rows = await figures.query(ctx, {
    measures: ["impressions", "clicks", "spend_halalas", "sales_placed_halalas", "sales_delivered_halalas"],
    by: ["campaign"],
    filter: { ...period, campaignIds },
  });
  return new Map(rows.map((row) => [row.campaign_id, row]));
}
