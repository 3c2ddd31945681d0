import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { toNamedPeriod, toPeriod } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { savedViewsMax } from "../contract/enums.ts";
import type { SavedView, ViewState } from "../contract/list.ts";
import { auditChange } from "./campaigns.audit.ts";
import { countCampaigns } from "./list-campaigns.ts";
import type { ListFilter } from "./list-filter.ts";
import { chooseSearched } from "./name-search.ts";
import {
  countViewsLocked,
  insertView,
  listViews,
  removeView,
  updateView,
  type ViewFields,
  type ViewRecord,
} from "./views.store.ts";

/** The member's saved views, each with the number of campaigns it finds now, and the numbers of the list's own. */
export async function showViews(ctx: ReadContext) {
  const count = async (filter: ListFilter) => (await countView(ctx, filter)).total;
  const items: SavedView[] = [];
  for (const view of await listViews(ctx)) items.push(await presentView(ctx, view));
  return {
    all: await count({}),
    active: await count({ status: "active" }),
    needs_decision: await count({ view: "needs_decision" }),
    items,
  };
}

/** Saves a new view. A member has at most `savedViewsMax`. */
export const createView = (ctx: ReadContext, fields: ViewFields): Promise<SavedView> =>
  transact(ctx, async (ctx) => {
    if ((await countViewsLocked(ctx)) >= savedViewsMax)
      campaignsRefusals.refuse("campaigns.views_too_many", { max: savedViewsMax });
    const view = await insertView(ctx, { ...fields, id: newId("viw") });
    await auditChange(ctx, "view.created", view.id, { after: fields });
    return presentView(ctx, view);
  });

/** Saves another name or look under a view. */
export const changeView = (ctx: ReadContext, fields: ViewRecord): Promise<SavedView> =>
  transact(ctx, async (ctx) => {
    const view = await updateView(ctx, fields);
    if (!view) return baseRefusals.refuse("base.not_found");
    await auditChange(ctx, "view.changed", view.id, { after: { name: view.name, state: view.state } });
    return presentView(ctx, view);
  });

export const deleteView = (ctx: ReadContext, { id }: { id: string }): Promise<Record<string, never>> =>
  transact(ctx, async (ctx) => {
    const view = await removeView(ctx, id);
    if (!view) return baseRefusals.refuse("base.not_found");
    await auditChange(ctx, "view.deleted", id, { before: { name: view.name, state: view.state } });
    return {};
  });

async function presentView(ctx: ReadContext, { id, name, state }: ViewRecord): Promise<SavedView> {
  const { total, isAtLeast } = await countView(ctx, state);
  return { id, name, state, campaigns: total, campaigns_at_least: isAtLeast };
}

async function countView(
  ctx: ReadContext,
  state: ListFilter & Pick<ViewState, "period" | "from" | "to">,
): Promise<{ total: number; isAtLeast: boolean }> {
  const today = toRiyadhDay(ctx.now);
  const period = state.period ? toNamedPeriod(state.period, today) : toPeriod(state, today);
  return countCampaigns(ctx, state, { period, searched: await chooseSearched(ctx, state.search) });
}
