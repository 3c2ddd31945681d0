import { systemTxContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { Language } from "#base/shared/language.ts";
import { halalas } from "#base/shared/money.ts";
import { toReturnUrl } from "./begin-deposit.ts";
import { toSealContext } from "./cards.store.ts";
import { findPayment, lockAnyDeposit, saveDeposit, savePayment } from "./deposits.store.ts";
import type { GatewayPayment } from "./payment-gateway.port.ts";
import { type PaymentDeps, recordPayment } from "./settle-payment.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = PaymentDeps & Pick<WalletDeps, "messages" | "settings">;
type Charge = { amount_halalas: number; deposit_id: string; card_id: string; sealed_token: string };
type Input = { paymentId: string; language: Language; now: Date };

/**
 * Charges a saved card for a deposit, once. The payment's id was saved with the deposit; the gateway is asked for that
 * payment first, and refuses a second payment with the same id. The bank may require its page (3-D Secure): then the
 * deposit waits with the page's address. `now` is business time.
 */
export const chargeCard = (deps: Deps) => {
  const record = recordPayment(deps);
  return async (db: Db, input: Input): Promise<void> => {
    const { paymentId, now } = input;
    const payment = await findPayment(db, deps.gateway.gateway, paymentId);
    if (payment?.state !== "requested") return;
    const charge = await findCharge(db, payment.deposit_id);
    if (!charge) return failDeposit(deps, db, payment.deposit_id, input);
    try {
      await record(db, { payment: await chargeOnce(deps, charge, input), now });
    } catch (error) {
      // The queue retries every other fault, and each retry first looks for the payment at the gateway.
      if (!isFault(error, "rejected")) throw error;
      deps.log.warn({ err: error, payment_id: paymentId }, "the gateway refused to charge a saved card");
      await failDeposit(deps, db, charge.deposit_id, input);
    }
  };
};

/** Undefined when the card was removed in the meantime. */
function findCharge(db: Db, depositId: string): Promise<Charge | undefined> {
  return db.maybeOne<Charge>(sql`
    select deposits.amount_halalas, deposits.id as deposit_id, cards.id as card_id, cards.sealed_token
    from wallet.deposits join wallet.cards on cards.id = deposits.card_id
    where deposits.id = ${depositId} and cards.removed_at is null`);
}

async function chargeOnce(
  { gateway, vault, messages, settings }: Deps,
  charge: Charge,
  { paymentId, language }: Input,
): Promise<GatewayPayment> {
  const existing = await gateway.findPayment(paymentId);
  if (existing) return existing;
  return gateway.chargeCard({
    paymentId,
    cardToken: vault.open(charge.sealed_token, toSealContext(charge.card_id)),
    amount: halalas(charge.amount_halalas),
    depositId: charge.deposit_id,
    description: messages.translate(language, "wallet:deposit_description"),
    returnUrl: toReturnUrl(settings.publicUrl, charge.deposit_id),
    language,
  });
}

/** Nothing was charged and nothing will be: the deposit fails, and the merchant can pay another way. */
async function failDeposit(
  { gateway, systemClock }: Deps,
  db: Db,
  depositId: string,
  { paymentId, now }: Input,
): Promise<void> {
  await db.transaction(async (tx) => {
    const deposit = await lockAnyDeposit(tx, depositId);
    const payment = await findPayment(tx, gateway.gateway, paymentId);
    if (!deposit || payment?.state !== "requested") return;
    const ctx = systemTxContext(tx, deposit.merchant_id, now);
    await savePayment(
      ctx,
      { ...payment, state: "failed", failure: "unexplained" },
      { at: systemClock.now() },
    );
    await saveDeposit(ctx, { ...deposit, status: "failed", failure: "unexplained" });
    await ctx.tx.publish({
      name: "wallet.deposit_failed",
      merchant_id: deposit.merchant_id,
      deposit_id: deposit.id,
    });
  });
}
