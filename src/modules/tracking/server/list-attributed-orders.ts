import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { AttributedOrder } from "../contract/attribution.calls.ts";
import type { AttributionModel, Witness } from "../contract/attribution.ts";
import type { AttributionFilter } from "./read-attribution.ts";

export type ListAttributedOrdersDeps = { stores: Pick<StoresFacade, "listOrderFacts"> };

type ListQuery = AttributionFilter & {
  model: AttributionModel;
  witness?: Witness | undefined;
  cursor?: string | undefined;
  size: number;
};
type CreditRow = Omit<AttributedOrder, "placed_at" | "reference"> & { placed_at: Date; placed_on: RiyadhDay };

/** The orders behind a figure, newest day first, each once under the model. */
export const listAttributedOrders =
  ({ stores }: ListAttributedOrdersDeps) =>
  async (
    ctx: ReadContext,
    { cursor, size, model, witness, ...filter }: ListQuery,
  ): Promise<{ items: AttributedOrder[]; next_cursor: string | null }> => {
    const narrowed = (["campaign_id", "ad_group_id", "ad_id", "store_id"] as const).flatMap((column) =>
      filter[column] === undefined ? [] : [sql`and credits.${raw(column)} = ${filter[column]}`],
    );
    const after = parseCursor(cursor);
    const rows = await ctx.db.many<CreditRow>(sql`
      select credits.order_id, credits.store_id, orders.placed_at, credits.placed_on, credits.witness,
        credits.campaign_id, credits.ad_group_id, credits.ad_id, credits.click_id, coupon_code, coupon_campaign_id,
        sales_placed_halalas, sales_delivered_halalas
      from (
        select * from tracking.order_credits credits
        where merchant_id = ${ctx.actor.merchantId} and model = ${model} and window_days = ${filter.window_days}
          and placed_on between ${filter.from}::date and ${filter.to}::date
          ${join([...narrowed, empty], " ")}
          ${witness === undefined ? empty : sql`and witness = ${witness}`}
          ${after ? sql`and (placed_on, order_id) < (${after.day}::date, ${after.id}::text)` : empty}
        order by placed_on desc, order_id desc limit ${size + 1}
      ) credits
      join tracking.attributions orders using (order_id)
      order by credits.placed_on desc, credits.order_id desc`);
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    const facts = await stores.listOrderFacts(
      ctx,
      shown.map(({ order_id }) => order_id),
    );
    const references = new Map(facts.map(({ order_id, reference }) => [order_id, reference]));
    return {
      items: shown.map(({ placed_at, placed_on: _, ...row }) => ({
        ...row,
        placed_at: placed_at.toISOString(),
        reference: references.get(row.order_id) ?? "",
      })),
      next_cursor: rows.length > size && last ? `${last.placed_on}:${last.order_id}` : null,
    };
  };

function parseCursor(cursor: string | undefined) {
  const [, day, id] = /^(\d{4}-\d{2}-\d{2}):([\w-]{1,80})$/.exec(cursor ?? "") ?? [];
  return day && id && !Number.isNaN(Date.parse(day)) ? { day, id } : null;
}
