import type { Handlers } from "#base/server/http/handlers.ts";
import type { StockCalls } from "../../contract/stock.calls.ts";
import { listOfferedPackages } from "./packages.store.ts";
import { presentPackage, presentStock, presentUsages } from "./stock.present.ts";

export const stockHandlers = (): Handlers<StockCalls> => ({
  "GET Clients/Billing/packages": async ({ ctx, language }) => ({
    items: (await listOfferedPackages(ctx.db)).map((found) => presentPackage(found, language)),
  }),
  "GET Clients/Billing/stock": ({ ctx }) => presentStock(ctx),
  "GET Clients/Billing/usages": ({ ctx, query, language }) => presentUsages(ctx, { query, language }),
});
