import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import accountsEn from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import type { Plan, PlanItem, PlanResult } from "../contract/plan-shapes.ts";
import en from "../messages/en.json" with { type: "json" };
import { AiCampaignPage } from "./ai-campaign-page.tsx";

const cities = [
  { key: "riyadh", ar: "الرياض", en: "Riyadh" },
  { key: "jeddah", ar: "جدة", en: "Jeddah" },
];
const result: PlanResult = {
  draft_id: "dft_1",
  choices: {
    audience: { gender: "female", reasons: [{ kind: "described" }] },
    places: {
      cities,
      reasons: [
        { kind: "described" },
        {
          kind: "cities_share",
          percent: 67,
          orders: 214,
          days: 90,
          cities: [
            { ar: "الرياض", en: "Riyadh" },
            { ar: "جدة", en: "Jeddah" },
          ],
        },
      ],
    },
    budget: { daily_halalas: 50_000, days: 7, reasons: [{ kind: "described" }] },
    split: {
      parts: [
        { platform: "snapchat", share: 6_000, measured: { roas: 3.98, orders: 127, spend_halalas: 900_000 } },
        { platform: "meta", share: 4_000, measured: null },
      ],
      reasons: [{ kind: "split_default", unmeasured: ["meta"], days: 90 }],
    },
    product: { name: "عباية ليلك", reasons: [{ kind: "returns", percent: 4, units: 120, days: 30 }] },
  },
  expected: null,
  texts: [{ headline: "عباية ليلك", text: "من دوامك لعزيمتك" }],
  discount_left_out: true,
  mended: 2,
  left: [{ platform: "snapchat", field: "ad_groups.0.ads.0.media_id" }],
};
const aPlan = (more: Partial<Plan> = {}): Plan => ({
  id: "pla_1",
  status: "done",
  revision: 1,
  description: "عباية للبنات في الرياض وجدة",
  engine: "built_in",
  steps: ["figures", "choices", "texts", "draft"],
  result,
  picture_url: null,
  words: 41,
  is_edited: false,
  can_undo: false,
  ...more,
});
const begun = aPlan({ status: "planning", revision: 0, steps: [], result: null, words: 0 });
const made: PlanItem[] = [
  { kind: "started", plan: begun },
  { kind: "step", step: "figures" },
  { kind: "delta", number: 1, field: "headline", text: "عباية" },
  { kind: "finished", plan: aPlan() },
];

let answers: Answers;
let sent: Sent[];
/** What the next plan sends as it is made. */
let streamed: PlanItem[][];

beforeEach(async () => {
  answers = {
    "DigitalWriter/state": {
      engine: "built_in",
      is_subscribed: true,
      available_words: null,
      quota: null,
      day_limit_words: 5_000,
      day_left_words: 5_000,
    },
    "AdAccounts/index": {
      ad_accounts: [
        { id: "aac_1", platform: "snapchat", status: "linked" },
        { id: "aac_2", platform: "snapchat", status: "linked" },
        { id: "aac_3", platform: "meta", status: "linked" },
        { id: "aac_4", platform: "x", status: "lost" },
      ],
      platforms: [],
    },
    "Stores/products": {
      items: [{ id: "prd_1", name: "عباية ليلك", image_url: null, price_halalas: 24_900 }],
      next: null,
    },
    "CampaignPlanner/plans/latest": { plan: null },
  };
  sent = fakeServer(answers);
  streamed = [];
  const calls = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const isMaking = init.method === "POST" && /CampaignPlanner\/plans$/.test(address);
    if (!isMaking || streamed.length === 0) return calls(address, init);
    await calls(address, init);
    const items = streamed.shift() ?? [];
    const plan = items.findLast((item) => item.kind === "finished")?.plan ?? null;
    answers["CampaignPlanner/plans/latest"] = { plan };
    const lines = [...items.map((item) => ({ item })), { done: true }];
    return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), {
      headers: { "content-type": "application/x-ndjson" },
    });
  });
  await setupI18n("en", { en: { assistants: en, ad_accounts: accountsEn } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/campaigns/AddAi": AiCampaignPage }, "/campaigns/AddAi");
const posted = () => sent.filter(({ method }) => method === "POST");
async function describeCampaign(text: string) {
  fireEvent.change(await screen.findByRole("textbox", { name: new RegExp(en.planner.description) }), {
    target: { value: text },
  });
  fireEvent.click(screen.getByRole("radio", { name: en.planner.landing_page_yes }));
}
async function chooseProduct() {
  fireEvent.click(await screen.findByRole("button", { name: en.product.choose }));
  fireEvent.click(await screen.findByRole("button", { name: /عباية ليلك/ }));
}
const make = async (name = en.planner.make) => fireEvent.click(await screen.findByRole("button", { name }));
const choice = (name: string) => screen.findByRole("region", { name });

describe("a campaign from a description", () => {
  it("is asked for on every linked platform, and each choice stands with its reason", async () => {
    streamed.push(made);
    await open();
    await chooseProduct();
    await describeCampaign("عباية للبنات في الرياض وجدة");
    await make();
    const places = within(await choice(en.planner.places));
    expect(places.getByText("Riyadh and Jeddah")).toBeTruthy();
    expect(
      places.getByText("67% of your 214 delivered orders in 90 days went to Riyadh and Jeddah."),
    ).toBeTruthy();
    expect(within(await choice(en.planner.audience)).getByText("Women")).toBeTruthy();
    expect(screen.getByText("4% of this product's 120 units sold in 30 days came back.")).toBeTruthy();
    expect(screen.getByText(/not enough to judge Meta/)).toBeTruthy();
    expect(screen.getByText(en.planner.expected_unknown)).toBeTruthy();
    expect(screen.getByText(en.planner.no_discount)).toBeTruthy();
    expect(screen.getByText(/A picture for each ad on Snapchat/)).toBeTruthy();
    expect(posted()[0]?.body).toEqual({
      request_key: expect.stringMatching(/^[\w-]{8,60}$/),
      description: "عباية للبنات في الرياض وجدة",
      product_id: "prd_1",
      has_landing_page: true,
      page_url: null,
      phone: null,
      platforms: ["snapchat", "meta"],
      daily_budget_halalas: null,
      tongue: "english",
      seed: 0,
    });
  });

  it("has other texts when it is asked for again", async () => {
    streamed.push(made, made);
    await open();
    await chooseProduct();
    await describeCampaign("عباية");
    await make();
    await make(en.planner.again);
    await waitFor(() => expect(posted()).toHaveLength(2));
    expect(posted()[1]?.body).toMatchObject({ seed: 1 });
  });

  it("marks what is missing on its field and sends nothing", async () => {
    await open();
    await make();
    expect(await screen.findByText(en.planner.description_missing)).toBeTruthy();
    expect(screen.getByText(en.page_url_missing)).toBeTruthy();
    expect(screen.getByText(en.landing_page_not_stated)).toBeTruthy();
    fireEvent.change(screen.getByRole("textbox", { name: en.planner.phone }), { target: { value: "011" } });
    await make();
    expect(await screen.findByText(en.phone_not_valid)).toBeTruthy();
    expect(posted()).toEqual([]);
  });

  it("says a refusal on its field and keeps what was typed", async () => {
    answers["CampaignPlanner/plans"] = refuse(400, {
      code: "assistants.page_not_read",
      fields: { page_url: ["This page could not be read"] },
    });
    await open();
    await describeCampaign("عباية للعيد");
    fireEvent.change(screen.getByRole("textbox", { name: new RegExp(en.planner.page_url) }), {
      target: { value: "https://lylak.sa/offers" },
    });
    await make();
    expect(await screen.findByText("This page could not be read")).toBeTruthy();
    expect(screen.getByDisplayValue("عباية للعيد")).toBeTruthy();
  });

  it("without a linked account leads to linking one", async () => {
    answers["AdAccounts/index"] = { ad_accounts: [], platforms: [] };
    await open();
    expect((await screen.findByRole("link", { name: en.planner.connect })).getAttribute("href")).toBe(
      "/link-ad-accounts",
    );
  });
});

describe("a plan after a reload", () => {
  it("stands as it was, and one choice is changed alone and taken back", async () => {
    answers["CampaignPlanner/plans/latest"] = { plan: aPlan() };
    const cheaper = {
      ...result.choices.budget,
      daily_halalas: 35_000,
      reasons: [{ kind: "asked" as const }],
    };
    answers["CampaignPlanner/plans/pla_1/change"] = aPlan({
      revision: 2,
      can_undo: true,
      result: { ...result, choices: { ...result.choices, budget: cheaper } },
    });
    answers["CampaignPlanner/plans/pla_1/undo"] = aPlan({ revision: 3 });
    await open();
    await make(en.planner.chips.budget_lower);
    const changed = within(await choice(en.planner.changed));
    expect(changed.getByText(en.planner.budget)).toBeTruthy();
    expect(changed.queryByText(en.planner.places)).toBeNull();
    expect(posted()[0]?.body).toEqual({ revision: 1, change: { kind: "budget", direction: "lower" } });
    await make(en.planner.undo);
    await waitFor(() => expect(screen.queryByText(en.planner.changed)).toBeNull());
    expect(posted()[1]?.body).toEqual({ revision: 2 });
  });

  it("says on its field that a change was not understood", async () => {
    answers["CampaignPlanner/plans/latest"] = { plan: aPlan() };
    answers["CampaignPlanner/plans/pla_1/change"] = refuse(400, { code: "assistants.change_not_understood" });
    await open();
    fireEvent.change(await screen.findByRole("textbox", { name: en.planner.change }), {
      target: { value: "شيء ما" },
    });
    await make(en.planner.change_apply);
    expect(await screen.findByText("no")).toBeTruthy();
    expect(screen.getByDisplayValue("شيء ما")).toBeTruthy();
  });

  it("that is still being made shows its steps and can be stopped", async () => {
    answers["CampaignPlanner/plans/latest"] = { plan: { ...begun, steps: ["figures"] } };
    answers["CampaignPlanner/plans/pla_1/stop"] = { ...begun, status: "stopped" };
    await open();
    expect(await screen.findByText(en.planner.steps.choices)).toBeTruthy();
    await make(en.planner.stop);
    expect(await screen.findByText(en.planner.ended.stopped)).toBeTruthy();
    expect(await screen.findByDisplayValue(begun.description)).toBeTruthy();
  });

  it("whose draft was changed in the form offers no changes", async () => {
    answers["CampaignPlanner/plans/latest"] = { plan: aPlan({ is_edited: true }) };
    await open();
    expect(await screen.findByText(en.planner.edited)).toBeTruthy();
    expect(screen.queryByRole("button", { name: en.planner.chips.budget_lower })).toBeNull();
  });
});
