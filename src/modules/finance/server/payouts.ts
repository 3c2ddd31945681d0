import type { PageRequest } from "#base/server/db/keyset.ts";
import type { StaffContext } from "#base/server/staff-context.ts";
import { actOnMoney } from "./act.ts";
import type { FinanceDeps } from "./finance.deps.ts";
import { recordLook } from "./staff-acts.ts";

type Deps = Pick<FinanceDeps, "staff" | "merchants" | "wallet">;
type OnePayout = { merchant_id: string; withdrawal_id: string };

/** All merchants' open transfers with their names; each merchant reads that their bank account was seen. */
export const listPayouts =
  (deps: Deps & Pick<FinanceDeps, "systemClock">) => async (ctx: StaffContext, page: PageRequest) => {
    const open = await deps.wallet.listOpenPayouts(ctx.db, page);
    const merchantIds = open.items.map(({ merchant_id }) => merchant_id);
    await recordLook(deps)(ctx, "finance.payout_viewed", merchantIds);
    const names = await deps.merchants.loadNames(ctx.db, merchantIds);
    return {
      ...open,
      items: open.items.map(({ merchant_id: id, requested_at, ...payout }) => ({
        ...payout,
        merchant: { id, name: names.get(id) ?? "" },
        requested_at: requested_at.toISOString(),
      })),
    };
  };

/** From now on the merchant cannot cancel the transfer. */
export const beginPayout =
  (deps: Deps) =>
  (ctx: StaffContext, { merchant_id: merchantId, withdrawal_id: withdrawalId }: OnePayout): Promise<void> =>
    actOnMoney(
      deps,
      ctx,
      { merchantId, action: "finance.payout_started", details: { withdrawal_id: withdrawalId } },
      (ctx) => deps.wallet.startPayout(ctx, { withdrawalId }),
    );

/** The transfer was made. */
export const finishPayout =
  (deps: Deps) =>
  (ctx: StaffContext, payout: OnePayout & { bank_reference: string }): Promise<void> => {
    const { merchant_id: merchantId, withdrawal_id: withdrawalId, bank_reference } = payout;
    const details = { withdrawal_id: withdrawalId, bank_reference };
    return actOnMoney(deps, ctx, { merchantId, action: "finance.payout_confirmed", details }, (ctx) =>
      deps.wallet.confirmPayout(ctx, { withdrawalId, bank_reference }),
    );
  };

/** The transfer was not made. */
export const rejectPayout =
  (deps: Deps) =>
  (ctx: StaffContext, payout: OnePayout & { reason: string }): Promise<void> => {
    const { merchant_id: merchantId, withdrawal_id: withdrawalId, reason } = payout;
    const details = { withdrawal_id: withdrawalId, reason };
    return actOnMoney(deps, ctx, { merchantId, action: "finance.payout_refused", details }, (ctx) =>
      deps.wallet.refusePayout(ctx, { withdrawalId, reason }),
    );
  };
