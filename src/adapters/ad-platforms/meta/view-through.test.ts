import { expect, it } from "vitest";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeFigures } from "./figures.ts";
import type { Graph } from "./graph.ts";

it("what Meta ascribes to views is told apart from its other purchases", async () => {
  let requested: Record<string, string> = {};
  const pages = async function* (_token: string, _path: string, query: Record<string, string>) {
    requested = query;
    yield [
      {
        ad_id: "1",
        date_start: "2026-11-20",
        spend: "10.00",
        actions: [
          { action_type: "purchase", value: "9" },
          { action_type: "omni_purchase", value: "7", "1d_view": "2" },
        ],
        action_values: [{ action_type: "omni_purchase", value: "1533.5", "1d_view": "400.25" }],
      },
      { ad_id: "2", date_start: "2026-11-20", actions: [{ action_type: "omni_purchase", value: "1" }] },
    ];
  };
  const account = { adAccountId: "1", accessToken: "t", timeZone: "Asia/Riyadh" } as AdAccountContext;
  const query = {
    platformCampaignIds: ["c"],
    from: new Date("2026-11-19T21:00:00Z"),
    to: new Date("2026-11-20T21:00:00Z"),
    grain: "day" as const,
  };
  const read = [];
  for await (const page of makeFigures({ pages } as unknown as Graph).readFigures(account, query))
    read.push(...page);
  expect(JSON.parse(requested.action_attribution_windows ?? "")).toEqual(["default", "1d_view"]);
  expect(read).toMatchObject([
    {
      platformReportedPurchases: 7,
      platformReportedSales: 153_350,
      platformReportedViewPurchases: 2,
      platformReportedViewSales: 40_025,
    },
    { platformReportedPurchases: 1, platformReportedViewPurchases: 0, platformReportedViewSales: 0 },
  ]);
});
