import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anAd, aWholeCampaign } from "#app/web/testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { halalas } from "#base/shared/money.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "../messages/en.json" with { type: "json" };
import { AdAddPage } from "./ad-add-page.tsx";
import { AdGroupAddPage } from "./ad-group-add-page.tsx";
import { AdGroupEditPage } from "./ad-group-edit-page.tsx";
import { CampaignEditPage } from "./campaign-edit-page.tsx";
import formEn from "./form/messages/en.json" with { type: "json" };

/** What is typed on the pages that edit a part of a campaign outlives the page. */

vi.mock("#modules/creative/web/creative.parts.tsx", () => ({
  MediaPicker: () => null,
  MediaGuidance: () => null,
}));

const pages = {
  "/campaigns/edit/$id": CampaignEditPage,
  "/ad-groups/$campaignId/add": AdGroupAddPage,
  "/ad-groups/$campaignId/edit": AdGroupEditPage,
  "/ads/$adGroupId/add": AdAddPage,
};
const edit = "/campaigns/edit/cmp_000001";

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  localStorage.clear();
  answers = {
    "AdAccounts/index": { ad_accounts: [], platforms: [] },
    "Stores/index": {
      stores: [{ id: "sto_000001", link: "https://shop.example", domain: "shop.example" }],
      landing_addresses: [],
    },
    "Wallet/index": { available_halalas: 9_000_00, deposit_min_halalas: 100_00 },
  };
  hold(aWholeCampaign());
  sent = fakeServer(answers);
  await setupI18n("en", { en: { campaigns, campaigns_form: formEn } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What the server has from now on. */
function hold(campaign: ReturnType<typeof aWholeCampaign>) {
  answers[`Campaigns/${campaign.id}`] = campaign;
  for (const group of campaign.ad_groups) answers[`AdGroups/${group.id}`] = group;
}
const open = (address: string) => openPages(pages, address);
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const saves = () => sent.filter(({ method }) => method === "PUT" || method === "POST");
const restored = "What you typed before is back";

describe.each([
  [edit, "Campaign name"],
  ["/ad-groups/cmp_000001/edit?group=adg_000001", "Ad group name"],
  ["/ad-groups/cmp_000001/add", "Ad group name"],
  ["/ads/adg_000001/add?ad=add_000001", "Headline"],
  ["/ads/adg_000001/add", "Headline"],
])("%s", (address, label) => {
  it("shows after a reload what was typed, says so, and discards it on request", async () => {
    await open(address);
    const before = (await field(label)).value;
    await type(label, "Sukkari");
    expect(screen.queryByText(restored)).toBeNull();
    cleanup();

    await open(address);
    expect((await field(label)).value).toBe("Sukkari");
    expect(screen.getByText(restored)).toBeTruthy();
    await press("Discard what I typed");
    await waitFor(async () => expect((await field(label)).value).toBe(before));
    cleanup();

    await open(address);
    expect((await field(label)).value).toBe(before);
    expect(screen.queryByText(restored)).toBeNull();
  });
});

it("what was saved is not restored", async () => {
  await open(edit);
  await type("Campaign name", "Sukkari");
  answers["PUT Campaigns/cmp_000001"] = aWholeCampaign({ name: "Sukkari" });
  await press("Save");
  await waitFor(() => expect(saves()).toHaveLength(1));
  const kept = () => Object.keys(localStorage).filter((key) => key.includes("campaign_edits"));
  await waitFor(() => expect(kept()).toEqual([]));
});

describe("a value that was changed elsewhere meanwhile", () => {
  const raised = () => aWholeCampaign({ daily_budget_halalas: halalas(200_00), name: "Ajwa of Madinah" });
  beforeEach(async () => {
    await open(edit);
    await type("Daily budget", "180");
    cleanup();
    hold(raised());
    await open(edit);
  });

  it("is named, and not overwritten before the merchant decides", async () => {
    expect(await screen.findByText(/Changed elsewhere meanwhile: the daily budget/)).toBeTruthy();
    // Nobody typed over the name: it is the new one.
    expect((await field("Campaign name")).value).toBe("Ajwa of Madinah");
    await press("Save");
    expect(saves()).toEqual([]);
  });

  it("stays when the merchant takes it", async () => {
    await press("Use the newer values");
    await waitFor(async () => expect((await field("Daily budget")).value).toBe("200"));
    expect(screen.queryByText(/Changed elsewhere/)).toBeNull();
  });

  it("is replaced when the merchant keeps what was typed", async () => {
    await press("Keep what I typed");
    answers["PUT Campaigns/cmp_000001"] = raised();
    await press("Save");
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.body).toMatchObject({ daily_budget_halalas: 180_00, name: "Ajwa of Madinah" });
  });
});

describe("an ad", () => {
  it("is saved under the name it is given", async () => {
    await open("/ads/adg_000001/add?ad=add_000001");
    await type("Ad name", "Ramadan, first picture");
    answers["PUT Ads/add_000001"] = anAd();
    await press("Save");
    await waitFor(() => expect(saves()[0]?.body).toMatchObject({ name: "Ramadan, first picture" }));
  });

  it("on Meta shows Meta's advice for the text, and elsewhere none", async () => {
    const advice = /put your offer in the first 90 characters/;
    await open("/ads/adg_000001/add");
    await field("Ad name");
    expect(screen.queryByText(advice)).toBeNull();
    cleanup();
    hold(aWholeCampaign({ platform: "meta", placements: ["instagram"] }));
    await open("/ads/adg_000001/add");
    expect(await screen.findByText(advice)).toBeTruthy();
  });
});
