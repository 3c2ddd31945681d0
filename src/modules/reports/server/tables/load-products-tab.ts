import type { ReadContext } from "#base/server/context.ts";
import type { Metric } from "#modules/figures/contract/metrics.ts";
import { loadBothPeriods } from "./both-periods.ts";
import { listKeys } from "./load-campaigns-tab.ts";
import { type Labels, mergeSums, type PeriodSums, plainLabel, toPeriodSums } from "./report-table.ts";
import type { LoadTab, ResolvedScope, TableDeps } from "./table-deps.ts";

const metrics = [
  "product_sales_halalas",
  "units_sold",
  "product_sales_by_ads_halalas",
  "units_sold_by_ads",
  "units_returned",
] as const satisfies readonly Metric[];
const storeSums = ["product_sales_halalas", "units_sold", "units_returned"] as const;
const adSums = ["product_sales_by_ads_halalas", "units_sold_by_ads"] as const;

/** What each product sold, in all and by ads. Products are not counted by city. */
export const loadProductsTab: LoadTab = async (deps, ctx, scope) => {
  const periods = await loadBothPeriods(scope, async ({ from, to }) => {
    const filter = { from, to, storeId: scope.store_id };
    const [all, brought] = await Promise.all([
      deps.figures.queryProducts(ctx, { filter: { ...filter, broughtBy: "all" } }),
      deps.figures.queryProducts(ctx, { filter: { ...filter, broughtBy: scope.campaignIds ?? "ads" } }),
    ]);
    return mergeSums(
      toPeriodSums(
        storeSums,
        all.map(({ store_id, product_id, ...known }) => [toKey(store_id, product_id), known]),
      ),
      toPeriodSums(
        adSums,
        brought.map(({ store_id, product_id, ...known }) => [
          toKey(store_id, product_id),
          {
            product_sales_by_ads_halalas: known.product_sales_halalas,
            units_sold_by_ads: known.units_sold,
          },
        ]),
      ),
    );
  });
  return {
    metrics,
    ...periods,
    labels: await nameProducts(deps, ctx, scope, periods),
    sort: "product_sales_halalas",
    keyOrder: "asc",
    notes: ["product_sales_before_coupons", ...(scope.city === undefined ? [] : (["not_by_city"] as const))],
  };
};

const toKey = (storeId: string, productId: string): string => `${storeId}/${productId}`;

function parseKey(key: string) {
  const at = key.indexOf("/");
  return { store_id: key.slice(0, at), product_id: key.slice(at + 1) };
}

type Periods = { now: PeriodSums; before: PeriodSums | null };

async function nameProducts(
  { stores, messages }: TableDeps,
  ctx: ReadContext,
  { language }: ResolvedScope,
  periods: Periods,
): Promise<Labels> {
  const keys = listKeys(periods).map(parseKey);
  const products = await stores.listProductNames(ctx, keys);
  const names = await stores.listStoreNames(ctx, [...new Set(keys.map(({ store_id }) => store_id))]);
  const byKey = new Map(products.map((product) => [toKey(product.store_id, product.product_id), product]));
  const storeById = new Map(names.map(({ id, name }) => [id, name]));
  const unknown = messages.translate(language, "reports:row.product_unknown");
  return (key) => {
    const product = byKey.get(key);
    const { store_id, product_id } = parseKey(key);
    return {
      ...plainLabel(product?.name ?? `${unknown} ${product_id}`),
      detail: names.length > 1 ? (storeById.get(store_id) ?? null) : null,
      image_url: product?.image_url ?? null,
      is_deleted: product?.is_gone ?? false,
    };
  };
}
