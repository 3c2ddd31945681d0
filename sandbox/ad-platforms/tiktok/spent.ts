import { dayAround } from "../shared/account-time.ts";
import type { Kept, Room } from "./registry.ts";

/** Deliveries are kept in millionths of the currency's unit. */
export const MICRO = 1_000_000;

export function adsUnder({ registry }: Pick<Room, "registry">, row: Kept): Kept[] {
  if (row.kind === "ads") return [row];
  if (row.kind === "adgroups") return registry.childrenOf("ads", row.id);
  return registry.childrenOf("adgroups", row.id).flatMap((group) => registry.childrenOf("ads", group.id));
}

/** Millionths spent of a budget's period so far: today in the account's zone, or ever for a lifetime budget. */
export function spentMicro(room: Room, row: Kept): number {
  const { deliveries, registry, world } = room;
  if (row.wire.budget_mode === "BUDGET_MODE_TOTAL")
    return adsUnder(room, row).reduce((sum, ad) => sum + deliveries.spentInAll(ad.id), 0);
  const zone = registry.ownerOf(row.account_id)?.account.timezone ?? "UTC";
  const [from, to] = dayAround(world.now(), zone);
  return adsUnder(room, row).reduce((sum, ad) => sum + deliveries.spent(ad.id, from, to), 0);
}

/** The same in units of the currency. */
export function spentInPeriod(room: Room, row: Kept): number {
  return spentMicro(room, row) / MICRO;
}
