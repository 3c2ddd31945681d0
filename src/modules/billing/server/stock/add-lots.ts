import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { StockService } from "../../contract/stock.enums.ts";
import { countStock, insertLot, lockService } from "./lots.store.ts";
import { insertMovement } from "./movements.store.ts";

type BoughtLine = {
  number: number;
  service: StockService | null;
  units: number | null;
  valid_days: number | null;
  title_ar: string;
  title_en: string;
};
type NewUnits = {
  orderId: string;
  number: number;
  service: StockService;
  units: number;
  validDays: number | null;
};

const dayMs = 86_400_000;

/** Puts what an order's packages bought into the stock, a lot for each line. */
export async function addLots(
  ctx: Context,
  { orderId, lines }: { orderId: string; lines: readonly BoughtLine[] },
): Promise<void> {
  const bought = lines
    .flatMap(({ number, service, units, valid_days: validDays }) =>
      service && units ? [{ orderId, number, service, units, validDays }] : [],
    )
    // Services are locked in the order of their names, by whoever locks several.
    .sort((one, other) => one.service.localeCompare(other.service) || one.number - other.number);
  for (const line of bought) await addLot(ctx, line);
}

async function addLot(ctx: Context, { orderId, number, service, units, validDays }: NewUnits): Promise<void> {
  await lockService(ctx, service);
  const id = newId("lot");
  const expires_at = validDays === null ? null : new Date(ctx.now.getTime() + validDays * dayMs);
  await insertLot(ctx, { id, service, order_id: orderId, order_line: number, units, expires_at });
  const stock_after = await countStock(ctx, service);
  await insertMovement(ctx, { service, kind: "added", units, lot_id: id, order_id: orderId, stock_after });
  await ctx.tx.publish({ name: "billing.stock_changed", merchant_id: ctx.actor.merchantId, service });
}
