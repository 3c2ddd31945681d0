import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { aPlanDraft } from "../../testing/plan-drafts.ts";
import { CampaignForm } from "./campaign-form.tsx";
import type { FormStep } from "./draft.ts";
import formAr from "./messages/ar.json" with { type: "json" };
import formEn from "./messages/en.json" with { type: "json" };

vi.mock("#modules/creative/web/creative.parts.tsx", () => ({
  MediaPicker: ({ error }: { error?: string }) => <p>{error ?? "The picker"}</p>,
  MediaGuidance: () => null,
}));

const account = {
  id: "acc_1",
  platform: "snapchat",
  name: "Nakhla Ads",
  organization_name: "Nakhla",
  currency: "SAR",
  status: "linked",
  has_pixel: false,
  profiles: [],
};
const stores = [{ id: "sto_1", name: "Nakhla", link: "https://nakhla.example", domain: "nakhla.example" }];
/** Too long for Snapchat. */
const longVideo = {
  id: "med_long",
  kind: "video",
  file_name: "clip.mp4",
  mime: "video/mp4",
  bytes: 9_000_000,
  width: 1_080,
  height: 1_920,
  seconds: 400,
};

let answers: Answers;
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = () => {};
  answers = {
    "AdAccounts/index": { ad_accounts: [account], platforms: [] },
    "Stores/index": { stores, platforms: [], landing_addresses: [] },
    "Media/med_long": longVideo,
    "Wallet/index": { available_halalas: 5_000_00, deposit_min_halalas: 100_00 },
  };
  fakeServer(answers);
  await setupI18n("en", {
    ar: { campaigns: ar, campaigns_form: formAr },
    en: { campaigns: en, campaigns_form: formEn },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The server's answer arrives when the test lets it. */
function holdBack(name: string): () => Promise<void> {
  const answer = answers[name];
  const { promise, resolve } = Promise.withResolvers<unknown>();
  answers[name] = promise;
  return () => act(async () => resolve(answer));
}

function storeDraft(step: FormStep, more: Parameters<typeof aPlanDraft>[1] = {}) {
  const draft = aPlanDraft(["snapchat"], {
    ...more,
    campaign: {
      name: "Ajwa",
      store_id: "sto_1",
      landing_url: "https://nakhla.example/ajwa",
      ...more.campaign,
    },
    own: { ad_account_id: "acc_1", ...more.own },
  });
  localStorage.setItem("rawaj.campaign_draft", JSON.stringify({ ...draft, step }));
}

const Page = () => <CampaignForm title="New campaign" onDone={() => {}} />;
const pressNext = async () => {
  const page = await openPages({ "/campaigns/add": Page }, "/campaigns/add");
  fireEvent.click(await screen.findByRole("button", { name: "Next" }));
  return page;
};
const isWaiting = () => screen.getByRole("button", { name: "Next" }).hasAttribute("data-loading");

describe("Next waits for what the step's checks need to know", () => {
  it("goes on by itself when the stores are loaded, without an error in between", async () => {
    storeDraft("goal");
    const load = holdBack("Stores/index");
    await pressNext();
    expect(isWaiting()).toBe(true);
    expect(document.querySelector("[aria-invalid=true]")).toBeNull();
    expect(screen.getByLabelText("Campaign name")).toBeTruthy();
    await load();
    expect(await screen.findByLabelText("Daily budget")).toBeTruthy();
  });

  it("stays at the step when the account, once loaded, cannot do what was chosen", async () => {
    storeDraft("audience", { own: { bidding_strategy: "target_cpa", target_cpa_halalas: 30_00 } });
    const load = holdBack("AdAccounts/index");
    const page = await pressNext();
    expect(isWaiting()).toBe(true);
    await load();
    await waitFor(() => expect(document.querySelector("[aria-invalid=true]")).toBeTruthy());
    expect(page.search()).toEqual({ step: "audience" });
  });

  it("stays at the ad when its file, once loaded, does not fit", async () => {
    storeDraft("ad", { ad: { headline: "Fresh Ajwa", brand_name: "Nakhla", media_id: "med_long" } });
    const load = holdBack("Media/med_long");
    const page = await pressNext();
    expect(isWaiting()).toBe(true);
    await load();
    expect(await screen.findByText(/Snapchat does not take this file/)).toBeTruthy();
    expect(page.search()).toEqual({ step: "ad" });
  });
});
