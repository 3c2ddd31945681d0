import type { ReadContext } from "#base/server/context.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { estimateLevel } from "#modules/figures/contract/delivery-estimate.ts";
import { type OrderState, orderStates } from "#modules/figures/contract/order-states.ts";
import type { FiguresFacade, OrderSumsOfKind } from "#modules/figures/server/figures.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { ageBands, type OrdersReport } from "../../contract/orders.calls.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import { type Amount, addAmounts, nothing } from "../../domain/bridge.ts";
import { toDeliveryRate } from "../../domain/delivery-rate.ts";
import { resolveScope, type ScopeDeps } from "../truth/resolve-scope.ts";

export type OrdersDeps = ScopeDeps & {
  figures: Pick<FiguresFacade, "loadOrderSums" | "loadDeliveredEstimates" | "findCompleteUntil">;
  stores: Pick<StoresFacade, "listConnectedStores">;
};

const toStateAmount = (row: OrderSumsOfKind, state: OrderState): Amount => ({
  orders: row[`orders_${state}`],
  halalas: row[`sales_${state}_halalas`],
});
export const toPlaced = (rows: readonly OrderSumsOfKind[]): Amount =>
  rows.flatMap((row) => orderStates.map((state) => toStateAmount(row, state))).reduce(addAmounts, nothing);
export const toEnded = (rows: readonly OrderSumsOfKind[]) =>
  toDeliveryRate({
    delivered: rows.reduce((sum, row) => sum + row.orders_delivered + row.orders_refunded, 0),
    refused: rows.reduce((sum, row) => sum + row.orders_refused, 0),
    cancelled: rows.reduce((sum, row) => sum + row.orders_cancelled, 0),
  });

/** The stores' orders by state, whether ads brought them or not; a filter of ads leaves those that these brought. */
export const loadOrders =
  (deps: OrdersDeps) =>
  async (ctx: ReadContext, input: ReportScope): Promise<OrdersReport> => {
    const { figures, stores } = deps;
    const scope = await resolveScope(deps, ctx, input);
    const filter = { ...scope.orders, ...scope.days };
    const rows = await figures.loadOrderSums(ctx, { filter, by: [] });
    const ofKind = (isCod: boolean) => rows.filter(({ is_cod }) => is_cod === isCod);
    const placed = toPlaced(rows);
    const sum = (isCod: boolean, state: OrderState) =>
      ofKind(isCod)
        .map((row) => toStateAmount(row, state))
        .reduce(addAmounts, nothing);
    const [estimate] = await figures.loadDeliveredEstimates(ctx, { filter, by: [] });
    const isConnected = placed.orders > 0 || (await stores.listConnectedStores(ctx)).length > 0;
    return {
      ...scope.days,
      as_of: await figures.findCompleteUntil(ctx),
      emptiness: placed.orders > 0 ? null : isConnected ? "none" : "not_connected",
      placed,
      previous_placed: scope.compared
        ? toPlaced(
            await figures.loadOrderSums(ctx, { filter: { ...scope.orders, ...scope.compared }, by: [] }),
          )
        : null,
      states: orderStates.map((state) => ({ state, cod: sum(true, state), paid: sum(false, state) })),
      returned: rows.reduce(
        (total, row) => addAmounts(total, { orders: row.orders_returned, halalas: row.refunded_halalas }),
        nothing,
      ),
      rates: { cod: toEnded(ofKind(true)), paid: toEnded(ofKind(false)) },
      expected: {
        open: { orders: estimate?.open_orders ?? 0, halalas: estimate?.open_halalas ?? 0 },
        expected_halalas: estimate?.expected_halalas ?? 0,
        level: estimateLevel,
      },
      ages: await loadAges(deps, ctx, filter),
    };
  };

/** How many days ago an order of each band was placed at least. */
const bandStarts: Record<(typeof ageBands)[number], number> = { "0-2": 0, "3-5": 3, "6-9": 6, "10+": 10 };

async function loadAges(
  { figures }: OrdersDeps,
  ctx: ReadContext,
  filter: Parameters<FiguresFacade["loadOrderSums"]>[1]["filter"],
): Promise<OrdersReport["ages"]> {
  const today = toRiyadhDay(ctx.now);
  const rows = await figures.loadOrderSums(ctx, { filter, by: ["day"] });
  const latestDay = (band: (typeof ageBands)[number]): RiyadhDay => addDays(today, -bandStarts[band]);
  return ageBands.map((days, index) => {
    const older = ageBands[index + 1];
    const ofBand = rows.filter(({ day }) => day <= latestDay(days) && !(older && day <= latestDay(older)));
    const sum = (state: OrderState) =>
      ofBand.map((row) => toStateAmount(row, state)).reduce(addAmounts, nothing);
    return { days, preparing: sum("preparing"), on_the_way: sum("on_the_way") };
  });
}
