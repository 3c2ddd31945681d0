import type { ReadContext } from "#base/server/context.ts";
import type { PaymentMethod } from "#modules/payments/contract/enums.ts";
import type { BillingDeps } from "../billing.deps.ts";

/** How a payment that has just come was made, as the gateway reported it; a card when that is not known. */
export async function findPaidMethod(
  { payments }: Pick<BillingDeps, "payments">,
  ctx: ReadContext,
  paymentId: string | null,
): Promise<PaymentMethod> {
  if (paymentId === null) return "card";
  return (await payments.findPaid(ctx, paymentId))?.method ?? "card";
}
