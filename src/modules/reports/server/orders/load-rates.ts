import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { findCityNames } from "#base/shared/places/find-city.ts";
import type { FiguresFacade, OrderSumsOfKind } from "#modules/figures/server/figures.facade.ts";
import type { DeliveryRateRow } from "../../contract/orders.calls.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import { resolveScope, type ScopeDeps } from "../truth/resolve-scope.ts";
import { toEnded, toPlaced } from "./load-orders.ts";
import type { NamesDeps } from "./present-orders.ts";

export type RatesDeps = ScopeDeps & NamesDeps & { figures: Pick<FiguresFacade, "loadOrderSums"> };

type Input = ReportScope & { by: "city" | "product"; cursor?: string | undefined };
const pageSize = 20;

/** How orders of each city or product were delivered, the most orders first. */
export const loadRateRows =
  (deps: RatesDeps) =>
  async (ctx: ReadContext, { by, cursor, ...input }: Input, language: Language) => {
    const scope = await resolveScope(deps, ctx, input);
    const filter = { ...scope.orders, ...scope.days };
    const rows: (OrderSumsOfKind & { key: string })[] =
      by === "city"
        ? (await deps.figures.loadOrderSums(ctx, { filter, by: ["city"] })).map((row) => ({
            ...row,
            key: row.city_key,
          }))
        : (await deps.figures.loadOrderSums(ctx, { filter, by: ["product", "store"] })).map((row) => ({
            ...row,
            key: row.product_id === "" ? "" : `${row.store_id}:${row.product_id}`,
          }));
    const groups = [...Map.groupBy(rows, ({ key }) => key)]
      .map(([key, group]) => ({
        key,
        placed: toPlaced(group),
        cod: toEnded(group.filter(({ is_cod }) => is_cod)),
        paid: toEnded(group.filter(({ is_cod }) => !is_cod)),
      }))
      .sort((one, other) => other.placed.orders - one.placed.orders || (one.key < other.key ? -1 : 1));
    const start = cursor === undefined ? 0 : groups.findIndex(({ key }) => `k${key}` === cursor) + 1;
    const page = groups.slice(start, start + pageSize);
    const names = await loadNames(deps, ctx, by, page, language);
    return {
      items: page.map((row): DeliveryRateRow => ({ ...row, name: names.get(row.key) ?? null })),
      next: start + page.length < groups.length ? `k${page.at(-1)?.key ?? ""}` : null,
    };
  };

async function loadNames(
  { stores }: NamesDeps,
  ctx: ReadContext,
  by: Input["by"],
  rows: readonly { key: string }[],
  language: Language,
): Promise<Map<string, string | undefined>> {
  if (by === "city") return new Map(rows.map(({ key }) => [key, findCityNames(key)?.[language]]));
  const keys = rows.filter(({ key }) => key !== "").map(({ key }) => key);
  const products = await stores.listProductNames(
    ctx,
    keys.map((key) => {
      const [store_id = "", product_id = ""] = key.split(/:(.*)/s);
      return { store_id, product_id };
    }),
  );
  return new Map(products.map(({ store_id, product_id, name }) => [`${store_id}:${product_id}`, name]));
}
