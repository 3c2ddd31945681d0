import { type Db, sql } from "#base/server/db/db.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { computeExpiry } from "../domain/cards.ts";
import { isConsistent } from "../domain/findings.ts";
import { auditMerchant } from "./audit-merchant.ts";
import { loadPace } from "./available-balance.ts";
import { type CardRow, hasCard } from "./cards.store.ts";
import type { DepositView } from "./deposits.store.ts";
import { loadBalance } from "./ledger.ts";
import { loadOwed } from "./receivables.ts";
import type { WalletDeps } from "./wallet.deps.ts";

export async function presentWallet(
  { worldClock, settings }: Pick<WalletDeps, "worldClock" | "settings">,
  db: Db,
  merchantId: string,
) {
  const now = worldClock.now();
  const balance = await loadBalance(db, merchantId);
  const { pace, endsOn } = await loadPace(db, merchantId, balance.available_halalas, toRiyadhDay(now));
  return {
    ...balance,
    owed_halalas: await loadOwed(db, merchantId),
    daily_spend_halalas: pace,
    ends_on: endsOn,
    has_card: await hasCard(db, merchantId),
    deposit_min_halalas: settings.depositMinHalalas,
    deposit_max_halalas: settings.depositMaxHalalas,
    as_of: now.toISOString(),
  };
}

export function presentDeposit(messages: Messages, language: Language, deposit: DepositView) {
  const { id, amount_halalas, owed_settled_halalas, status, failure, save_card, card_id, action_url } =
    deposit;
  const { created_at, settled_at } = deposit;
  return {
    id,
    amount_halalas,
    status,
    failure,
    failure_text: failure && messages.translate(language, `wallet:payment_failed_${failure}`),
    save_card,
    card_id,
    action_url,
    owed_settled_halalas,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  };
}

export function presentCard(card: CardRow, now: Date) {
  const { id, name, theme, brand, last_four, expiry_month, expiry_year, holder_name } = card;
  const expiry = computeExpiry({ month: expiry_month, year: expiry_year }, now);
  return {
    id,
    name,
    theme,
    brand,
    last_four,
    expiry_month,
    expiry_year,
    holder_name,
    expiry,
    added_at: card.added_at.toISOString(),
  };
}

export async function listReserves(
  db: Db,
  merchantId: string,
  { page, size }: { page: number; size: number },
) {
  const items = await db.many<{
    campaign_id: string;
    title: string;
    held_halalas: number;
    target_halalas: number;
  }>(sql`
    select campaign_id, title, held_halalas, target_halalas from wallet.reserves
    where merchant_id = ${merchantId} and (held_halalas > 0 or target_halalas > 0)
    order by held_halalas desc, campaign_id limit ${size} offset ${(page - 1) * size}`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from wallet.reserves
    where merchant_id = ${merchantId} and (held_halalas > 0 or target_halalas > 0)`);
  return { items, page, size, total };
}

export async function presentAudit(
  { worldClock }: Pick<WalletDeps, "worldClock">,
  db: Db,
  merchantId: string,
) {
  const { position, findings } = await auditMerchant(db, merchantId);
  const { wrong_deposits: _, ...shown } = findings;
  const { balance_halalas } = await loadBalance(db, merchantId);
  return {
    ...shown,
    entries: position.entries,
    balance_halalas,
    passed: isConsistent(findings),
    checked_at: worldClock.now().toISOString(),
  };
}
