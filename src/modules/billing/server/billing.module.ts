import { defineModule } from "#base/server/module.ts";
import { billingAbilities, billingStaffAbilities } from "../contract/billing.abilities.ts";
import { billingCalls } from "../contract/billing.calls.ts";
import { catalogueRefusals } from "../contract/catalogue.refusals.ts";
import { invoicesEvents } from "../contract/invoices.events.ts";
import { invoicesRefusals } from "../contract/invoices.refusals.ts";
import { ordersEvents } from "../contract/orders.events.ts";
import { ordersRefusals } from "../contract/orders.refusals.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import { stockEvents } from "../contract/stock.events.ts";
import { stockRefusals } from "../contract/stock.refusals.ts";
import { subscriptionEvents } from "../contract/subscription.events.ts";
import type { BillingFacade } from "./billing.facade.ts";
import { billingData } from "./billing.personal-data.ts";
import { mountBilling } from "./billing.routes.ts";
import { cancelForErasure } from "./change-subscription.ts";
import { makeCouponsFacade } from "./coupons/coupons.facade.ts";
import { makeInvoicesFacade } from "./invoices/invoices.facade.ts";
import { findSampleSeller, sellerSettings, toSeller } from "./invoices/seller.ts";
import { makeOrdersFacade } from "./orders/orders.facade.ts";
import { ordersJobs } from "./orders/orders.job-handlers.ts";
import { ordersSubscriptions } from "./orders/orders.subscriptions.ts";
import { makePlansFacade } from "./plans.facade.ts";
import { plansJobs } from "./plans.jobs.ts";
import { plansSubscriptions } from "./plans.subscriptions.ts";
import { makeStockFacade } from "./stock/stock.facade.ts";
import { stockJobs } from "./stock/stock.job-handlers.ts";
import { textsJobs, textsSubscriptions } from "./texts/settle-texts.ts";
import { makeTextsFacade } from "./texts/texts.facade.ts";

export const server = defineModule({
  name: "billing",
  layer: 3,
  needs: ["staff", "merchants", "company", "messages", "stores", "payments", "wallet"],
  calls: billingCalls,
  // Each part of billing (plans, stock and orders, invoices) adds its tables here.
  events: { ...subscriptionEvents, ...stockEvents, ...ordersEvents, ...invoicesEvents },
  refusals: {
    table: {
      ...plansRefusals.table,
      ...stockRefusals.table,
      ...ordersRefusals.table,
      ...invoicesRefusals.table,
      ...catalogueRefusals.table,
    },
  },
  abilities: [billingAbilities, billingStaffAbilities],
  settings: sellerSettings,
  findProductionProblems: findSampleSeller,
  personalData: billingData,
  build({ facades: { messages: texts, company, ...facades }, ...shared }) {
    const invoices = makeInvoicesFacade({
      // The settings say who sells until staff have saved it.
      loadSeller: async (db) => (await company.findSeller(db)) ?? toSeller(shared.settings),
    });
    const deps = { ...shared, ...facades, texts, invoices };
    return {
      facade: {
        ...makePlansFacade(deps),
        ...makeStockFacade(deps),
        ...makeOrdersFacade(deps),
        ...makeTextsFacade(deps),
        ...makeCouponsFacade(deps),
        ...invoices,
      },
      mount: (app, http) => mountBilling(app, http, deps),
      jobs: [...plansJobs(deps), ...stockJobs(deps), ...ordersJobs(deps), ...textsJobs(deps)],
      subscriptions: [...plansSubscriptions(deps), ...ordersSubscriptions(deps), ...textsSubscriptions(deps)],
      personalData: { stopForErasure: cancelForErasure(deps) },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    billing: { layer: 3; facade: BillingFacade };
  }
}
