import type { ReadContext } from "#base/server/context.ts";
import type { Intent } from "#modules/payments/server/payments.facade.ts";
import type { BillingDeps } from "./billing.deps.ts";
import type { Period } from "./periods.store.ts";

/** Whether an intent is a form of the gateway that the merchant opened and has not paid in: nothing is charged by it. */
export const isUnpaidForm = (intent: Intent | undefined): boolean =>
  intent?.status === "waiting" && !intent.off_session && intent.card_id === null;

/** The form of an open period that nobody has paid in; undefined when it has none. */
export async function findUnpaidForm(
  { payments }: Pick<BillingDeps, "payments">,
  ctx: ReadContext,
  { intent_id: intentId }: Period,
): Promise<Intent | undefined> {
  const intent =
    intentId === null ? undefined : await payments.findIntent(ctx, { purpose: "subscription", intentId });
  return isUnpaidForm(intent) ? intent : undefined;
}
