import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription } from "../testing/builders.ts";
import { presentPayment } from "./subscription.present.ts";
import { upgrade } from "./upgrade.ts";

const billing = setUpBilling();

beforeEach(async () => {
  await billing.addMerchant();
  await aSubscription(billing.own(), { plan: "plv_start_1" });
  await upgrade(billing.deps)(billing.own(), {
    input: {
      plan_version_id: "plv_pro_1",
      duration_months: 1,
      payment: { source: "card", save_card: false },
    },
    language: "ar",
  });
});

/** The gateway refuses a try of the form for want of balance; what the merchant's page says then. */
async function describeRefused(method: "card" | "apple_pay", language: "ar" | "en"): Promise<string | null> {
  const { id, amount_halalas } = await billing.db.one<{ id: string; amount_halalas: number }>(
    sql`select id, amount_halalas from payments.intents where purpose = 'subscription'`,
  );
  billing.gateway.pay(id, amount_halalas, { state: "failed", failure: "balance", method });
  await billing.sweep();
  const { payments } = billing.deps;
  const intent = await payments.findIntent(billing.own(), { purpose: "subscription", intentId: id });
  if (!intent) throw new Error(`there is no intent ${id}`);
  return presentPayment(payments, intent, language).failure_message;
}

describe("a failed payment of the subscription", () => {
  it.each([
    ["card", "ar", "رصيد البطاقة لا يكفي. لم يُخصم شيء؛ جرّب مبلغًا أقل أو بطاقة أخرى."],
    [
      "card",
      "en",
      "The card does not have enough balance. Nothing was taken; try a smaller amount or another card.",
    ],
    [
      "apple_pay",
      "ar",
      "لم تتم عملية الدفع عبر Apple Pay. رصيد البطاقة لا يكفي. لم يُخصم شيء؛ جرّب مبلغًا أقل أو بطاقة أخرى.",
    ],
    [
      "apple_pay",
      "en",
      "The Apple Pay payment did not go through. The card does not have enough balance. Nothing was taken; try a smaller amount or another card.",
    ],
  ] as const)("by %s is worded as every payment's, in %s", async (method, language, sentence) => {
    expect(await describeRefused(method, language)).toBe(sentence);
  });
});
