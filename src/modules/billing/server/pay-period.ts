import type { Context } from "#base/server/context.ts";
import { together } from "#base/server/db/db.ts";
import { spanFrom } from "../domain/periods.ts";
import { continueCycle } from "../domain/renewal.ts";
import { transition } from "../domain/subscription.ts";
import { type InvoicePeriodDeps, invoicePeriod } from "./invoice-period.ts";
import { findPeriod, type Period, savePeriod } from "./periods.store.ts";
import { commitChange } from "./subscription-changes.ts";
import { type Subscription, toCurrent } from "./subscriptions.store.ts";

/**
 * Records that an open period is paid, whose subscription the caller has locked: it is the current one from now on. An
 * upgrade begins at this moment and replaces the period that ran. Its invoice is the last step of the transaction.
 */
export async function payPeriod(
  deps: InvoicePeriodDeps,
  ctx: Context,
  {
    subscription,
    period,
    payment_id,
  }: { subscription: Subscription; period: Period; payment_id: string | null },
): Promise<void> {
  const isUpgrade = period.kind === "upgrade";
  const span = isUpgrade
    ? spanFrom(ctx.now, 0, period.duration_months)
    : { starts_at: period.starts_at, ends_at: period.ends_at };
  const paid: Period = {
    ...period,
    ...span,
    state: "paid",
    paid_at: ctx.now,
    payment_id,
    failure: null,
    is_soft: null,
    next_attempt_at: null,
  };
  if (isUpgrade) await replaceCurrent(ctx, subscription);
  const saved = savePeriod(ctx, paid);
  const changed = commitChange(
    ctx,
    {
      ...subscription,
      ...toCurrent(paid),
      ...(isUpgrade
        ? { anchor_at: span.starts_at, months_elapsed: period.duration_months }
        : continueCycle(subscription, paid)),
      state: transition(subscription.state, "pay") ?? subscription.state,
    },
    {
      action: isUpgrade ? "billing.subscription_upgraded" : "billing.subscription_renewed",
      before: { state: subscription.state, plan_version_id: subscription.plan_version_id },
      after: { period: paid.id, plan_version_id: paid.plan_version_id, paid_halalas: paid.due_halalas },
    },
  );
  await together(saved, changed);
  await invoicePeriod(deps, ctx, paid);
}

async function replaceCurrent(ctx: Context, { current_period_id }: Subscription): Promise<void> {
  const current = current_period_id === null ? undefined : await findPeriod(ctx, current_period_id);
  if (current) await savePeriod(ctx, { ...current, replaced_at: ctx.now });
}
