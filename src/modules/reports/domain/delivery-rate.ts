/** Orders of a kind by how they ended. */
export type Ended = { delivered: number; refused: number; cancelled: number };

/** Fewer orders that ended than this say nothing about a rate. */
const fewest = 5;

/**
 * How many of the orders that ended were delivered, in percent with one decimal; null while too few have ended. Orders
 * that came back later were delivered.
 */
export function toDeliveryRate(ended: Ended): Ended & { percent: number | null } {
  const all = ended.delivered + ended.refused + ended.cancelled;
  return { ...ended, percent: all < fewest ? null : Math.round((ended.delivered / all) * 1_000) / 10 };
}
