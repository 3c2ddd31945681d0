import type { Context } from "#base/server/context.ts";
import { join, raw, type Sql, sql } from "#base/server/db/db.ts";
import { sumsFrom } from "../contract/metrics.ts";
import { listBroughtBy, type StoreOrderShare } from "../domain/store-order-share.ts";

export const orderSums = sumsFrom("orders");
export const productSums = ["units_sold", "product_sales_halalas", "units_returned"] as const;

/**
 * Takes what an order added before from the roll-ups and adds what it adds now. Rows are written in the order of their
 * keys, so that two transactions cannot deadlock; what stays equal is left out.
 */
export async function moveOrder(
  ctx: Context,
  before: StoreOrderShare | undefined,
  after: StoreOrderShare | null,
): Promise<void> {
  const signed = [
    ...(before ? [{ share: before, sign: -1 }] : []),
    ...(after ? [{ share: after, sign: 1 }] : []),
  ];
  await addOrders(ctx, signed.flatMap(toOrderRows));
  await addProducts(ctx, signed.flatMap(toProductRows));
}

type Signed = { share: StoreOrderShare; sign: number };

function toOrderRows({ share, sign }: Signed) {
  const { store_id, day, hour, city_key } = share;
  const sums = Object.fromEntries(orderSums.map((sum) => [sum, sign * share[sum]]));
  return listBroughtBy(share).map((brought_by) => ({ brought_by, store_id, day, hour, city_key, ...sums }));
}

function toProductRows({ share, sign }: Signed) {
  const { store_id, day } = share;
  return listBroughtBy(share).flatMap((brought_by) =>
    share.products.map(({ product_id, ...sold }) => ({
      brought_by,
      store_id,
      day,
      product_id,
      ...Object.fromEntries(productSums.map((sum) => [sum, sign * sold[sum]])),
    })),
  );
}

async function addOrders({ tx, actor }: Context, rows: readonly object[]): Promise<void> {
  await tx.run(sql`
    with changed as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as changed (brought_by text, day date,
        hour smallint, store_id text, city_key text, ${toColumns(orderSums, " bigint")})
    ),
    by_hour as (
      insert into figures.order_hours as days (merchant_id, brought_by, day, hour, store_id, ${toColumns(orderSums)})
      select ${actor.merchantId}, brought_by, day, hour, store_id, ${addUp(orderSums)} from changed
      group by 2, 3, 4, 5 having ${isAnything(orderSums)} order by 2, 3, 4, 5
      on conflict (merchant_id, brought_by, day, hour, store_id) do update set ${toGrowth(orderSums)}
    )
    insert into figures.city_days as days (merchant_id, brought_by, day, store_id, city_key, ${toColumns(orderSums)})
    select ${actor.merchantId}, brought_by, day, store_id, city_key, ${addUp(orderSums)} from changed
    group by 2, 3, 4, 5 having ${isAnything(orderSums)} order by 2, 3, 4, 5
    on conflict (merchant_id, brought_by, day, store_id, city_key) do update set ${toGrowth(orderSums)}`);
}

async function addProducts({ tx, actor }: Context, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`
    with changed as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as changed (brought_by text, day date,
        store_id text, product_id text, ${toColumns(productSums, " bigint")})
    ),
    by_month as (
      insert into figures.product_months as days (merchant_id, brought_by, month, store_id, product_id,
        ${toColumns(productSums)})
      select ${actor.merchantId}, brought_by, date_trunc('month', day)::date, store_id, product_id, ${addUp(productSums)}
      from changed group by 2, 3, 4, 5 having ${isAnything(productSums)} order by 2, 3, 4, 5
      on conflict (merchant_id, brought_by, month, store_id, product_id) do update set ${toGrowth(productSums)}
    )
    insert into figures.product_days as days (merchant_id, brought_by, day, store_id, product_id, ${toColumns(productSums)})
    select ${actor.merchantId}, brought_by, day, store_id, product_id, ${addUp(productSums)} from changed
    group by 2, 3, 4, 5 having ${isAnything(productSums)} order by 2, 3, 4, 5
    on conflict (merchant_id, brought_by, day, store_id, product_id) do update set ${toGrowth(productSums)}`);
}

/** Names come from the tables above, never from input. */
const toColumns = (sums: readonly string[], type = ""): Sql => join(sums.map((sum) => raw(`${sum}${type}`)));
const addUp = (sums: readonly string[]): Sql => join(sums.map((sum) => raw(`sum(${sum})`)));
const isAnything = (sums: readonly string[]): Sql =>
  join(
    sums.map((sum) => raw(`sum(${sum}) <> 0`)),
    " or ",
  );
const toGrowth = (sums: readonly string[]): Sql =>
  join(sums.map((sum) => raw(`${sum} = days.${sum} + excluded.${sum}`)));
