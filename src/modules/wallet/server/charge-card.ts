import { sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { Language } from "#base/shared/language.ts";
import { halalas } from "#base/shared/money.ts";
import { toReturnUrl } from "./begin-deposit.ts";
import { toSealContext } from "./cards.store.ts";
import { findPayment, lockDeposit, saveDeposit, savePayment } from "./deposits.store.ts";
import type { GatewayPayment } from "./payment-gateway.port.ts";
import { recordPayment } from "./settle-payment.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "db" | "gateway" | "vault" | "worldClock" | "log" | "messages" | "settings">;
type CardChargeRow = { amount_halalas: number; deposit_id: string; card_id: string; sealed_token: string };

/**
 * Charges a saved card for a deposit, once. The payment's id was saved with the deposit; the gateway is asked for that
 * payment first, and refuses a second payment with the same id. The bank may require its page (3-D Secure): then the
 * deposit waits with the page's address.
 */
export async function chargeCard(deps: Deps, paymentId: string, language: Language): Promise<void> {
  const { db, gateway, vault, messages, settings } = deps;
  const payment = await findPayment(db, gateway.gateway, paymentId);
  if (payment?.state !== "requested") return;
  const charge = await db.maybeOne<CardChargeRow>(sql`
    select deposits.amount_halalas, deposits.id as deposit_id, cards.id as card_id, cards.sealed_token
    from wallet.deposits join wallet.cards on cards.id = deposits.card_id
    where deposits.id = ${payment.deposit_id} and cards.removed_at is null`);
  if (!charge) return failDeposit(deps, paymentId, payment.deposit_id);
  try {
    const existing = await gateway.findPayment(paymentId);
    const charged: GatewayPayment =
      existing ??
      (await gateway.chargeCard({
        paymentId,
        cardToken: vault.open(charge.sealed_token, toSealContext(charge.card_id)),
        amount: halalas(charge.amount_halalas),
        depositId: charge.deposit_id,
        description: messages.translate(language, "wallet:deposit_description"),
        returnUrl: toReturnUrl(settings.publicUrl, charge.deposit_id),
        language,
      }));
    await recordPayment(deps, charged);
  } catch (error) {
    // The queue retries every other fault, and each retry first looks for the payment at the gateway.
    if (!isFault(error, "rejected")) throw error;
    deps.log.warn({ err: error, payment_id: paymentId }, "the gateway refused to charge a saved card");
    await failDeposit(deps, paymentId, charge.deposit_id);
  }
}

/** Nothing was charged and nothing will be: the deposit fails, and the merchant can pay another way. */
async function failDeposit({ db, gateway }: Deps, paymentId: string, depositId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, depositId);
    const payment = await findPayment(tx, gateway.gateway, paymentId);
    if (!deposit || payment?.state !== "requested") return;
    await savePayment(tx, { ...payment, state: "failed", failure: "unexplained" });
    await saveDeposit(tx, { ...deposit, status: "failed", failure: "unexplained" });
    await tx.publish({
      name: "wallet.deposit_failed",
      merchant_id: deposit.merchant_id,
      deposit_id: deposit.id,
    });
  });
}
