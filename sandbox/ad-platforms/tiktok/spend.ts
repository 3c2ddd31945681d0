import { toDayRange } from "../shared/account-time.ts";
import type { Context, StoredObject } from "./registry.ts";

/** Deliveries are stored in micro of the currency's unit. */
export const MICRO = 1_000_000;

export function listAdsUnder({ registry }: Pick<Context, "registry">, row: StoredObject): StoredObject[] {
  if (row.kind === "ads") return [row];
  if (row.kind === "adgroups") return registry.listChildren("ads", row.id);
  return registry.listChildren("adgroups", row.id).flatMap((group) => registry.listChildren("ads", group.id));
}

/** Micro spent in a budget's period so far: today in the account's zone, or the whole lifetime. */
export function spentMicro(context: Context, row: StoredObject): number {
  const { deliveries, registry, world } = context;
  if (row.wire.budget_mode === "BUDGET_MODE_TOTAL")
    return listAdsUnder(context, row).reduce((sum, ad) => sum + deliveries.totalSpent(ad.id), 0);
  const zone = registry.findOwner(row.account_id)?.account.timezone ?? "UTC";
  const [from, to] = toDayRange(world.now(), zone);
  return listAdsUnder(context, row).reduce((sum, ad) => sum + deliveries.spent(ad.id, from, to), 0);
}

/** The same in units of the currency. */
export function spentInPeriod(context: Context, row: StoredObject): number {
  return spentMicro(context, row) / MICRO;
}
