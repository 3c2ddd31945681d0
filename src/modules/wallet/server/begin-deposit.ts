import { randomUUID } from "node:crypto";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { computeExpiry } from "../domain/cards.ts";
import { findCard } from "./cards.store.ts";
import {
  canAttach,
  type DepositView,
  findDeposit,
  findPayment,
  lockDeposit,
  saveDeposit,
  savePayment,
} from "./deposits.store.ts";
import { lockWallet } from "./ledger.ts";
import type { WalletDeps } from "./wallet.deps.ts";
import { chargeSavedCardJob } from "./wallet.jobs.ts";

type Deps = Pick<WalletDeps, "gateway" | "worldClock" | "systemClock" | "messages" | "settings">;
type DepositInput = { amount_halalas: number; save_card: boolean; card_id?: string | undefined };

/** A lost payment must be found within two minutes: the first check runs with the second sweep at the latest. */
const firstCheckMs = 60_000;

/**
 * Records a deposit. The money comes through the gateway's form in the browser (the response holds the form's
 * settings), or from a saved card, which a job charges. Calls nothing outside. Refuses an amount out of bounds, and
 * another deposit when the merchant has too many open.
 */
export async function beginDeposit(
  deps: Deps,
  db: Db,
  merchantId: string,
  input: DepositInput,
  language: Language,
) {
  const { gateway, worldClock, systemClock, settings } = deps;
  requireWithinBounds(input.amount_halalas, settings);
  return db.transaction(async (tx) => {
    if (input.card_id) await requireValidCard(deps, tx, merchantId, input.card_id);
    await requireOpenDepositSlot(tx, merchantId);
    const id = newId("dep");
    const nextCheckAt = new Date(systemClock.now().getTime() + firstCheckMs);
    await tx.run(sql`
      insert into wallet.deposits (id, merchant_id, amount_halalas, gateway, status, save_card, card_id, created_at, next_check_at)
      values (${id}, ${merchantId}, ${input.amount_halalas}, ${gateway.gateway}, ${input.card_id ? "pending" : "waiting"},
        ${input.save_card}, ${input.card_id ?? null}, ${worldClock.now()}, ${nextCheckAt})`);
    if (input.card_id)
      await requestCharge(tx, { merchantId, depositId: id, gateway: gateway.gateway, language });
    const deposit = await tx.one<DepositView>(
      sql`select *, null as action_url from wallet.deposits where id = ${id}`,
    );
    return { deposit, form: input.card_id ? null : formFor(deps, deposit, language) };
  });
}

/** Saves the payment's id before the gateway is called with it, so that no crash and no retry can charge twice. */
async function requestCharge(
  tx: Tx,
  charge: { merchantId: string; depositId: string; gateway: string; language: Language },
) {
  const paymentId = randomUUID();
  await savePayment(tx, {
    gateway: charge.gateway,
    id: paymentId,
    deposit_id: charge.depositId,
    merchant_id: charge.merchantId,
    source: "saved_card",
    state: "requested",
    action_url: null,
    refunded_halalas: 0,
    failure: null,
  });
  await tx.enqueue(
    chargeSavedCardJob,
    { payment_id: paymentId, language: charge.language },
    { key: paymentId },
  );
}

/**
 * Open deposits per merchant; each is checked at the gateway for a day. More than a merchant needs who changes the
 * amount a few times, and few enough that one merchant's checks do not delay those of others.
 */
const maxOpenDeposits = 20;

async function requireOpenDepositSlot(tx: Tx, merchantId: string) {
  await lockWallet(tx, merchantId);
  const { open } = await tx.one<{ open: number }>(sql`
    select count(*) as open from wallet.deposits where merchant_id = ${merchantId} and next_check_at is not null`);
  if (open >= maxOpenDeposits) walletRefusals.refuse("wallet.too_many_open_deposits", { open });
}

function requireWithinBounds(amount: number, settings: Deps["settings"]) {
  const { depositMinHalalas: min, depositMaxHalalas: max } = settings;
  if (amount >= min && amount <= max) return;
  const bounds = { min: formatRiyals(halalas(min)), max: formatRiyals(halalas(max)) };
  walletRefusals.refuse("wallet.amount_out_of_range", bounds, "amount_halalas");
}

async function requireValidCard({ systemClock }: Deps, tx: Tx, merchantId: string, cardId: string) {
  const card = await findCard(tx, merchantId, cardId);
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

/**
 * Saves the payment's id before the browser leaves for the bank's page. The id is unconfirmed: what is credited, and to
 * whom, depends only on the payment as the gateway reports it. Refuses a payment that already belongs to another
 * deposit.
 */
export async function attachPayment(
  { gateway, systemClock }: Pick<Deps, "gateway" | "systemClock">,
  db: Db,
  merchantId: string,
  depositId: string,
  paymentId: string,
): Promise<DepositView> {
  await db.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, depositId);
    if (deposit?.merchant_id !== merchantId) return baseRefusals.refuse("base.not_found");
    const known = await findPayment(tx, gateway.gateway, paymentId);
    if (known && known.deposit_id !== depositId) {
      return walletRefusals.refuse("wallet.payment_of_another_deposit", {}, "payment_id");
    }
    if (known) return;
    if (!(await canAttach(tx, depositId))) return baseRefusals.refuse("base.too_many_requests");
    await savePayment(tx, {
      gateway: gateway.gateway,
      id: paymentId,
      deposit_id: depositId,
      merchant_id: merchantId,
      source: "form",
      state: "pending",
      action_url: null,
      refunded_halalas: 0,
      failure: null,
    });
    await tx.run(sql`update wallet.deposits set last_checked_at = null where id = ${depositId}`);
    if (deposit.status === "waiting" || deposit.status === "failed" || deposit.status === "expired") {
      await saveDeposit(tx, { ...deposit, status: "pending", failure: null });
    }
    // A new payment is checked soon, however often the deposit was checked before.
    if (deposit.status !== "paid" && deposit.status !== "refunded") {
      const next = new Date(systemClock.now().getTime() + firstCheckMs);
      await tx.run(
        sql`update wallet.deposits set checks = 0, next_check_at = ${next} where id = ${depositId}`,
      );
    }
  });
  return (await findDeposit(db, merchantId, depositId)) ?? baseRefusals.refuse("base.not_found");
}
