type BudgetChange = { campaign_id: string; from_halalas: number; to_halalas: number };

/**
 * The budget that each campaign had before rules changed it: back through the changes of rules, the latest first, as long
 * as each led to the budget that the next one found. What a merchant set in between is the budget to go back to.
 */
export function findBudgetsBefore(
  campaigns: readonly { id: string; daily_budget_halalas: number }[],
  changes: readonly BudgetChange[],
): Map<string, number> {
  const byCampaign = Map.groupBy(changes, ({ campaign_id }) => campaign_id);
  return new Map(
    campaigns.flatMap(({ id, daily_budget_halalas }) => {
      let budget = daily_budget_halalas;
      for (const { from_halalas, to_halalas } of byCampaign.get(id) ?? []) {
        if (to_halalas !== budget) break;
        budget = from_halalas;
      }
      return budget === daily_budget_halalas ? [] : [[id, budget] as const];
    }),
  );
}
