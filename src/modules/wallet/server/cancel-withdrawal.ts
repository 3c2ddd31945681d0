import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { endWithdrawalPart, lockWithdrawal } from "./end-part.ts";

/** Cancels what was not sent yet. Refuses when the gateway or the bank has all of it, or it has ended. */
export function cancelWithdrawal(
  ctx: ReadContext,
  { withdrawalId }: { withdrawalId: string },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const open = await lockWithdrawal(ctx, withdrawalId);
    const waiting = open.parts.filter(({ state }) => state === "requested");
    if (waiting.length === 0) return walletRefusals.refuse("wallet.withdrawal_not_cancellable");
    let current = open;
    for (const { number } of waiting)
      current = await endWithdrawalPart(ctx, current, number, { result: "cancelled" });
    const returned_halalas = current.withdrawal.returned_halalas - open.withdrawal.returned_halalas;
    await recordAudit(ctx, {
      module: "wallet",
      action: "wallet.withdrawal_cancelled",
      subject: withdrawalId,
      after: { returned_halalas },
    });
  });
}
