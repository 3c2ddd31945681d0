import type { ReadContext } from "#base/server/context.ts";
import { isConsistent } from "../domain/findings.ts";
import { loadPace } from "./available-balance.ts";
import { loadBalance } from "./ledger.ts";
import { sumHolds } from "./list-holds.ts";
import { loadOwed } from "./receivables.store.ts";
import type { Verified } from "./verify-merchants.ts";
import type { WalletDeps } from "./wallet.deps.ts";

export async function presentWallet(
  { payments, settings }: Pick<WalletDeps, "payments" | "settings">,
  ctx: ReadContext,
) {
  const balance = await loadBalance(ctx);
  const { pace, endsOn } = await loadPace(ctx, balance.available_halalas);
  return {
    ...balance,
    held_for_withdrawals_halalas: await sumHolds(ctx, "withdrawal"),
    held_for_consultations_halalas: await sumHolds(ctx, "consultation"),
    owed_halalas: await loadOwed(ctx),
    daily_spend_halalas: pace,
    ends_on: endsOn,
    has_card: await payments.hasCard(ctx),
    deposit_min_halalas: settings.depositMinHalalas,
    deposit_max_halalas: settings.depositMaxHalalas,
    as_of: ctx.now.toISOString(),
  };
}

export async function presentAudit(ctx: ReadContext, { position, findings }: Verified) {
  const { wrong_deposits: _, ...shown } = findings;
  const { balance_halalas } = await loadBalance(ctx);
  return {
    ...shown,
    entries: position.entries,
    balance_halalas,
    passed: isConsistent(findings),
    checked_at: ctx.now.toISOString(),
  };
}
