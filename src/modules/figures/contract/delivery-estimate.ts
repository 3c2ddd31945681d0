import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { addDays } from "#base/shared/riyadh-day.ts";

/** Of a hundred ranges, how many hold what is delivered in the end (docs/delivery-estimate.md holds the measurement). */
export const estimateLevel = 90;

/** Orders younger than this still change too often to say at which rate they are delivered. */
export const settlingDays = 10;

/** Orders placed before this many days say nothing about how the store delivers now. */
export const rateDays = 120;

/** A delivered order may still come back for so many days after it was placed. */
export const returnDays = 14;

/** An order that is open for longer than this is not expected to be delivered. */
export const staleDays = 45;

/** The Riyadh days by which the estimate tells orders apart, as of a day. */
export function toEstimateDays(today: RiyadhDay) {
  return {
    /** The orders whose ends are the store's rates. */
    rates: { from: addDays(today, -rateDays), to: addDays(today, -settlingDays) },
    /** Delivered orders from here on may still come back. */
    returnsFrom: addDays(today, -returnDays),
    /** Open orders from here on are expected. */
    openFrom: addDays(today, -staleDays),
  };
}
