import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import accountsEn from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { AiCampaignPage } from "./ai-campaign-page.tsx";
import type { PlannedCampaign } from "./planner-calls.ts";

const planned: PlannedCampaign = {
  draft_id: "dft_1",
  understood: {
    gender: "female",
    cities: [
      { ar: "الرياض", en: "Riyadh" },
      { ar: "جدة", en: "Jeddah" },
    ],
    daily_budget_halalas: 50_000,
    days: 7,
  },
  ads: 3,
  words: 41,
  mended: 2,
  left: [{ platform: "snapchat", field: "ad_groups.0.ads.0.media_id" }],
};

let answers: Answers;
let sent: Sent[];

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
    "CampaignPlanner/drafts": planned,
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { assistants: en, ad_accounts: accountsEn } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/campaigns/AddAi": AiCampaignPage }, "/campaigns/AddAi");
const posted = () => sent.filter(({ method }) => method === "POST");
const describeCampaign = (text: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: new RegExp(en.planner.description) }), {
    target: { value: text },
  });
async function chooseProduct() {
  fireEvent.click(await screen.findByRole("button", { name: en.product.choose }));
  fireEvent.click(await screen.findByRole("button", { name: /عباية ليلك/ }));
}
const make = async (name = en.planner.make) => fireEvent.click(await screen.findByRole("button", { name }));

describe("a campaign from a description", () => {
  it("is asked for on every linked platform, and what was understood and what is left stand beside it", async () => {
    await open();
    await chooseProduct();
    describeCampaign("عباية للبنات في الرياض وجدة");
    await make();
    expect(await screen.findByText("Riyadh and Jeddah")).toBeTruthy();
    expect(screen.getByText("Women")).toBeTruthy();
    expect(screen.getByText("7 days")).toBeTruthy();
    expect(screen.getByText(/A picture for each ad on Snapchat/)).toBeTruthy();
    expect(posted()[0]?.body).toEqual({
      description: "عباية للبنات في الرياض وجدة",
      product_id: "prd_1",
      platforms: ["snapchat", "meta"],
      daily_budget_halalas: null,
      tongue: "english",
      seed: 0,
    });
  });

  it("has other texts when it is asked for again", async () => {
    await open();
    await chooseProduct();
    describeCampaign("عباية");
    await make();
    await make(en.planner.again);
    await waitFor(() => expect(posted()).toHaveLength(2));
    expect(posted()[1]?.body).toMatchObject({ seed: 1 });
  });

  it("marks what is missing on its field and sends nothing", async () => {
    await open();
    await make();
    expect(await screen.findByText(en.planner.description_missing)).toBeTruthy();
    expect(screen.getByText(en.planner.product_missing)).toBeTruthy();
    expect(posted()).toEqual([]);
  });

  it("says a refusal on its field and keeps what was typed", async () => {
    answers["CampaignPlanner/drafts"] = refuse(409, {
      code: "assistants.platform_not_linked",
      fields: { platforms: ["Snapchat is not linked"] },
    });
    await open();
    await chooseProduct();
    describeCampaign("عباية للعيد");
    await make();
    expect(await screen.findByText("Snapchat is not linked")).toBeTruthy();
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
