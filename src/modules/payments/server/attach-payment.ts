import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { IntentPurpose } from "../contract/enums.ts";
import { isOver } from "../domain/payment.ts";
import { canAttach, firstCheckAt } from "../domain/schedule.ts";
import { countUnconfirmedAttempts, findAttempt, newAttempt, saveAttempt } from "./attempts.store.ts";
import { lockIntent, restartChecks, saveIntent } from "./intents.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

type Deps = Pick<PaymentsDeps, "systemClock">;
export type AttachInput = { purpose: IntentPurpose; intentId: string; paymentId: string };

/**
 * Saves the payment's id before the browser leaves for the bank's page. The id is unconfirmed: what is paid, and by
 * whom, depends only on the payment as the gateway reports it. False for a payment that already belongs to another
 * intent.
 */
export const attachPayment =
  ({ systemClock }: Deps) =>
  async (ctx: Context, { purpose, intentId, paymentId }: AttachInput): Promise<boolean> => {
    const intent = await lockIntent(ctx, { purpose, intentId });
    if (!intent) return baseRefusals.refuse("base.not_found");
    const { gateway } = intent;
    const known = await findAttempt(ctx.tx, gateway, paymentId);
    if (known) return known.intent_id === intentId;
    if (!canAttach(await countUnconfirmedAttempts(ctx, intentId)))
      return baseRefusals.refuse("base.too_many_requests");
    const at = systemClock.now();
    const attempt = {
      ...newAttempt,
      gateway,
      id: paymentId,
      intent_id: intentId,
      source: "form",
      state: "pending",
    } as const;
    await saveAttempt(ctx, attempt, { at });
    if (!isOver(intent.status) && intent.status !== "pending")
      await saveIntent(ctx, { ...intent, status: "pending", failure: null });
    await restartChecks(ctx, intentId, firstCheckAt(at));
    return true;
  };
