import { listStaffAudit, recordAudit } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import {
  actOnMerchant,
  type StaffContext,
  type StaffTxContext,
  transactAsStaff,
} from "#base/server/staff-context.ts";
import { type StaffActName, staffActs } from "../contract/enums.ts";
import type { StaffActShown } from "../contract/staff-acts.calls.ts";
import type { FinanceDeps } from "./finance.deps.ts";

type Look = Extract<StaffActName, `finance.${string}_viewed`>;
const hourMs = 3_600_000;

/**
 * Records that a member of the staff looked at something of these merchants: for each once an hour, however often the
 * page is read again.
 */
export const recordLook =
  ({ staff, systemClock }: Pick<FinanceDeps, "staff" | "systemClock">) =>
  (ctx: StaffContext, action: Look, merchantIds: readonly string[]): Promise<void> =>
    transactAsStaff(ctx, async (ctx) => {
      for (const merchantId of new Set(merchantIds))
        if (await noteLook({ systemClock }, ctx, { action, merchantId }))
          await staff.recordAct(ctx, { action, details: { merchant_id: merchantId } });
    });

/** The merchants that a search showed, by name and number: each can read that they were looked at. */
export async function recordFound(
  { systemClock }: Pick<FinanceDeps, "systemClock">,
  ctx: StaffTxContext,
  merchantIds: readonly string[],
): Promise<void> {
  for (const merchantId of merchantIds)
    await noteLook({ systemClock }, ctx, { action: "finance.profile_viewed", merchantId });
}

/** Writes a look to the merchant's own log; false within an hour of the same member's last. */
async function noteLook(
  { systemClock }: Pick<FinanceDeps, "systemClock">,
  ctx: StaffTxContext,
  { action, merchantId }: { action: string; merchantId: string },
): Promise<boolean> {
  const own = actOnMerchant(ctx, merchantId);
  const [last] = await listStaffAudit(own, { actions: [action], memberId: ctx.by.id, size: 1 });
  if (last && systemClock.now().getTime() - last.recorded_at.getTime() < hourMs) return false;
  await recordAudit(own, { module: "finance", action, subject: merchantId });
  return true;
}

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
      ...readDetails(after),
      recorded_at: recorded_at.toISOString(),
    })),
    next: entries.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}

function readDetails(after: unknown): Pick<StaffActShown, "amount_halalas" | "reason"> {
  const { amount_halalas, reason } = (after ?? {}) as { amount_halalas?: unknown; reason?: unknown };
  return {
    amount_halalas: typeof amount_halalas === "number" ? amount_halalas : null,
    reason: typeof reason === "string" ? reason : null,
  };
}
