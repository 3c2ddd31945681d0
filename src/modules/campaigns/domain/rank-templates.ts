import { halalas } from "#base/shared/money.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Template } from "../contract/plans.calls.ts";

export type PlanCampaign = { id: string; plan_id: string; plan_name: string; platform: Platform };
/** What a campaign spent and brought. */
export type CampaignFigures = {
  campaign_id: string;
  spend_halalas: number;
  orders_delivered: number;
  sales_delivered_halalas: number;
};

/** Less spend than this proves nothing: a single order may be luck. */
export const leastSpend = halalas(200_00);
const most = 5;

/**
 * The plans to start from: those with a delivered order and enough spend, by the delivered sales of each riyal; of two
 * alike the one that sold more.
 */
export function rankTemplates(
  campaigns: readonly PlanCampaign[],
  figures: readonly CampaignFigures[],
): Template[] {
  const byCampaign = new Map(figures.map((row) => [row.campaign_id, row]));
  const plans = [...Map.groupBy(campaigns, ({ plan_id }) => plan_id).values()].map((own) =>
    toTemplate(
      own,
      own.flatMap(({ id }) => byCampaign.get(id) ?? []),
    ),
  );
  return plans
    .filter((one) => one.spend_halalas >= leastSpend && one.orders_delivered > 0)
    .sort(
      (one, other) =>
        toReturn(other) - toReturn(one) || other.sales_delivered_halalas - one.sales_delivered_halalas,
    )
    .slice(0, most);
}

const toReturn = ({ sales_delivered_halalas: sales, spend_halalas: spend }: Template) => sales / spend;

function toTemplate(own: readonly PlanCampaign[], figures: readonly CampaignFigures[]): Template {
  const sum = (read: (row: CampaignFigures) => number) => figures.reduce((all, row) => all + read(row), 0);
  return {
    plan_id: own[0]?.plan_id ?? "",
    name: own[0]?.plan_name ?? "",
    platforms: own.map(({ platform }) => platform),
    spend_halalas: halalas(sum((row) => row.spend_halalas)),
    orders_delivered: sum((row) => row.orders_delivered),
    sales_delivered_halalas: halalas(sum((row) => row.sales_delivered_halalas)),
  };
}
