import { type ReadContext, transact } from "#base/server/context.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { keepPlan } from "./miss-intent.ts";
import { requireNotUnderWay } from "./on-session-payment.ts";
import { lockOpenPeriod, savePeriod } from "./periods.store.ts";
import { commitChange } from "./subscription-changes.ts";
import { lockSubscription } from "./subscriptions.store.ts";
import { findUnpaidForm } from "./unpaid-form.ts";

const action = "billing.payment_cancelled";

/**
 * Gives up a form that the merchant opened and did not pay in: a renewal goes on by itself at once, an upgrade is not
 * made. What is still paid in the form pays the renewal, or goes back. Refuses `billing.nothing_to_pay`,
 * `billing.payment_under_way`.
 */
export const cancelPayment =
  (deps: Pick<BillingDeps, "payments">) =>
  (ctx: ReadContext): Promise<void> =>
    transact(ctx, async (ctx) => {
      const subscription = await lockSubscription(ctx);
      const period = subscription && (await lockOpenPeriod(ctx, subscription.id));
      if (!subscription || !period) return plansRefusals.refuse("billing.nothing_to_pay");
      await requireNotUnderWay(deps, ctx, period);
      if (!(await findUnpaidForm(deps, ctx, period))) return plansRefusals.refuse("billing.nothing_to_pay");
      if (period.kind === "renewal")
        return keepPlan(ctx, { subscription, period, change: { action, after: { period: period.id } } });
      await savePeriod(ctx, { ...period, state: "void", next_attempt_at: null });
      await commitChange(ctx, subscription, { action, after: { period: period.id } });
    });
