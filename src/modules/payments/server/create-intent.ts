import { randomUUID } from "node:crypto";
import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { computeExpiry } from "../domain/cards.ts";
import { findCard } from "./cards.store.ts";
import { type DepositView, firstCheckAt, savePayment } from "./deposits.store.ts";
import { lockWallet } from "./ledger.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import { chargeSavedCardJob } from "./wallet.jobs.ts";

type Deps = Pick<WalletDeps, "gateway" | "systemClock" | "messages" | "settings">;
type DepositFields = { amount_halalas: number; save_card: boolean; card_id?: string | undefined };

/**
 * Records a deposit. The money comes through the gateway's form in the browser (the response holds the form's
 * settings), or from a saved card, which a job charges. Calls nothing outside. Refuses an amount out of bounds, and
 * another deposit when the merchant has too many open.
 */
export const beginDeposit =
  (deps: Deps) =>
  (ctx: ReadContext, { fields, language }: { fields: DepositFields; language: Language }) => {
    requireWithinBounds(fields.amount_halalas, deps.settings);
    return transact(ctx, async (ctx) => {
      if (fields.card_id) await requireValidCard(deps, ctx, fields.card_id);
      await requireOpenDepositSlot(ctx);
      const deposit = await insertDeposit(deps, ctx, fields);
      if (fields.card_id) await requestCharge(deps, ctx, { depositId: deposit.id, language });
      return { deposit, form: fields.card_id ? null : formFor(deps, deposit, language) };
    });
  };

async function insertDeposit(
  { gateway, systemClock }: Deps,
  ctx: Context,
  { amount_halalas, save_card, card_id }: DepositFields,
): Promise<DepositView> {
  const id = newId("dep");
  const openedAt = systemClock.now();
  const deposit = await ctx.tx.one<DepositView>(sql`
    insert into wallet.deposits
      (id, merchant_id, amount_halalas, gateway, status, save_card, card_id, created_at, opened_at, next_check_at)
    values (${id}, ${ctx.actor.merchantId}, ${amount_halalas}, ${gateway.gateway}, ${card_id ? "pending" : "waiting"},
      ${save_card}, ${card_id ?? null}, ${ctx.now}, ${openedAt}, ${firstCheckAt(openedAt)})
    returning *, null as action_url`);
  await recordAudit(ctx, {
    module: "wallet",
    action: "wallet.deposit_begun",
    subject: id,
    after: { amount_halalas, save_card, card_id },
  });
  return deposit;
}

/** Saves the payment's id before the gateway is called with it, so that no crash and no retry can charge twice. */
async function requestCharge(
  { gateway, systemClock }: Deps,
  ctx: Context,
  { depositId, language }: { depositId: string; language: Language },
) {
  const payment = {
    gateway: gateway.gateway,
    id: randomUUID(),
    deposit_id: depositId,
    source: "saved_card",
    state: "requested",
    action_url: null,
    refunded_halalas: 0,
    failure: null,
  } as const;
  await savePayment(ctx, payment, { at: systemClock.now() });
  await ctx.tx.enqueue(chargeSavedCardJob, { payment_id: payment.id, language }, { key: payment.id });
}

/**
 * Open deposits per merchant; each is checked at the gateway for a day. More than a merchant needs who changes the
 * amount a few times, and few enough that one merchant's checks do not delay those of others.
 */
const maxOpenDeposits = 20;

async function requireOpenDepositSlot(ctx: Context) {
  await lockWallet(ctx);
  const { open } = await ctx.tx.one<{ open: number }>(sql`
    select count(*) as open from wallet.deposits
    where merchant_id = ${ctx.actor.merchantId} and next_check_at is not null`);
  if (open >= maxOpenDeposits) walletRefusals.refuse("wallet.too_many_open_deposits", { open });
}

function requireWithinBounds(amount: number, settings: Deps["settings"]) {
  const { depositMinHalalas: min, depositMaxHalalas: max } = settings;
  if (amount >= min && amount <= max) return;
  const bounds = { min: formatRiyals(halalas(min)), max: formatRiyals(halalas(max)) };
  walletRefusals.refuse("wallet.amount_out_of_range", bounds, "amount_halalas");
}

async function requireValidCard({ systemClock }: Deps, ctx: Context, cardId: string) {
  const card = await findCard(ctx, cardId);
  if (!card) return baseRefusals.refuse("base.not_found");
  const expiry = computeExpiry({ month: card.expiry_month, year: card.expiry_year }, systemClock.now());
  if (expiry === "past") walletRefusals.refuse("wallet.card_expired", {}, "card_id");
}

/** Where the cardholder returns to. The deposit's id is ours; parameters that the gateway adds are not trusted. */
export const toReturnUrl = (publicUrl: string, depositId: string) =>
  `${publicUrl}/checkout?deposit=${depositId}`;

function formFor({ gateway, messages, settings }: Deps, deposit: DepositView, language: Language) {
  const form = gateway.getFormSettings();
  return {
    publishable_key: form.publishableKey,
    api_url: form.apiUrl,
    script_url: form.scriptUrl,
    style_url: form.styleUrl,
    script_integrity: form.scriptIntegrity,
    style_integrity: form.styleIntegrity,
    amount_halalas: deposit.amount_halalas,
    currency: "SAR",
    description: messages.translate(language, "wallet:deposit_description"),
    callback_url: toReturnUrl(settings.publicUrl, deposit.id),
    metadata: { deposit_id: deposit.id },
    language,
    save_card: deposit.save_card,
  };
}
