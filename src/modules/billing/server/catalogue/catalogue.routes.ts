import type { Handlers } from "#base/server/http/handlers.ts";
import type { CatalogueCalls } from "../../contract/billing.calls.ts";
import type { CatalogueDeps } from "./catalogue.deps.ts";
import { changeCoupon, createCoupon, showCoupons } from "./edit-coupons.ts";
import { changePackage, createPackage, reorderPackages, showPackages } from "./edit-packages.ts";
import { changePlan, createPlan, reorderPlans, showPlans } from "./edit-plans.ts";

/** The calls of staff who edit what is sold. */
export const catalogueHandlers = (deps: CatalogueDeps): Handlers<CatalogueCalls> => ({
  "GET Staff/Billing/plans": ({ ctx }) => showPlans(ctx),
  "POST Staff/Billing/plans": ({ ctx, body }) => createPlan(deps)(ctx, body),
  "PUT Staff/Billing/plans/{code}": ({ ctx, params, body }) => changePlan(deps)(ctx, { ...params, ...body }),
  "POST Staff/Billing/plans/reorder": ({ ctx, body }) => reorderPlans(deps)(ctx, body.items),
  "GET Staff/Billing/packages": ({ ctx }) => showPackages(ctx),
  "POST Staff/Billing/packages": ({ ctx, body }) => createPackage(deps)(ctx, body),
  "PUT Staff/Billing/packages/{id}": ({ ctx, params, body }) =>
    changePackage(deps)(ctx, { ...params, ...body }),
  "POST Staff/Billing/packages/reorder": ({ ctx, body }) => reorderPackages(deps)(ctx, body.items),
  "GET Staff/Billing/coupons": ({ ctx, query }) => showCoupons(ctx, query),
  "POST Staff/Billing/coupons": ({ ctx, body }) => createCoupon(deps)(ctx, body),
  "PUT Staff/Billing/coupons/{id}": ({ ctx, params, body }) =>
    changeCoupon(deps)(ctx, { ...params, ...body }),
});
