import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { noValue, type OrderValue } from "#modules/stores/contract/order-value.ts";
import type { Credit } from "./attribution.ts";

/** What one order adds to the roll-up: its value, under each of its credits. */
export type OrderShare = {
  value: OrderValue;
  credits: readonly (Credit & { store_id: string; placed_on: RiyadhDay })[];
};

/** A row of the roll-up, with what is to be added to it. */
export type AttributionDayChange = Omit<Credit, "click_id"> & {
  day: RiyadhDay;
  store_id: string;
} & OrderValue;

const measures = Object.keys(noValue) as (keyof OrderValue)[];

/** What changes in the roll-up when these orders add `after` and no longer `before`; rows that stay are left out. */
export function computeDayChanges(
  before: readonly OrderShare[],
  after: readonly OrderShare[],
): AttributionDayChange[] {
  const rows = new Map<string, AttributionDayChange>();
  for (const [shares, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const { value, credits } of shares) {
      for (const credit of credits) {
        const row = findRow(rows, credit);
        for (const measure of measures) row[measure] += sign * value[measure];
      }
    }
  }
  return [...rows.values()].filter((row) => measures.some((measure) => row[measure] !== 0));
}

function findRow(rows: Map<string, AttributionDayChange>, credit: OrderShare["credits"][number]) {
  const {
    click_id: _,
    placed_on: day,
    model,
    window_days,
    witness,
    campaign_id,
    ad_group_id,
    ad_id,
    store_id,
  } = credit;
  const key = [day, model, window_days, witness, campaign_id, ad_group_id, ad_id, store_id].join(" ");
  const row = rows.get(key) ?? {
    ...{ day, model, window_days, witness, campaign_id, ad_group_id, ad_id, store_id },
    ...noValue,
  };
  rows.set(key, row);
  return row;
}
