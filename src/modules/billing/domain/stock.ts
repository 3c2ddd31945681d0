/** A lot of bought units, as far as they can still be used. */
export type Lot = { id: string; units_left: number };
/** Units taken from one place: a lot, or the plan's quota of the month when `lot_id` is null. */
export type TakenPart = { lot_id: string | null; units: number };

/**
 * Which units a use takes: the plan's quota of the month first, then the lots in their order, the oldest first. Null when
 * there are not enough; nothing is taken in part. `quotaLeft` is null for a quota without limit.
 */
export function takeUnits(units: number, quotaLeft: number | null, lots: readonly Lot[]): TakenPart[] | null {
  const fromQuota = Math.min(units, quotaLeft ?? units);
  const parts: TakenPart[] = fromQuota > 0 ? [{ lot_id: null, units: fromQuota }] : [];
  let missing = units - fromQuota;
  for (const { id, units_left } of lots) {
    const taken = Math.min(missing, units_left);
    if (taken > 0) parts.push({ lot_id: id, units: taken });
    missing -= taken;
  }
  return missing === 0 ? parts : null;
}

/**
 * What of the reserved parts a work that took `units` has used, and what goes back to where it came from. The parts are
 * used in their order, so that the newest units go back first. A work takes at most what was reserved for it.
 */
export function splitReserved(
  parts: readonly TakenPart[],
  units: number,
): (TakenPart & { used: number; back: number })[] {
  let open = units;
  const split = parts.map((part) => {
    const used = Math.min(open, part.units);
    open -= used;
    return { ...part, used, back: part.units - used };
  });
  if (open > 0 || units < 0) throw new RangeError(`${units} units were not reserved`);
  return split;
}

/** Units that can be used now: what is left of the quota and in the lots; null without a limit. */
export function countAvailable(quotaLeft: number | null, lots: readonly Lot[]): number | null {
  return quotaLeft === null ? null : quotaLeft + lots.reduce((sum, { units_left }) => sum + units_left, 0);
}

/** What is left of a month's quota, never below zero: a smaller plan may have less than was used already. */
export function computeQuotaLeft(
  limit: number | null,
  counted: { used_units: number; reserved_units: number },
): number | null {
  return limit === null ? null : Math.max(0, limit - counted.used_units - counted.reserved_units);
}
