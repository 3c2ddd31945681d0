import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Witness } from "../../contract/order-states.ts";
import { wherePlacedAfter } from "./list-orders.ts";
import { type OrdersFilter, whereCity, whereOrders, whereRival } from "./orders-filter.ts";

/** Orders of a kind that a campaign brought: how many, and their totals. */
export type StepSums = { campaign_id: string; platform: Platform; orders: number; halalas: number };

/** Orders that a second witness ascribes to the campaigns, while the first ascribes them to another platform. */
export const loadRivalSums = (ctx: ReadContext, filter: OrdersFilter): Promise<StepSums[]> =>
  ctx.db.many<StepSums>(sql`
    select rival_campaign_id as campaign_id, rival_platform as platform, count(*)::bigint as orders,
      sum(total_halalas)::bigint as halalas
    from figures.orders where ${whereRival(ctx, filter)} group by 1, 2 order by 1`);

/** Orders placed on the filter's days that a click before them brought. */
export const loadClickedBefore = (ctx: ReadContext, filter: OrdersFilter): Promise<StepSums[]> =>
  loadSums(
    ctx,
    sql`${whereOrders(ctx, filter)} and ${whereCity(filter)} and clicked_day < day and clicked_day < ${filter.from}`,
  );

/** Orders placed after the filter's days that a click on them brought. */
export const loadPlacedAfter = (ctx: ReadContext, filter: OrdersFilter): Promise<StepSums[]> =>
  loadSums(ctx, wherePlacedAfter(ctx, filter));

const loadSums = ({ db }: ReadContext, condition: Sql): Promise<StepSums[]> =>
  db.many<StepSums>(sql`
    select campaign_id, platform, count(*)::bigint as orders, sum(total_halalas)::bigint as halalas
    from figures.orders where ${condition} and campaign_id <> '' group by 1, 2 order by 1`);

/** How many of the orders that ads brought each kind of proof has. */
export const loadWitnessCounts = (
  ctx: ReadContext,
  filter: OrdersFilter,
): Promise<{ witness: Witness; orders: number }[]> =>
  ctx.db.many(sql`
    select coalesce(witness, 'none') as witness, count(*)::bigint as orders
    from figures.orders where ${whereOrders(ctx, filter)} and ${whereCity(filter)} and campaign_id <> ''
    group by 1 order by 1`);
