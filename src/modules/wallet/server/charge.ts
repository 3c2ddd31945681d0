import type { Context } from "#base/server/context.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ChargePurpose, EntryKind } from "../contract/enums.ts";
import { available, type PlatformAccount, platformAccount } from "../domain/accounts.ts";
import { checkLowBalance } from "./available-balance.ts";
import { refillHolds, requireFree } from "./holds.ts";
import { hasEntry, lockWallet, transfer } from "./ledger.ts";
import { type ReferenceTitle, saveReferenceTitle } from "./reference-titles.store.ts";
import { settleReceivables } from "./settle-receivables.ts";

/** `key` makes twice once, within the merchant and what is done. `title` names the reference on the statement. */
type Movement = { key: string; reference: string; amount_halalas: number; title?: ReferenceTitle };
export type ChargeInput = Movement & { purpose: ChargePurpose };
export type RefundChargeInput = Movement;
/** Why credit was given is kept by whoever gives it. */
export type CreditInput = Movement;

/**
 * Pays for a subscription or an order from the available balance. Refuses `wallet.balance_not_enough`: what is owed, and
 * what holds lack, comes first.
 */
export async function charge(ctx: Context, { purpose, ...input }: ChargeInput): Promise<void> {
  const { merchantId } = ctx.actor;
  const { reference, amount_halalas } = input;
  await lockWallet(ctx);
  const move = {
    key: `charge:${input.key}`,
    from: available(merchantId),
    to: platformAccount("sales", merchantId),
    amount: halalas(amount_halalas),
    kind: "charge" as const,
    reference,
    day: toRiyadhDay(ctx.now),
  };
  if (await hasEntry(ctx, move)) return;
  await settleReceivables(ctx);
  await requireFree(ctx, move.amount);
  await transfer(ctx, move);
  if (input.title) await saveReferenceTitle(ctx, reference, input.title);
  await ctx.tx.publish({
    name: "wallet.charged",
    merchant_id: merchantId,
    purpose,
    reference,
    amount_halalas,
  });
  await checkLowBalance(ctx);
}

/** Gives back all or part of a charge: it settles what is owed first, and refills holds, as a deposit does. */
export async function refundCharge(ctx: Context, input: RefundChargeInput): Promise<void> {
  const isNew = await creditAvailable(ctx, { ...input, from: "sales", kind: "charge_refund" });
  if (isNew) await publishCredit(ctx, "wallet.charge_refunded", input);
}

/** Credit that staff give: the platform's own money. */
export async function credit(ctx: Context, input: CreditInput): Promise<void> {
  const isNew = await creditAvailable(ctx, { ...input, from: "credits", kind: "credit" });
  if (isNew) await publishCredit(ctx, "wallet.credited", input);
}

function publishCredit(
  { tx, actor }: Context,
  name: "wallet.charge_refunded" | "wallet.credited",
  { reference, amount_halalas }: Movement,
) {
  return tx.publish({ name, merchant_id: actor.merchantId, reference, amount_halalas });
}

/**
 * Adds to the available balance: what is owed is settled first, and holds are refilled. False when the key did so
 * before.
 */
export async function creditAvailable(
  ctx: Context,
  { from, kind, ...input }: Movement & { from: PlatformAccount; kind: EntryKind },
): Promise<boolean> {
  const { merchantId } = ctx.actor;
  await lockWallet(ctx);
  const move = {
    key: `${kind}:${input.key}`,
    from: platformAccount(from, merchantId),
    to: available(merchantId),
    amount: halalas(input.amount_halalas),
    kind,
    reference: input.reference,
    day: toRiyadhDay(ctx.now),
  };
  if (await hasEntry(ctx, move)) return false;
  await transfer(ctx, move);
  if (input.title) await saveReferenceTitle(ctx, input.reference, input.title);
  await settleReceivables(ctx);
  await refillHolds(ctx);
  await checkLowBalance(ctx);
  return true;
}
