import { actOnMerchant, type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import type { FinanceDeps } from "./finance.deps.ts";

type Seen = {
  merchant_id: string;
  payment_id: string;
  dispute_id: string;
  amount_halalas: number;
  reason: string;
};

/** Records a chargeback that staff saw in the gateway's dashboard, once for its dispute. Refuses `base.not_found`. */
export const recordSeenChargeback =
  ({ staff, payments }: Pick<FinanceDeps, "staff" | "payments">) =>
  (ctx: StaffContext, { merchant_id, ...dispute }: Seen): Promise<void> =>
    transactAsStaff(ctx, async (ctx) => {
      const isNew = await payments.recordDispute(actOnMerchant(ctx, merchant_id), dispute);
      if (!isNew) return;
      const details = { merchant_id, ...dispute };
      await staff.recordAct(ctx, { action: "finance.chargeback_recorded", details });
    });
