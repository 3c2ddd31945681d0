import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { IntentPurpose } from "../contract/enums.ts";
import { type AttachInput, attachPayment } from "./attach-payment.ts";
import { listPaidPayments, type PaidPayment, type PaidPaymentsInput } from "./attempts.store.ts";
import { hasCard } from "./cards.store.ts";
import { checkIntentNow } from "./check-intent.ts";
import { createIntent, type NewIntent, type NewIntentInput } from "./create-intent.ts";
import { findIntent, type Intent, listIntents } from "./intents.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

type OfPurpose = { purpose: IntentPurpose };
type OneIntent = OfPurpose & { intentId: string };

/**
 * The payments' interface for other modules. Whoever begins an intent subscribes to what happens to it: `payments.succeeded`,
 * `payments.refunded`, `payments.failed`.
 */
export type { Intent };

export interface PaymentsFacade {
  /** Records what somebody is about to pay for, in the caller's transaction. */
  createIntent(ctx: Context, input: NewIntentInput): Promise<NewIntent>;
  /** Reports the payment that the gateway's form made; false when it belongs to another intent. */
  attachPayment(ctx: ReadContext, input: AttachInput): Promise<boolean>;
  /** Reads the intent's payments at the gateway now, at most every two seconds. */
  checkIntent(ctx: ReadContext, input: OneIntent): Promise<Intent | undefined>;
  /** Undefined for an intent of another merchant or purpose. */
  findIntent(ctx: ReadContext, input: OneIntent): Promise<Intent | undefined>;
  /** Newest first. */
  listIntents(
    ctx: ReadContext,
    input: OfPurpose & { page: number; size: number },
  ): Promise<{ items: Intent[]; page: number; size: number; total: number }>;
  /** All merchants' paid payments, for an owner that looks for what it has not carried out. */
  listPaidPayments(db: Db, input: PaidPaymentsInput): Promise<PaidPayment[]>;
  /** Whether the merchant has a saved card that is not expired, by the system clock. */
  hasCard(ctx: ReadContext): Promise<boolean>;
}

export function makePaymentsFacade(deps: PaymentsDeps): PaymentsFacade {
  const attach = attachPayment(deps);
  return {
    createIntent: createIntent(deps),
    attachPayment: (ctx, input) => transact(ctx, (ctx) => attach(ctx, input)),
    checkIntent: checkIntentNow(deps),
    findIntent,
    listIntents,
    listPaidPayments,
    hasCard: (ctx) => hasCard(ctx, deps.systemClock.now()),
  };
}
