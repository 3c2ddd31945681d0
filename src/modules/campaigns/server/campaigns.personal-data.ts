import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant. */
export const campaignsData = definePersonalData("campaigns", "campaigns", {
  ad_sync: ({ erased }) =>
    erased({ owner: { through: "campaigns.ads", by: "id", its: "id" }, without: ["create_intent"] }),
  ad_group_sync: ({ erased }) =>
    erased({ owner: { through: "campaigns.ad_groups", by: "id", its: "id" }, without: ["create_intent"] }),
  campaign_sync: ({ erased }) =>
    erased({
      owner: { through: "campaigns.campaigns", by: "id", its: "id" },
      without: ["create_intent", "lease_owner"],
    }),
  ads: ({ erased }) => erased(),
  ad_groups: ({ erased }) => erased(),
  ad_licences: ({ erased }) => erased(),
  budget_moves: ({ erased }) => erased(),
  campaigns: ({ erased }) => erased(),
  counts: ({ erased }) => erased({ notExported: "Counted from the campaigns" }),
  drafts: ({ erased }) =>
    erased({ retention: { period: "90 days without a change", why: "forgotten drafts" } }),
  licence_checks: ({ erased }) => erased({ notExported: "When licences are looked at next" }),
  plans: ({ erased }) => erased(),
  saved_views: ({ erased }) => erased(),
  season_budget_days: ({ erased }) => erased(),
  season_budgets: ({ erased }) => erased(),
  season_draft_refusals: ({ erased }) => erased(),
  season_drafts: ({ erased }) => erased(),
  season_rounds: ({ ours }) => ours("How far the drafts of a season were prepared"),
  store_watch: ({ erased }) => erased(),
});
