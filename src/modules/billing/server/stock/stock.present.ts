import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { type StockEnding, type StockService, stockServices } from "../../contract/stock.enums.ts";
import { countAvailable } from "../../domain/stock.ts";
import { type Lot, listCurrentLots, listNewestLots } from "./lots.store.ts";
import { listMovements, type Movement } from "./movements.store.ts";
import type { Package } from "./packages.store.ts";
import { loadPlanQuota, type PlanQuota } from "./plan-quota.ts";

export const presentPackage = (found: Package, language: Language) => ({
  id: found.id,
  service: found.service,
  units: found.units,
  price_halalas: found.price_halalas,
  valid_days: found.valid_days,
  title: found[`title_${language}`],
  description: found[`description_${language}`],
});

/** The stock of every service, those that were never bought too. */
export async function presentStock(ctx: ReadContext) {
  const lots = await listCurrentLots(ctx);
  const newest = await listNewestLots(ctx);
  const items = [];
  for (const service of stockServices) {
    const { quota } = await loadPlanQuota(ctx, service);
    const own = lots.filter((lot) => lot.service === service);
    const last = newest.find((lot) => lot.service === service);
    items.push({
      ...presentService(ctx.now, service, own, quota),
      ended: own.length === 0 && last ? findEnding(last) : null,
    });
  }
  return { items, as_of: ctx.now.toISOString() };
}

function presentService(now: Date, service: StockService, lots: readonly Lot[], quota: PlanQuota | null) {
  const usable = lots.filter(({ expires_at }) => expires_at === null || expires_at > now);
  const units = usable.map(({ id, left_units }) => ({ id, units_left: left_units }));
  return {
    service,
    available_units: countAvailable(quota ? quota.left_units : 0, units),
    left_units: units.reduce((sum, { units_left }) => sum + units_left, 0),
    reserved_units: lots.reduce((sum, { reserved_units }) => sum + reserved_units, 0),
    next_expiry: findNextExpiry(usable),
    quota: quota && {
      limit_units: quota.limit_units,
      used_units: quota.used_units,
      reserved_units: quota.reserved_units,
      left_units: quota.left_units,
      renews_at: quota.month_end.toISOString(),
    },
    lots: lots.map(presentLot),
  };
}

/** How a lot ended of which nothing is left that can be used. */
function findEnding({ left_units, expired_units, withdrawn_units }: Lot): StockEnding {
  if (withdrawn_units > 0) return "withdrawn";
  // The units of one whose time is over are left until the next run ends them.
  return expired_units > 0 || left_units > 0 ? "expired" : "used";
}

/** What ends first, with all that ends at the same moment. */
function findNextExpiry(lots: readonly Lot[]) {
  const ending = lots.flatMap(({ expires_at, left_units }) =>
    expires_at && left_units > 0 ? [{ expires_at, left_units }] : [],
  );
  const first = Math.min(...ending.map(({ expires_at }) => expires_at.getTime()));
  if (!Number.isFinite(first)) return null;
  const together = ending.filter(({ expires_at }) => expires_at.getTime() === first);
  return {
    units: together.reduce((sum, { left_units }) => sum + left_units, 0),
    expires_at: new Date(first).toISOString(),
  };
}

const presentLot = (lot: Lot) => ({
  id: lot.id,
  order_id: lot.order_id,
  units: lot.units,
  left_units: lot.left_units,
  reserved_units: lot.reserved_units,
  used_units: lot.used_units,
  added_at: lot.added_at.toISOString(),
  expires_at: lot.expires_at?.toISOString() ?? null,
});

export async function presentUsages(
  ctx: ReadContext,
  { query, language }: { query: Parameters<typeof listMovements>[1]; language: Language },
) {
  const list = await listMovements(ctx, query);
  return { ...list, items: list.items.map((movement) => presentMovement(movement, language)) };
}

const presentMovement = (movement: Movement, language: Language) => ({
  id: movement.id,
  service: movement.service,
  kind: movement.kind,
  units: movement.units,
  source: movement.kind === "used" && movement.lot_id === null ? ("plan" as const) : ("bought" as const),
  lot_id: movement.lot_id,
  order_id: movement.order_id,
  reason: movement[`reason_${language}`],
  stock_after: movement.stock_after,
  moved_at: movement.moved_at.toISOString(),
});
