import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import type { IntentPurpose, IntentStatus } from "../contract/enums.ts";
import type { PaymentForm } from "../contract/payment-form.ts";
import { toForm } from "./create-intent.ts";
import { findIntent } from "./intents.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

type Deps = Pick<PaymentsDeps, "gateways" | "messages" | "settings">;
type Input = { purpose: IntentPurpose; intentId: string; language: Language };

const payable: readonly IntentStatus[] = ["waiting", "pending", "failed"];

/**
 * The gateway's form of an intent that it may still pay, so that a page which is opened again begins no second intent.
 * Null for one that a saved card pays, that is paid or over, or that belongs to another merchant or purpose.
 */
export const reopenForm =
  (deps: Deps) =>
  async (ctx: ReadContext, { purpose, intentId, language }: Input): Promise<PaymentForm | null> => {
    const intent = await findIntent(ctx, { purpose, intentId });
    if (!intent || intent.card_id !== null || !payable.includes(intent.status)) return null;
    return toForm(deps, intent, language);
  };
