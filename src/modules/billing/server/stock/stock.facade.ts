import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { releaseStock, settleStock } from "./finish-reservation.ts";
import { listParts } from "./reservations.store.ts";
import { mayUse, type ReserveInput, reserveStock, type StockUse } from "./reserve-stock.ts";
import { presentStock } from "./stock.present.ts";

/**
 * What a merchant may use of the services that are counted in units. A work reserves what it will need at most, and
 * settles what it took or releases all of it: an answer that fails costs nothing. Without either, the units come back
 * after a day.
 */
export interface StockFacade {
  /** Whether so many units could be used now. Reserves nothing. */
  mayUse(ctx: ReadContext, input: StockUse): Promise<boolean>;
  /** Returns the reservation's id. Refuses `billing.subscription_inactive`, `billing.stock_not_enough`. */
  reserve(ctx: ReadContext, input: ReserveInput): Promise<string>;
  /** `units` is at most what was reserved. Returns what was used: zero when the reservation was released before. */
  settle(ctx: ReadContext, input: { reservation: string; units: number }): Promise<number>;
  release(ctx: ReadContext, input: { reservation: string }): Promise<void>;
  /** Whether the plan gave a unit of it; else all of it was bought. */
  isFromPlan(ctx: Context, input: { reservation: string }): Promise<boolean>;
  /** What can be used of every service, with the lots that were bought. */
  loadStock(ctx: ReadContext): ReturnType<typeof presentStock>;
}

export function makeStockFacade(deps: { systemClock: Clock }): StockFacade {
  const reserve = reserveStock(deps);
  return {
    mayUse,
    reserve: (ctx, input) => transact(ctx, (ctx) => reserve(ctx, input)),
    settle: (ctx, input) => transact(ctx, (ctx) => settleStock(ctx, input)),
    isFromPlan: async (ctx, { reservation }) =>
      (await listParts(ctx, reservation)).some(({ quota_feature }) => quota_feature !== null),
    loadStock: presentStock,
    release: (ctx, input) => transact(ctx, (ctx) => releaseStock(ctx, input)),
  };
}
