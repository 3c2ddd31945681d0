import { z } from "zod";
import { defineCalls, halalasSchema, riyadhDay } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { salesMetrics } from "#modules/figures/contract/counted-sales.ts";
import { toShape } from "#modules/figures/contract/metrics.ts";
import { countedOrders } from "#modules/merchants/contract/enums.ts";
import { changeReasons, homeComparisons } from "./home-scope.ts";

/** What home is narrowed by: the last `days` or two Riyadh days, a store and a platform. */
export const homeQuery = {
  days: z.coerce.number().int().min(1).max(365).default(30),
  from: riyadhDay.optional(),
  to: riyadhDay.optional(),
  compare: z.enum(homeComparisons).default("previous"),
  store_id: z.string().max(60).optional(),
  platform: z.enum(platforms).optional(),
};
export const homeQuerySchema = z.object(homeQuery);
/** The ranked campaigns are judged by the orders that the person counts. */
export const homeCampaignsQuery = homeQuerySchema.extend({
  counted: z.enum(countedOrders).default("placed"),
});
export type HomeCampaignsQuery = z.output<typeof homeCampaignsQuery>;
export type HomeQuery = z.output<typeof homeQuerySchema>;

const sums = toShape(["spend_halalas", "orders_placed", "sales_placed_halalas"]);
const campaign = z.object({ id: z.string(), name: z.string(), platform: z.enum(platforms) });

/** A campaign's part in how today differs from yesterday. */
const change = campaign.extend({
  reason: z.enum(changeReasons),
  spend_change_halalas: halalasSchema,
  orders_change: z.number().int(),
  sales_change_halalas: halalasSchema,
});
export type CampaignChange = z.output<typeof change>;

const ranked = campaign.extend({
  ...toShape(["spend_halalas", ...salesMetrics]),
  /** Sales of the counted orders less spend. */
  net_halalas: halalasSchema,
});
export type RankedCampaign = z.output<typeof ranked>;

export const homeCalls = defineCalls({
  "GET Clients/Reports/home-changes": {
    summary:
      "Today so far beside yesterday as it was known at the same time of the day, and the campaigns that differ most with the reason",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object({ store_id: homeQuery.store_id, platform: homeQuery.platform }),
    answer: z.object({
      today: z.object(sums),
      yesterday: z.object(sums),
      /** The largest difference of sales or spend first, at most three. */
      campaigns: z.array(change),
    }),
  },
  "GET Clients/Reports/home-campaigns": {
    summary:
      "The period's campaigns that bring the most above their cost, and those that cost the most beyond it",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: homeCampaignsQuery,
    answer: z.object({
      /**
       * At most three each. A campaign that began within a day is in neither; by delivered orders, one whose orders are all on
       * their way neither.
       */
      earning: z.array(ranked),
      burning: z.array(ranked),
    }),
  },
});
export type HomeCalls = typeof homeCalls;
