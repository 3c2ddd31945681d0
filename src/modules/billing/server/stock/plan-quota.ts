import type { Context, ReadContext } from "#base/server/context.ts";
import type { CountedFeature } from "../../contract/enums.ts";
import type { StockService } from "../../contract/stock.enums.ts";
import { computeQuotaLeft } from "../../domain/stock.ts";
import { loadEntitlement } from "../entitlement.ts";
import { loadQuotaCounts, lockQuotaMonth, type QuotaCounts } from "./quota.store.ts";

/** What a plan counts a service as. */
const features: Record<StockService, CountedFeature> = {
  writer_words: "writer_words",
  designer_pictures: "designer_pictures",
  sms: "messages",
  whatsapp: "messages",
  consultation_vouchers: "consultations",
};

/** Whether a subscription is what a merchant without one needs; a consultation is also sold by itself. */
export const needsSubscription = (service: StockService): boolean => service !== "consultation_vouchers";

/** The plan's quota of the month for a service. */
export type PlanQuota = QuotaCounts & {
  feature: CountedFeature;
  month_start: Date;
  month_end: Date;
  /** Null without a limit. */
  limit_units: number | null;
  left_units: number | null;
};
export type QuotaState = {
  /** Whether a subscription is good now. */
  is_active: boolean;
  /** Null when the plan does not open the service. */
  quota: PlanQuota | null;
};

/** For a reader: two uses at once may both see the same. */
export const loadPlanQuota = (ctx: ReadContext, service: StockService) =>
  readQuota(ctx, service, (month) => loadQuotaCounts(ctx, month));

/** For who takes of it: nobody else takes of the month's quota until the transaction ends. */
export const lockPlanQuota = (ctx: Context, service: StockService) =>
  readQuota(ctx, service, (month) => lockQuotaMonth(ctx, month));

async function readQuota(
  ctx: ReadContext,
  service: StockService,
  read: (month: { feature: CountedFeature; month_start: Date }) => Promise<QuotaCounts>,
): Promise<QuotaState> {
  const entitlement = await loadEntitlement(ctx);
  const feature = features[service];
  if (!entitlement) return { is_active: false, quota: null };
  if (entitlement.opens[feature] === 0) return { is_active: true, quota: null };
  const { starts_at: month_start, ends_at: month_end } = entitlement.month;
  const counts = await read({ feature, month_start });
  const limit_units = entitlement.opens[feature];
  const left_units = computeQuotaLeft(limit_units, counts);
  return { is_active: true, quota: { feature, month_start, month_end, limit_units, left_units, ...counts } };
}
