import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { type CampaignFigures, leastSpend, type PlanCampaign, rankTemplates } from "./rank-templates.ts";

const aCampaign = (plan: string, at = 0): PlanCampaign => ({
  id: `cmp_${plan}_${at}`,
  plan_id: `pln_${plan}`,
  plan_name: plan,
  platform: platforms[at] ?? "meta",
});
const makeFigures = (plan: string, spend: number, sales: number, at = 0): CampaignFigures => ({
  campaign_id: `cmp_${plan}_${at}`,
  spend_halalas: spend,
  orders_delivered: sales > 0 ? 1 : 0,
  sales_delivered_halalas: sales,
});

describe("the plans to start from", () => {
  it("are ordered by what each riyal brought, over all their platforms", () => {
    const campaigns = [aCampaign("two", 0), aCampaign("two", 1), aCampaign("one")];
    const figures = [
      makeFigures("two", 200_00, 400_00),
      makeFigures("two", 200_00, 1_200_00, 1),
      makeFigures("one", 500_00, 1_500_00),
    ];
    expect(rankTemplates(campaigns, figures)).toMatchObject([
      {
        plan_id: "pln_two",
        spend_halalas: 400_00,
        sales_delivered_halalas: 1_600_00,
        platforms: ["meta", "snapchat"],
      },
      { plan_id: "pln_one" },
    ]);
  });

  it("prove something: exactly the least spend counts, a halala less does not, and no order counts for nothing", () => {
    const campaigns = ["enough", "less", "unsold", "unseen"].map((plan) => aCampaign(plan));
    const figures = [
      makeFigures("enough", leastSpend, 1),
      makeFigures("less", leastSpend - 1, 9_000_00),
      makeFigures("unsold", 900_00, 0),
    ];
    expect(rankTemplates(campaigns, figures).map(({ name }) => name)).toEqual(["enough"]);
  });

  it("are at most five, none worse than one that was left out", () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: leastSpend, max: 900_00 }), fc.nat(9_000_00)), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(rows, (all) => {
        const campaigns = all.map((_, index) => aCampaign(String(index)));
        const ranked = rankTemplates(
          campaigns,
          all.map(([spend, sales], index) => makeFigures(String(index), spend, sales)),
        );
        const returns = ranked.map((one) => one.sales_delivered_halalas / one.spend_halalas);
        expect(ranked.length).toBeLessThanOrEqual(5);
        expect(returns).toEqual(returns.toSorted((one, other) => other - one));
      }),
    );
  });
});
