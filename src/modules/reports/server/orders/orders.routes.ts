import type { Handlers } from "#base/server/http/handlers.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { ordersCalls } from "../../contract/orders.calls.ts";
import { ordersPageSize } from "../../contract/reported-order.ts";
import { resolveScope } from "../truth/resolve-scope.ts";
import { type ExportOrdersDeps, exportOrders } from "./export-orders.ts";
import { loadOrders, type OrdersDeps } from "./load-orders.ts";
import { loadRateRows, type RatesDeps } from "./load-rates.ts";
import { type NamesDeps, presentOrders } from "./present-orders.ts";

export type OrdersRoutesDeps = OrdersDeps &
  RatesDeps &
  NamesDeps &
  ExportOrdersDeps & { figures: Pick<FiguresFacade, "listReportedOrders"> };

/** The calls of the tab "orders". */
export function ordersHandlers(deps: OrdersRoutesDeps): Handlers<typeof ordersCalls> {
  const orders = loadOrders(deps);
  const rates = loadRateRows(deps);
  const exportFile = exportOrders(deps);
  return {
    "GET Clients/Reports/orders": ({ ctx, query }) => orders(ctx, query),
    "GET Clients/Reports/orders/rates": ({ ctx, query, language }) => rates(ctx, query, language),
    "GET Clients/Reports/orders/export": ({ ctx, query: { format, ...scope }, language }) =>
      exportFile(ctx, { scope, format, language }),
    "GET Clients/Reports/orders/list": async ({ ctx, query, language }) => {
      const { state, payment, cursor, ...scope } = query;
      const { orders, days } = await resolveScope(deps, ctx, scope);
      const page = await deps.figures.listReportedOrders(ctx, {
        filter: { ...orders, ...days },
        ...(state ? { states: [state] } : {}),
        ...(payment ? { isCod: payment === "cod" } : {}),
        ...(cursor === undefined ? {} : { cursor }),
        size: ordersPageSize,
      });
      return presentOrders(deps, ctx, page, language);
    },
  };
}
