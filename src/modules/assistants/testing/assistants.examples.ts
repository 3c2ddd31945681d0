import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

const unknown = "ver_unknown";

/** Nothing was written yet: a merchant whose subscription is over has no words. */
export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "POST Clients/CampaignPlanner/plans": {
    body: {
      request_key: "a-key-of-a-plan",
      description: "عباية للدوام في الرياض بميزانية 200 ريال يوميًا",
      product_id: "prd_unknown",
      page_url: null,
      has_landing_page: true,
      phone: "0501234567",
      platforms: ["snapchat"],
      daily_budget_halalas: null,
      tongue: "saudi",
      seed: 0,
    },
    expect: 404,
  },
  "GET Clients/CampaignPlanner/plans/latest": {},
  "POST Clients/CampaignPlanner/plans/{id}/stop": { ...withId("pla_unknown"), expect: 404 },
  "POST Clients/CampaignPlanner/plans/{id}/change": {
    ...withId("pla_unknown"),
    body: { revision: 1, change: { kind: "budget", direction: "lower" } },
    expect: 404,
  },
  "POST Clients/CampaignPlanner/plans/{id}/undo": {
    ...withId("pla_unknown"),
    body: { revision: 1 },
    expect: 404,
  },
  "POST Clients/CampaignPlanner/plans/{id}/pictures": { ...withId("pla_unknown"), expect: 404 },
  "GET Clients/DigitalWriter/state": {},
  "GET Clients/DigitalWriter/answers": { query: { search: "عباية", favourites: "true", size: "5" } },
  "GET Clients/DigitalWriter/answers/{id}": { ...withId("ans_unknown"), expect: 404 },
  "DELETE Clients/DigitalWriter/answers/{id}": { ...withId("ans_unknown"), expect: 404 },
  "POST Clients/DigitalWriter/answers": {
    body: {
      request_key: "a-key-of-the-browser",
      category: "season_greeting",
      tongue: "saudi",
      tone: "warm",
      length: "short",
      season: "ramadan",
      prompt: "",
      product_id: null,
      seed: 0,
    },
  },
  "POST Clients/DigitalWriter/versions/{id}/revise": {
    ...withId(unknown),
    body: { request_key: "another-key-of-it", change: "shorten", seed: 0 },
    expect: 404,
  },
  "PUT Clients/DigitalWriter/versions/{id}": {
    ...withId(unknown),
    body: { headline: "عباية ليلك", body: "من دوامك لعزيمتك" },
    expect: 404,
  },
  "PUT Clients/DigitalWriter/versions/{id}/favourite": {
    ...withId(unknown),
    body: { is_favourite: true },
    expect: 404,
  },
  "POST Clients/DigitalWriter/versions/{id}/draft": {
    ...withId(unknown),
    expect: 404,
  },
});
