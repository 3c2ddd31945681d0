import type { Handlers } from "#base/server/http/handlers.ts";
import type { PlansCalls } from "../contract/plans.calls.ts";
import { presentPlan } from "./plans.present.ts";
import { listOfferedPlans } from "./plans.store.ts";

export const plansHandlers = (): Handlers<PlansCalls> => ({
  "GET Clients/Billing/plans": async ({ ctx }) => ({
    items: (await listOfferedPlans(ctx.db)).map(presentPlan),
  }),
});
