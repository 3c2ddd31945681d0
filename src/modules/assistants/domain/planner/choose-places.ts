import { findCityNames } from "#base/shared/places/find-city.ts";
import type { PlanChoices, Reason } from "../../contract/plan-shapes.ts";
import { factDays, type PlanFacts, toPercent } from "./plan-facts.ts";

type Facts = Pick<PlanFacts, "deliveredOrders" | "cities">;

/** Fewer orders say nothing of where shoppers live. */
const ordersNeeded = 30;
const citiesMax = 3;
/** Cities that have so much of the orders are proposed by themselves. */
const proposedPercent = 60;

/**
 * The cities that the merchant named, with their share of the delivered orders; or those few from which most orders come; or
 * the whole Kingdom.
 */
export function choosePlaces(named: readonly string[], why: Reason, facts: Facts): PlanChoices["places"] {
  const { deliveredOrders } = facts;
  const isKnown = deliveredOrders >= ordersNeeded;
  if (named.length > 0)
    return {
      cities: named.flatMap(toCity),
      reasons: [why, ...(isKnown ? [toShare("cities_share", named, facts)] : [])],
    };
  if (why.kind === "asked") return { cities: [], reasons: [why] };
  if (!isKnown)
    return {
      cities: [],
      reasons: [{ kind: "places_default", orders: deliveredOrders, days: factDays }],
    };
  const largest = facts.cities.slice(0, citiesMax).map(({ key }) => key);
  const few = takeUntilEnough(largest, facts);
  if (!few) return { cities: [], reasons: [toShare("cities_spread", largest, facts)] };
  return { cities: few.flatMap(toCity), reasons: [toShare("cities_share", few, facts)] };
}

/** The fewest of the largest cities that have enough of the orders; null where even all of them have not. */
function takeUntilEnough(keys: readonly string[], facts: Facts): string[] | null {
  const count = keys.findIndex(
    (_, index) =>
      toPercent(countOrders(keys.slice(0, index + 1), facts), facts.deliveredOrders) >= proposedPercent,
  );
  return count < 0 ? null : keys.slice(0, count + 1);
}

const toShare = (kind: "cities_share" | "cities_spread", keys: readonly string[], facts: Facts): Reason => ({
  kind,
  percent: toPercent(countOrders(keys, facts), facts.deliveredOrders),
  orders: facts.deliveredOrders,
  days: factDays,
  cities: keys.flatMap((key) => findCityNames(key) ?? []),
});

const countOrders = (keys: readonly string[], { cities }: Facts): number =>
  cities.reduce((sum, { key, orders }) => sum + (keys.includes(key) ? orders : 0), 0);

const toCity = (key: string) => {
  const names = findCityNames(key);
  return names ? [{ key, ...names }] : [];
};
