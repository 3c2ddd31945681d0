import { randomUUID } from "node:crypto";
import { systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { StockService } from "../contract/stock.enums.ts";
import { startSubscription } from "../server/start-subscription.ts";
import { addLots } from "../server/stock/add-lots.ts";

type Purchase = { service: StockService; units: number; validDays?: number | null; at: Date };

/** Units that the merchant bought at a time, as a delivered order puts them into the stock. Returns the order's id. */
export async function aPurchase(
  db: Db,
  merchantId: string,
  { service, units, validDays: valid_days = 365, at }: Purchase,
): Promise<string> {
  const orderId = newId("ord");
  await db.run(sql`
    insert into billing.orders (id, merchant_id, checkout_id, cart_hash, state, subtotal_halalas, discount_halalas,
      total_halalas, vat_halalas, vat_basis_points, payment_method, created_at, paid_at, opened_at)
    values (${orderId}, ${merchantId}, ${randomUUID()}, 'given', 'delivered', 11500, 0, 11500, 1500, 1500, 'balance',
      ${at}, ${at}, ${at})`);
  const lines = [{ number: 1, service, units, valid_days, title_ar: "حزمة", title_en: "A package" }];
  await transact(systemContext(db, merchantId, at), (ctx) => addLots(ctx, { orderId, lines }));
  return orderId;
}

/** A paid subscription of the plan `start` from then on: 10,000 words, 20 pictures and 100 messages a month. */
export async function aSubscription(db: Db, merchantId: string, at: Date): Promise<void> {
  await transact(systemContext(db, merchantId, at), (ctx) =>
    startSubscription(ctx, {
      plan_version_id: "plv_start_1",
      duration_months: 1,
      order_id: newId("ord"),
      paid_halalas: 9_900,
      payment: { source: "balance", card_id: null },
      payment_id: null,
    }),
  );
}
