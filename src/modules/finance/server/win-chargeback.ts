import { actOnMerchant, type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import type { FinanceDeps } from "./finance.deps.ts";

type Won = { merchant_id: string; chargeback_id: string };

/** Records that a chargeback was won, once however often it is pressed. Refuses `base.not_found`. */
export const recordWonChargeback =
  ({ staff, payments }: Pick<FinanceDeps, "staff" | "payments">) =>
  (ctx: StaffContext, { merchant_id, chargeback_id }: Won): Promise<void> =>
    transactAsStaff(ctx, async (ctx) => {
      const isNew = await payments.winChargeback(actOnMerchant(ctx, merchant_id), { chargeback_id });
      if (!isNew) return;
      const details = { merchant_id, chargeback_id };
      await staff.recordAct(ctx, { action: "finance.chargeback_won", details });
    });
