import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { isOpen, toWithdrawalState } from "../domain/withdrawal.ts";
import { endWithdrawalPart, lockWithdrawal, type OpenWithdrawal, publishChange } from "./end-part.ts";
import { isBankReferenceUsed, type PartRow, savePart, saveWithdrawal } from "./withdrawals.store.ts";

type OneWithdrawal = { withdrawalId: string };

/** Staff begin the transfer: from now on the merchant cannot cancel it. Begun again, nothing changes. */
export async function startPayout(ctx: Context, { withdrawalId }: OneWithdrawal): Promise<void> {
  const open = await lockWithdrawal(ctx, withdrawalId);
  const payout = requirePayout(open);
  if (payout.state === "sending") return;
  const sending = { ...payout, state: "sending" } as const;
  await savePart(ctx, sending);
  const parts = open.parts.map((part) => (part.number === payout.number ? sending : part));
  const after = { ...open.withdrawal, state: toWithdrawalState(parts) };
  await saveWithdrawal(ctx, after);
  const { amount_halalas } = payout;
  await record(ctx, "wallet.payout_started", withdrawalId, { amount_halalas });
  await publishChange(ctx, after);
}

/** The transfer was made: the bank's reference proves it, and belongs to one transfer. */
export async function confirmPayout(
  ctx: Context,
  { withdrawalId, bank_reference }: OneWithdrawal & { bank_reference: string },
): Promise<void> {
  const open = await lockWithdrawal(ctx, withdrawalId);
  const payout = requirePayout(open);
  if (await isBankReferenceUsed(ctx.tx, bank_reference))
    walletRefusals.refuse("wallet.bank_reference_used", {}, "bank_reference");
  const { amount_halalas } = payout;
  await endWithdrawalPart(ctx, open, payout.number, { result: "done", bankReference: bank_reference });
  await record(ctx, "wallet.payout_confirmed", withdrawalId, { amount_halalas, bank_reference });
}

/** The transfer was not made: its money is available again, and the merchant reads why. */
export async function refusePayout(
  ctx: Context,
  { withdrawalId, reason }: OneWithdrawal & { reason: string },
): Promise<void> {
  const open = await lockWithdrawal(ctx, withdrawalId);
  const payout = requirePayout(open);
  const { amount_halalas } = payout;
  await endWithdrawalPart(ctx, open, payout.number, { result: "refused", failure: reason });
  await record(ctx, "wallet.payout_refused", withdrawalId, { amount_halalas, reason });
}

/** The open transfer; refused while a card has not answered, since the transfer may still grow. */
function requirePayout({ parts }: OpenWithdrawal): PartRow {
  const payout = parts.find((part) => part.kind === "bank" && isOpen(part));
  const isCardOpen = parts.some((part) => part.kind === "card" && isOpen(part));
  return !payout || isCardOpen ? walletRefusals.refuse("wallet.no_open_payout") : payout;
}

function record(ctx: Context, action: string, subject: string, after: Record<string, unknown>) {
  return recordAudit(ctx, { module: "wallet", action, subject, after });
}
