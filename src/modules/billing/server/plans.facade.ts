import { type ReadContext, transact } from "#base/server/context.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { loadEntitlement } from "./entitlement.ts";
import { listPeriods } from "./list-periods.ts";
import { type RefundPeriodInput, refundPeriod } from "./refund-period.ts";
import { isRenewalCard } from "./renewal-card.ts";

export interface PlansFacade {
  /** Whether the merchant's subscription will charge this card. */
  isRenewalCard(ctx: ReadContext, cardId: string): Promise<boolean>;
  /** How many members the merchant's plan opens: null is without limit, 0 without an open subscription. */
  loadMemberLimit(ctx: ReadContext): Promise<number | null>;
  /** The periods of the merchant's subscriptions, newest first, for the staff. */
  listPeriods: typeof listPeriods;
  /**
   * Gives back all or a part of a renewal or an upgrade. Refuses `billing.period_not_paid`, `billing.refund_too_large`,
   * `billing.payment_under_way`, `payments.refund_too_large`.
   */
  refundPeriod(ctx: ReadContext, input: RefundPeriodInput): Promise<void>;
}

export function makePlansFacade(deps: BillingDeps): PlansFacade {
  const refund = refundPeriod(deps);
  return {
    async loadMemberLimit(ctx) {
      const entitlement = await loadEntitlement(ctx);
      return entitlement ? entitlement.opens.members : 0;
    },
    listPeriods,
    refundPeriod: (ctx, input) => transact(ctx, (ctx) => refund(ctx, input)),
    isRenewalCard: isRenewalCard(deps),
  };
}
