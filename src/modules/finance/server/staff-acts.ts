import { listStaffAudit, recordAudit } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import { actOnMerchant, type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import { type StaffActName, staffActs } from "../contract/enums.ts";
import type { StaffActShown } from "../contract/staff-acts.calls.ts";
import type { FinanceDeps } from "./finance.deps.ts";

const viewed = "finance.money_viewed" satisfies StaffActName;
const hourMs = 3_600_000;

/** Records that a member of the staff looked at a merchant's money: once an hour, however often the page is read again. */
export const recordView =
  ({ staff, systemClock }: Pick<FinanceDeps, "staff" | "systemClock">) =>
  (ctx: StaffContext, merchantId: string): Promise<void> =>
    transactAsStaff(ctx, async (ctx) => {
      const own = actOnMerchant(ctx, merchantId);
      const [last] = await listStaffAudit(own, { actions: [viewed], memberId: ctx.by.id, size: 1 });
      if (last && systemClock.now().getTime() - last.recorded_at.getTime() < hourMs) return;
      await recordAudit(own, { module: "finance", action: viewed, subject: merchantId });
      await staff.recordAct(ctx, { action: viewed, details: { merchant_id: merchantId } });
    });

/** What staff looked at and did with the merchant's money, newest first. */
export async function listStaffActs(
  ctx: ReadContext,
  { before, size }: { before?: number | undefined; size: number },
): Promise<{ items: StaffActShown[]; next: number | null }> {
  const entries = await listStaffAudit(ctx, { actions: staffActs, before, size: size + 1 });
  const page = entries.slice(0, size);
  return {
    items: page.map(({ id, action, after, recorded_at }) => ({
      id,
      action: action as StaffActName,
      amount_halalas: readAmount(after),
      recorded_at: recorded_at.toISOString(),
    })),
    next: entries.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}

function readAmount(after: unknown): number | null {
  const { amount_halalas } = (after ?? {}) as { amount_halalas?: unknown };
  return typeof amount_halalas === "number" ? amount_halalas : null;
}
