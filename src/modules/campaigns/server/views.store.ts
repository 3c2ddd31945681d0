import type { Context, ReadContext } from "#base/server/context.ts";
import { sql, violatesConstraint } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { fold } from "#base/shared/fold.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { ViewState } from "../contract/list.ts";

/** The only file that writes `campaigns.saved_views`: how a member looks at the list, under a name. */

export type ViewRecord = Row<"campaigns.saved_views", "id" | "name"> & { state: ViewState };
export type ViewFields = Pick<ViewRecord, "name" | "state">;

/** Whose views: the member's own. Somebody who is no member of the team has none. */
const toOwner = ({ actor }: ReadContext): string => actor.by.id ?? "";

export function listViews(ctx: ReadContext): Promise<ViewRecord[]> {
  return ctx.db.many(sql`
    select id, name, state from campaigns.saved_views
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toOwner(ctx)} order by id`);
}

/** How many the member has; another transaction that counts them waits until this one ends. */
export async function countViewsLocked(ctx: Context): Promise<number> {
  const owner = `campaigns.saved_views:${ctx.actor.merchantId}:${toOwner(ctx)}`;
  await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`);
  const { count } = await ctx.tx.one<{ count: number }>(sql`
    select count(*)::int as count from campaigns.saved_views
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toOwner(ctx)}`);
  return count;
}

export function insertView(ctx: Context, { id, name, state }: ViewRecord): Promise<ViewRecord> {
  return refusingUsedName(
    ctx.tx.one(sql`
      insert into campaigns.saved_views (merchant_id, member_id, id, name, name_folded, state, created_at, updated_at)
      values (${ctx.actor.merchantId}, ${toOwner(ctx)}, ${id}, ${name}, ${fold(name)}, ${JSON.stringify(state)},
        ${ctx.now}, ${ctx.now})
      returning id, name, state`),
  );
}

/** Undefined when the member has no such view. */
export function updateView(ctx: Context, { id, name, state }: ViewRecord): Promise<ViewRecord | undefined> {
  return refusingUsedName(
    ctx.tx.maybeOne(sql`
      update campaigns.saved_views
      set name = ${name}, name_folded = ${fold(name)}, state = ${JSON.stringify(state)}, updated_at = ${ctx.now}
      where merchant_id = ${ctx.actor.merchantId} and member_id = ${toOwner(ctx)} and id = ${id}
      returning id, name, state`),
  );
}

/** The view that was deleted; undefined when the member has no such view. */
export function removeView(ctx: Context, id: string): Promise<ViewRecord | undefined> {
  return ctx.tx.maybeOne(sql`
    delete from campaigns.saved_views
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toOwner(ctx)} and id = ${id}
    returning id, name, state`);
}

/** A member's names are unique, however they are spelled; the index decides between two tabs. */
async function refusingUsedName<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (violatesConstraint(error, "saved_views_name"))
      campaignsRefusals.refuse("campaigns.view_name_used", {}, "name");
    throw error;
  }
}
