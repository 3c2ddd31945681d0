import { cities } from "#base/shared/places/generated/cities.ts";
import type { CityRow } from "#base/shared/places/places.ts";
import type { Metric } from "#modules/figures/contract/metrics.ts";
import { loadBothPeriods } from "./both-periods.ts";
import { groupSums, type Labels, mergeSums, plainLabel, toPeriodSums } from "./report-table.ts";
import { loadStoreSums } from "./store-sums.ts";
import type { LoadTab, ResolvedScope, TableDeps } from "./table-deps.ts";

const storeMetrics = [
  "store_sales_halalas",
  "store_orders",
  "average_order_halalas",
  "store_delivery_share",
  "store_orders_delivered",
] as const satisfies readonly Metric[];
const adSums = ["sales_placed_halalas", "orders_placed", "orders_delivered"] as const;

/** Where the stores' orders, and those that ads brought, were sent. What ads cost is not known by city. */
export const loadCitiesTab: LoadTab = async (deps, ctx, scope) => {
  const periods = await loadBothPeriods(scope, async (period) => {
    const { store_id: storeId, city, campaignIds } = scope;
    const filter = {
      from: period.from,
      to: period.to,
      storeId,
      city,
      broughtBy: campaignIds ?? ("ads" as const),
    };
    const [all, brought] = await Promise.all([
      loadStoreSums(deps, ctx, scope, { by: "city", period }),
      deps.figures.queryOrders(ctx, { by: ["city"], filter }),
    ]);
    const byCity = mergeSums(
      all,
      toPeriodSums(
        adSums,
        brought.map((row) => [row.city_key, Object.fromEntries(adSums.map((sum) => [sum, row[sum]]))]),
      ),
    );
    return scope.by === "region" ? groupSums(byCity, (key) => cityByKey.get(key)?.[3] ?? "") : byCity;
  });
  return {
    metrics: [...storeMetrics, ...adSums],
    ...periods,
    labels: namePlaces(deps, scope),
    sort: "store_sales_halalas",
    keyOrder: "asc",
    notes: [],
  };
};

const cityByKey = new Map<string, CityRow>(cities.map((row) => [row[0], row]));

function namePlaces({ messages }: TableDeps, { language, by }: ResolvedScope): Labels {
  const unknown = messages.translate(language, "reports:row.city_unknown");
  return (key) => {
    if (key === "") return plainLabel(unknown);
    if (by === "region") return plainLabel(messages.translate(language, `reports:regions.${key}`));
    const city = cityByKey.get(key);
    return plainLabel(city ? city[language === "ar" ? 1 : 2] : unknown);
  };
}

/** The names of cities by their keys; a key that the gazetteer does not have has none. */
export const nameCity = (key: string, language: "ar" | "en"): string | null =>
  cityByKey.get(key)?.[language === "ar" ? 1 : 2] ?? null;
