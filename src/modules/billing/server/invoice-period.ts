import type { Context } from "#base/server/context.ts";
import { together } from "#base/server/db/db.ts";
import type { Halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { vatBasisPoints } from "../domain/vat.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { findPaidMethod } from "./invoices/find-paid-method.ts";
import type { Period } from "./periods.store.ts";
import { toPlanTitle } from "./plan-title.ts";
import { findPlanVersion } from "./plans.store.ts";

export type InvoicePeriodDeps = Pick<BillingDeps, "payments" | "invoices" | "messages">;

/**
 * Issues the invoice of a renewal or an upgrade that was paid: the last step of its transaction. A first period is on its
 * order's invoice; one that cost nothing has none. What an upgrade credits of the period before stands as its discount.
 */
export async function invoicePeriod(deps: InvoicePeriodDeps, ctx: Context, period: Period): Promise<void> {
  if (period.due_halalas === 0 || period.order_id !== null) return;
  const { id, due_halalas: gross_halalas, price_halalas } = period;
  await issue(deps, ctx, period, { id, gross_halalas, discount_halalas: price_halalas - gross_halalas });
}

/** Invoices again what a credit note took back of a period, because the money came again. `id` is the source's. */
export async function invoicePeriodPart(
  deps: InvoicePeriodDeps,
  ctx: Context,
  period: Period,
  { id, amount }: { id: string; amount: Halalas },
): Promise<void> {
  if (period.order_id !== null) return;
  await issue(deps, ctx, period, { id, gross_halalas: amount, discount_halalas: 0 });
}

async function issue(
  deps: InvoicePeriodDeps,
  ctx: Context,
  period: Period,
  { id, ...amounts }: { id: string; gross_halalas: number; discount_halalas: number },
): Promise<void> {
  const [version, paidMethod] = await together(
    findPlanVersion(ctx.tx, period.plan_version_id),
    period.payment_source === "balance" ? null : findPaidMethod(deps, ctx, period.payment_id),
  );
  if (!version) throw new Error(`${period.id} has no plan to invoice`);
  await deps.invoices.issueInvoice(ctx, {
    source: { kind: "period", id },
    paid_by: paidMethod ?? "balance",
    supplied_on: toRiyadhDay(period.starts_at),
    lines: [
      {
        ...toPlanTitle(deps.messages, { ...version, months: period.duration_months }),
        quantity: 1,
        ...amounts,
        vat_basis_points: vatBasisPoints,
      },
    ],
  });
}
