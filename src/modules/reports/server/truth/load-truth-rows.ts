import type { ReadContext } from "#base/server/context.ts";
import { getWeekday } from "#base/shared/calendar.ts";
import type { Period } from "#base/shared/period.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { TruthRow } from "../../contract/truth.calls.ts";
import { toTruthFigures } from "../../domain/truth-figures.ts";
import { loadCampaignFacts } from "./load-campaign-facts.ts";
import type { TruthDeps } from "./load-truth.ts";
import { resolveScope } from "./resolve-scope.ts";

export type TruthRowsDeps = TruthDeps & { campaigns: Pick<CampaignsFacade, "findCampaigns"> };

type Input = ReportScope & {
  by: "campaign" | "week";
  cursor?: string | undefined;
  /** Campaigns of a page. */
  size?: number;
};
type Page = { items: TruthRow[]; next: string | null };

/** Campaigns of a page of the screen; and weeks, each of which is read by itself. */
const campaignsAtOnce = 25;
const weeksAtOnce = 8;

/** Claims, proofs and deliveries by campaign or by week. A cursor that is not ours begins at the first row. */
export const loadTruthRows =
  (deps: TruthRowsDeps) =>
  (ctx: ReadContext, { by, ...input }: Input): Promise<Page> =>
    by === "campaign" ? loadCampaignRows(deps, ctx, input) : loadWeekRows(deps, ctx, input);

async function loadCampaignRows(
  deps: TruthRowsDeps,
  ctx: ReadContext,
  { cursor, size = campaignsAtOnce, ...input }: Omit<Input, "by">,
): Promise<Page> {
  const scope = await resolveScope(deps, ctx, input);
  const rates = await deps.figures.loadDeliveryRates(ctx);
  const facts = await loadCampaignFacts(deps, ctx, { scope, days: scope.days, rates });
  const rows = facts
    .map((campaign) => ({
      key: campaign.campaignId,
      platform: campaign.platform,
      ...toTruthFigures([campaign], scope),
    }))
    .sort(
      (one, other) =>
        (other.claimed?.halalas ?? 0) - (one.claimed?.halalas ?? 0) ||
        other.proven.halalas - one.proven.halalas ||
        (one.key < other.key ? -1 : 1),
    );
  const start = rows.findIndex(({ key }) => key === cursor) + 1;
  const page = rows.slice(start, start + size);
  const names = await deps.campaigns.findCampaigns(
    ctx,
    page.map(({ key }) => key),
  );
  return {
    items: page.map((row) => ({ ...row, name: names.find(({ id }) => id === row.key)?.name ?? null })),
    next: start + page.length < rows.length ? (page.at(-1)?.key ?? null) : null,
  };
}

async function loadWeekRows(
  deps: TruthRowsDeps,
  ctx: ReadContext,
  { cursor, ...input }: Omit<Input, "by">,
): Promise<Page> {
  const scope = await resolveScope(deps, ctx, input);
  const rates = await deps.figures.loadDeliveryRates(ctx);
  const weeks = listWeeks(scope.days);
  const start = weeks.findIndex(({ sunday }) => sunday === cursor) + 1;
  const page = weeks.slice(start, start + weeksAtOnce);
  const items: TruthRow[] = [];
  for (const { sunday, days } of page) {
    const facts = await loadCampaignFacts(deps, ctx, { scope, days, rates });
    items.push({ key: sunday, name: null, platform: null, ...toTruthFigures(facts, scope) });
  }
  return { items, next: start + page.length < weeks.length ? (page.at(-1)?.sunday ?? null) : null };
}

/** The weeks of a period, Sunday to Saturday, the newest first; the first and the last only as far as the period goes. */
function listWeeks({ from, to }: Period): { sunday: RiyadhDay; days: Period }[] {
  const weeks: { sunday: RiyadhDay; days: Period }[] = [];
  let sunday = addDays(to, -getWeekday(to));
  while (addDays(sunday, 6) >= from) {
    const saturday = addDays(sunday, 6);
    weeks.push({
      sunday,
      days: { from: later(sunday, from), to: earlier(saturday, to) },
    });
    sunday = addDays(sunday, -7);
  }
  return weeks;
}

const later = (one: RiyadhDay, other: RiyadhDay) => (one < other ? other : one);
const earlier = (one: RiyadhDay, other: RiyadhDay) => (one < other ? one : other);
