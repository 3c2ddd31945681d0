import type { Metric } from "#modules/figures/contract/metrics.ts";
import { loadBothPeriods } from "./both-periods.ts";
import { groupSums, type Labels, mergeSums, plainLabel, toPeriodSums } from "./report-table.ts";
import { storeSums, toStoreSums } from "./store-sums.ts";
import type { LoadTab, ResolvedScope, TableDeps } from "./table-deps.ts";

const metrics = [
  "store_orders",
  "store_sales_halalas",
  "average_order_halalas",
  "orders_placed",
  "sales_placed_halalas",
] as const satisfies readonly Metric[];
const adSums = ["orders_placed", "sales_placed_halalas"] as const;

/** When orders were placed, by weekday and hour in Riyadh. Keys are written so that they sort: `3:09`. */
export const loadHoursTab: LoadTab = async (deps, ctx, scope) => {
  const periods = await loadBothPeriods(scope, async ({ from, to }) => {
    const filter = { from, to, storeId: scope.store_id };
    const [all, brought] = await Promise.all([
      deps.figures.queryOrderHours(ctx, { filter: { ...filter, broughtBy: "all" } }),
      deps.figures.queryOrderHours(ctx, { filter: { ...filter, broughtBy: scope.campaignIds ?? "ads" } }),
    ]);
    const byHour = mergeSums(
      toPeriodSums(
        storeSums,
        all.map((row) => [toKey(row), toStoreSums(row)]),
      ),
      toPeriodSums(
        adSums,
        brought.map((row) => [toKey(row), Object.fromEntries(adSums.map((sum) => [sum, row[sum]]))]),
      ),
    );
    if (scope.by === "weekday_hour") return byHour;
    return groupSums(byHour, (key) => key.split(":")[scope.by === "weekday" ? 0 : 1] ?? "");
  });
  return {
    metrics,
    ...periods,
    labels: nameHours(deps, scope),
    // The best hours of the week first; hours and days in their own order.
    sort: scope.by === "weekday_hour" ? "store_orders" : "key",
    keyOrder: "asc",
    notes: scope.city === undefined ? [] : ["not_by_city"],
  };
};

const toKey = ({ weekday, hour }: { weekday: number; hour: number }): string =>
  `${weekday}:${String(hour).padStart(2, "0")}`;

function nameHours({ messages }: TableDeps, { language, by }: ResolvedScope): Labels {
  const nameDay = (weekday = "") => messages.translate(language, `reports:weekdays.${weekday}`);
  return (key) => {
    const [first = "", hour] = key.split(":");
    if (by === "weekday") return plainLabel(nameDay(first));
    if (by === "hour") return plainLabel(`${first}:00`);
    return plainLabel(
      messages.translate(language, "reports:row.weekday_hour", { day: nameDay(first), hour: `${hour}:00` }),
    );
  };
}
