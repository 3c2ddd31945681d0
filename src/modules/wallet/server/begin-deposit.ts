import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { minCardHalalas } from "#modules/payments/contract/card-minimum.ts";
import type { PaymentForm } from "#modules/payments/contract/payment-form.ts";
import type { Intent, PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { loadFree } from "./holds.ts";
import { lockWallet } from "./ledger.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = { payments: Pick<PaymentsFacade, "createIntent">; settings: WalletDeps["settings"] };
type CardFields = { save_card: boolean; card_id?: string | undefined };
type DepositFields = CardFields & { amount_halalas: number };
export type MissingDeposit = CardFields & { price_halalas: number; language: Language };

/**
 * Begins a deposit: an intent to pay into the merchant's wallet, by the gateway's form in the browser or from a saved
 * card. Calls nothing outside. Refuses an amount out of bounds, an expired card, and another deposit when the merchant
 * has too many open.
 */
export const beginDeposit =
  ({ payments, settings }: Deps) =>
  (ctx: ReadContext, { fields, language }: { fields: DepositFields; language: Language }) => {
    requireWithinBounds(fields.amount_halalas, settings);
    return transact(ctx, (ctx) => openDeposit({ payments }, ctx, { fields, language }));
  };

/**
 * Begins a deposit of what the balance lacks for a purchase, or of the least that a card pays; null when nothing is
 * missing. What is owed, and what holds lack, is missing too. Refuses as a deposit does.
 */
export const depositMissing =
  ({ payments }: Pick<Deps, "payments">) =>
  async (
    ctx: Context,
    { price_halalas, language, ...card }: MissingDeposit,
  ): Promise<{ intent: Intent; form: PaymentForm | null } | null> => {
    await lockWallet(ctx);
    const missing = price_halalas - (await loadFree(ctx));
    if (missing <= 0) return null;
    const fields = { ...card, amount_halalas: Math.max(missing, minCardHalalas) };
    return openDeposit({ payments }, ctx, { fields, language });
  };

async function openDeposit(
  { payments }: Pick<Deps, "payments">,
  ctx: Context,
  { fields, language }: { fields: DepositFields; language: Language },
) {
  const begun = await payments.createIntent(ctx, {
    ...fields,
    purpose: "wallet_deposit",
    subject: ctx.actor.merchantId,
    language,
  });
  if (begun.kind === "card_expired") return walletRefusals.refuse("wallet.card_expired", {}, "card_id");
  if (begun.kind === "too_many_open")
    return walletRefusals.refuse("wallet.too_many_open_deposits", { open: begun.open });
  const { intent, form } = begun;
  await recordAudit(ctx, {
    module: "wallet",
    action: "wallet.deposit_begun",
    subject: intent.id,
    after: fields,
  });
  return { intent, form };
}

function requireWithinBounds(amount: number, settings: Deps["settings"]) {
  const { depositMinHalalas: min, depositMaxHalalas: max } = settings;
  if (amount >= min && amount <= max) return;
  const bounds = { min: formatRiyals(halalas(min)), max: formatRiyals(halalas(max)) };
  walletRefusals.refuse("wallet.amount_out_of_range", bounds, "amount_halalas");
}
