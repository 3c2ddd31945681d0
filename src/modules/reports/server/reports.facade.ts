import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { type Digest, makeDigest } from "../domain/digest.ts";

export type { Digest } from "../domain/digest.ts";
export type ReportsFacade = ReturnType<typeof makeReportsFacade>;

export function makeReportsFacade({ figures }: { figures: Pick<FiguresFacade, "query"> }) {
  return {
    /** Earned, wasted and one thing to do, of all the merchant's campaigns in a period. Amounts are halalas. */
    async loadDigest(ctx: ReadContext, period: Period): Promise<Digest> {
      const rows = await figures.query(ctx, {
        measures: ["spend_halalas", "sales_placed_halalas", "orders_placed"],
        by: ["campaign"],
        filter: period,
      });
      return makeDigest(
        rows.map(({ campaign_id, spend_halalas, sales_placed_halalas, orders_placed }) => ({
          campaignId: campaign_id,
          spent: spend_halalas,
          earned: sales_placed_halalas,
          orders: orders_placed,
        })),
      );
    },
  };
}
