import type { Status } from "#modules/campaigns/contract/enums.ts";
import type { ListFigures, ListRow, ListTotals } from "#modules/campaigns/contract/list.ts";
import type { AdRow, CampaignDetails, CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { actionsFor } from "#modules/campaigns/domain/status.ts";
import type { Figures, Totals } from "#modules/reports/web/reports.queries.ts";

const syncState = (status: Status = "active") => ({
  status,
  allowed_actions: actionsFor(status),
  sync: "synced" as const,
  fault: null,
  fault_text: null,
  observed_status: "active" as const,
  drift_status: null,
  drift_since: null,
  platform_id: "plt-1",
  created_at: "2026-11-20T09:00:00Z",
  updated_at: "2026-11-20T09:00:00Z",
});

export const aCampaign = (change: Partial<CampaignRow> = {}): CampaignRow => ({
  ...syncState(change.status),
  id: "cmp_000001",
  plan_id: "pln_000001",
  name: "Ajwa dates",
  ad_account_id: "aac_000001",
  platform: "snapchat",
  placements: [],
  store_id: "sto_000001",
  landing_url: "https://shop.example/ajwa",
  objective: "sales",
  bidding_strategy: "maximize_conversions",
  target_cpa_halalas: null,
  target_roas: null,
  client_campaign_id: null,
  starts_at: "2026-11-20T09:00:00Z",
  starts_at_once: false,
  ends_at: null,
  hours: null,
  daily_budget_halalas: toHalalas(150_00),
  observed_daily_budget_halalas: toHalalas(150_00),
  drift_daily_budget_halalas: null,
  reverted: null,
  status_reason: null,
  connection_lost: false,
  max_cost_today_halalas: toHalalas(187_50),
  reserve_halalas: toHalalas(375_00),
  ...change,
});

/** A campaign of the list with a week's figures. */
export const aListRow = (change: Partial<ListRow> = {}): ListRow => ({
  ...aCampaign(change),
  figures: someListFigures(),
  spend_today_halalas: toHalalas(81_00),
  days: [{ day: "2026-11-21", orders_placed: 5 }],
  ...change,
});

export const someListFigures = (change: Partial<ListFigures> = {}): ListFigures => ({
  spend_halalas: toHalalas(1_003_00),
  orders_placed: 30,
  sales_placed_halalas: toHalalas(5_130_00),
  orders_delivered: 27,
  sales_delivered_halalas: toHalalas(4_614_00),
  roas_placed: 5.11,
  roas_delivered: 4.6,
  cost_per_order_halalas: toHalalas(33_43),
  ...change,
});

export const someListTotals = (change: Partial<ListTotals> = {}): ListTotals => ({
  from: "2026-11-15",
  to: "2026-11-21",
  as_of: "2026-11-21T11:40:00.000Z",
  campaigns: 8,
  active: 6,
  daily_budget_halalas: toHalalas(940_00),
  spend_today_halalas: toHalalas(493_00),
  usual_share_today: 5_200,
  totals: someListFigures({ spend_halalas: toHalalas(6_537_00), roas_delivered: 3.15 }),
  previous: someListFigures({ spend_halalas: toHalalas(6_167_00), roas_delivered: 3.03 }),
  ...change,
});

export const anAd = (change: Partial<AdRow> = {}): AdRow => ({
  ...syncState(change.status),
  id: "add_000001",
  campaign_id: "cmp_000001",
  ad_group_id: "adg_000001",
  name: "Ajwa",
  headline: "Ajwa of Madinah",
  more_headlines: [],
  text: "",
  description: "",
  more_descriptions: [],
  target_url: "https://shop.example/ajwa",
  media_id: "med_000001",
  call_to_action: "shop_now",
  brand_name: "Oasis",
  automatic_enhancements: false,
  profile_id: null,
  tracking_url: "https://rawaj.example/t/12345678",
  review: { outcome: "approved", reasons: [] },
  ...change,
});

export const aWholeCampaign = (change: Partial<CampaignDetails> = {}, ads = [anAd()]): CampaignDetails => ({
  ...aCampaign(change),
  ad_groups: [
    {
      ...syncState(),
      id: "adg_000001",
      campaign_id: "cmp_000001",
      name: "Everyone",
      age_ranges: ["18-24"],
      excluded_age_ranges: [],
      gender: "all",
      locations: [],
      devices: ["mobile"],
      optimized_targeting: false,
      keywords: [],
      ads,
    },
  ],
  retry: null,
  ...change,
});

export const someTotals = (change: Partial<Totals> = {}): Totals => ({
  impressions: 0,
  clicks: 0,
  spend_halalas: toHalalas(0),
  orders_placed: 0,
  sales_placed_halalas: toHalalas(0),
  orders_delivered: 0,
  sales_delivered_halalas: toHalalas(0),
  orders_unconfirmed: 0,
  sales_unconfirmed_halalas: toHalalas(0),
  platform_reported_sales_halalas: toHalalas(0),
  roas_placed: null,
  roas_delivered: null,
  cost_per_order_halalas: null,
  cpc_halalas: null,
  cpm_halalas: null,
  ...change,
});

export const busyTotals = someTotals({
  impressions: 12_000,
  clicks: 240,
  spend_halalas: toHalalas(100_00),
  orders_placed: 4,
  sales_placed_halalas: toHalalas(340_00),
  roas_placed: 3.4,
  roas_delivered: 0,
  cost_per_order_halalas: toHalalas(25_00),
  cpc_halalas: toHalalas(42),
  cpm_halalas: toHalalas(8_33),
});

export const someFigures = (totals: Totals, asOf: string | null): Omit<Figures, "emptiness"> => ({
  as_of: asOf,
  from: "2026-11-19" as Figures["from"],
  to: "2026-11-21" as Figures["to"],
  totals,
  previous: someTotals(),
  compared: { from: "2026-11-16", to: "2026-11-18" },
  days: (["2026-11-19", "2026-11-20", "2026-11-21"] as Figures["from"][]).map((day, index) => ({
    ...(index === 1 ? totals : someTotals()),
    day,
    is_settled: index < 2,
    has_data: true,
  })),
  platforms: [],
});

/** Amounts are plain whole numbers in JSON; the brand belongs to the type. */
function toHalalas(amount: number): Totals["spend_halalas"] {
  return amount as Totals["spend_halalas"];
}
