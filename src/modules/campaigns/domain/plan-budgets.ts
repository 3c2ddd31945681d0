import type { Halalas } from "#base/shared/money.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { findMinimumBudget } from "../contract/check-campaign.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import { splitBudget } from "./split-budget.ts";
import { isClosed } from "./status.ts";

type Part = Pick<
  CampaignRow,
  "id" | "platform" | "placements" | "ad_account_id" | "status" | "daily_budget_halalas"
>;
export type PartBudget = { campaign_id: string; daily_budget_halalas: Halalas };

/** The campaigns whose budgets are the plan's: those that run; where none does, all that have not ended. */
export function listBudgetParts<Campaign extends Pick<Part, "status">>(
  campaigns: readonly Campaign[],
): Campaign[] {
  const running = campaigns.filter(({ status }) => status === "active");
  return running.length > 0 ? running : campaigns.filter(({ status }) => !isClosed(status));
}

/**
 * A plan's daily budget over its campaigns, in the proportions that they have; to the halala, and none below its
 * platform's minimum while the total covers all. `currencies`: by ad account.
 */
export function splitPlanBudget(
  total: Halalas,
  parts: readonly Part[],
  currencies: ReadonlyMap<string, string>,
): PartBudget[] {
  const amounts = splitBudget(
    total,
    parts.map(({ platform, placements, ad_account_id, daily_budget_halalas }) => {
      const limits = getCapabilities(platform, placements);
      const minimum = limits ? findMinimumBudget(limits, currencies.get(ad_account_id)) : total;
      return { share: daily_budget_halalas, minimum };
    }),
  );
  return parts.map(({ id }, at) => ({ campaign_id: id, daily_budget_halalas: amounts[at] ?? total }));
}
