import type { ReadContext } from "#base/server/context.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Stage } from "../contract/enums.ts";
import type { Facts } from "../domain/decide.ts";
import type { RulesDeps } from "./deps.ts";

type Deps = Pick<RulesDeps, "figures">;
type Campaign = { id: string; ad_account_id: string };
type Window = { window_days: number; stage: Stage };

/** The days a rule looks at: whole ones up to yesterday, because today is not over. */
export function toWindow(windowDays: number, now: Date): { from: RiyadhDay; to: RiyadhDay } {
  const today = toRiyadhDay(now);
  return { from: addDays(today, -windowDays), to: addDays(today, -1) };
}

/**
 * Reads the figures that rules look at: one statement for each length of window, however many rules have it. Answers the
 * facts of one campaign in one window.
 */
export const loadFacts =
  ({ figures }: Deps) =>
  async (
    ctx: ReadContext,
    { windows, campaignIds }: { windows: readonly number[]; campaignIds: readonly string[] },
  ): Promise<(campaign: Campaign, window: Window) => Facts> => {
    const { items } = await figures.listAccountPolls(ctx);
    const readAt = new Map(items.map(({ ad_account_id, as_of }) => [ad_account_id, as_of]));
    const sums = new Map<number, Awaited<ReturnType<typeof loadSums>>>();
    for (const days of new Set(windows))
      sums.set(days, await loadSums({ figures }, ctx, { days, campaignIds }));
    return ({ id, ad_account_id }, { window_days, stage }) => {
      const row = sums.get(window_days)?.get(id);
      const at = readAt.get(ad_account_id);
      return {
        spend_halalas: row?.spend_halalas ?? 0,
        sales_halalas: (stage === "placed" ? row?.sales_placed_halalas : row?.sales_delivered_halalas) ?? 0,
        clicks: row?.clicks ?? 0,
        hasFigures: row !== undefined && (row.impressions > 0 || row.spend_halalas > 0),
        readAt: at ? new Date(at) : null,
      };
    };
  };

async function loadSums(
  { figures }: Deps,
  ctx: ReadContext,
  { days, campaignIds }: { days: number; campaignIds: readonly string[] },
) {
  const rows = await figures.query(ctx, {
    measures: ["impressions", "clicks", "spend_halalas", "sales_placed_halalas", "sales_delivered_halalas"],
    by: ["campaign"],
    filter: { ...toWindow(days, ctx.now), campaignIds },
  });
  return new Map(rows.map((row) => [row.campaign_id, row]));
}
