import type { ReadContext } from "#base/server/context.ts";
import { addDays, daysBetween, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type AdSums, factDays, type PlanFacts, type PlatformFacts } from "../domain/planner/plan-facts.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";

/** Orders of the last two weeks may still be on their way: what ads brought is counted before them. */
const onTheWayDays = 14;
const measures = ["spend_halalas", "clicks", "orders_delivered", "sales_delivered_halalas"] as const;

type Input = { storeId: string | null; sales: { units_sold: number; units_returned: number } | null };

/** What the merchant's orders and campaigns say, for a plan about a product of the store. */
export async function loadPlanFacts(
  { figures }: Pick<AssistantsDeps, "figures">,
  ctx: ReadContext,
  { storeId, sales }: Input,
): Promise<PlanFacts> {
  const today = toRiyadhDay(ctx.now);
  const cities = await figures.queryOrders(ctx, {
    by: ["city"],
    filter: {
      from: addDays(today, -factDays),
      to: addDays(today, -1),
      broughtBy: "all",
      ...(storeId === null ? {} : { storeId }),
    },
  });
  const to = addDays(today, -1 - onTheWayDays);
  const days = await figures.query(ctx, {
    measures,
    by: ["day", "platform"],
    filter: { from: addDays(to, 1 - factDays), to },
  });
  return {
    deliveredOrders: cities.reduce((sum, row) => sum + row.orders_delivered, 0),
    cities: cities
      .flatMap(({ city_key: key, orders_delivered: orders }) =>
        key !== "" && orders > 0 ? [{ key, orders }] : [],
      )
      .sort((one, other) => other.orders - one.orders || (one.key < other.key ? -1 : 1)),
    platforms: toPlatforms(
      days.map((row) => ({
        platform: row.platform,
        week: Math.floor(daysBetween(row.day, to) / 7),
        spendHalalas: row.spend_halalas,
        clicks: row.clicks,
        orders: row.orders_delivered,
        salesHalalas: row.sales_delivered_halalas,
      })),
    ),
    product: sales && { unitsSold: sales.units_sold, unitsReturned: sales.units_returned },
  };
}

type Day = AdSums & { platform: Platform; week: number };

function toPlatforms(days: readonly Day[]): PlatformFacts[] {
  const byPlatform = Map.groupBy(days, ({ platform }) => platform);
  return [...byPlatform].map(([platform, own]) => ({
    platform,
    ...sumDays(own),
    weeks: [...Map.groupBy(own, ({ week }) => week).values()]
      .map(sumDays)
      .filter(({ spendHalalas }) => spendHalalas > 0),
  }));
}

const sumDays = (days: readonly AdSums[]): AdSums => ({
  spendHalalas: sum(days, "spendHalalas"),
  clicks: sum(days, "clicks"),
  orders: sum(days, "orders"),
  salesHalalas: sum(days, "salesHalalas"),
});

const sum = (days: readonly AdSums[], name: keyof AdSums): number =>
  days.reduce((all, day) => all + day[name], 0);
