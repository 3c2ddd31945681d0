import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import type { WalletDeps } from "./wallet.deps.ts";

type Deps = Pick<WalletDeps, "payments" | "settings">;
type DepositFields = { amount_halalas: number; save_card: boolean; card_id?: string | undefined };

/**
 * Begins a deposit: an intent to pay into the merchant's wallet, by the gateway's form in the browser or from a saved
 * card. Calls nothing outside. Refuses an amount out of bounds, an expired card, and another deposit when the merchant
 * has too many open.
 */
export const beginDeposit =
  ({ payments, settings }: Deps) =>
  (ctx: ReadContext, { fields, language }: { fields: DepositFields; language: Language }) => {
    const { amount_halalas, save_card, card_id } = fields;
    requireWithinBounds(amount_halalas, settings);
    return transact(ctx, async (ctx) => {
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
        after: { amount_halalas, save_card, card_id },
      });
      return { intent, form };
    });
  };

function requireWithinBounds(amount: number, settings: Deps["settings"]) {
  const { depositMinHalalas: min, depositMaxHalalas: max } = settings;
  if (amount >= min && amount <= max) return;
  const bounds = { min: formatRiyals(halalas(min)), max: formatRiyals(halalas(max)) };
  walletRefusals.refuse("wallet.amount_out_of_range", bounds, "amount_halalas");
}
