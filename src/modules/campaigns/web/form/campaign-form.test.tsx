import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { CampaignForm } from "./campaign-form.tsx";
import type { Draft, FormStep } from "./draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { fitTo } from "./fit.ts";

const storageKey = "rawaj.campaign_draft";
const anAccount = (platform: string, id: string, name: string) => ({
  id,
  platform,
  name,
  organization_name: "Nakhla",
  currency: "SAR",
  status: "linked",
  has_pixel: true,
});
const snapchatAlone = [anAccount("snapchat", "acc_1", "Nakhla Ads")];
let accounts = snapchatAlone;
let free = 5_000_00;
const stores = [{ id: "sto_1", name: "Nakhla", link: "https://nakhla.example", domain: "nakhla.example" }];
const responseFor = (path: string) =>
  ({
    "/Clients/AdAccounts/index": { ad_accounts: accounts, platforms: [] },
    "/Clients/Stores/index": { stores, platforms: [] },
    "/Clients/Wallet/index": { available_halalas: free, deposit_min_halalas: 100_00 },
  })[path] ?? null;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  accounts = snapchatAlone;
  free = 5_000_00;
  window.scrollTo = () => {};
  vi.stubGlobal("fetch", async (url: string) => {
    const data = responseFor(new URL(url, "http://localhost").pathname);
    return new Response(JSON.stringify({ error: false, messages: [], data }));
  });
  await setupI18n("en", { ar: { campaigns: ar }, en: { campaigns: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Page = () => <CampaignForm title="New campaign" onDone={() => {}} />;
const open = (address = "/campaigns/add") => openPages({ "/campaigns/add": Page }, address);

const storedCampaign = {
  name: "Ajwa",
  ad_account_id: "acc_1",
  store_id: "sto_1",
  landing_url: "https://nakhla.example/ajwa",
};

function storeDraft(patch: Partial<Draft> & { step?: FormStep }) {
  const draft = fitTo(emptyDraft(), "snapchat");
  const campaign = { ...draft.campaign, ...storedCampaign };
  localStorage.setItem(storageKey, JSON.stringify({ ...draft, campaign, ...patch }));
}

/** Another window of this browser stores the draft under another name. */
function changeElsewhere(name: string) {
  const stored = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  const campaign = { ...stored.campaign, name };
  const saved_at = "2026-11-21T09:00:00Z";
  localStorage.setItem(storageKey, JSON.stringify({ ...stored, campaign, saved_at, revision: "theirs" }));
  window.dispatchEvent(new StorageEvent("storage", { key: storageKey }));
}

type PickerProps = { label: string; hint: ReactNode; onChoose: (media: { id: string }) => void };

/** The picker as it was last shown: its upload ends when a test says so. */
const picker = vi.hoisted(() => ({ onChoose: (_media: { id: string }): void => {} }));
vi.mock("#modules/creative/web/creative.parts.tsx", () => ({
  MediaPicker({ label, hint, onChoose }: PickerProps) {
    picker.onChoose = onChoose;
    return (
      <>
        <input aria-label={label} type="file" />
        {hint}
      </>
    );
  },
}));

describe("a new campaign", () => {
  it("does not go on while something is missing, and shows what", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect((await screen.findAllByText("This field is required.")).length).toBeGreaterThan(1);
    expect(screen.getByLabelText("Campaign name")).toBeTruthy();
  });

  it("preselects the only store, its address and the only ad account", async () => {
    await open();
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"ad_account_id":"acc_1"'));
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"store_id":"sto_1"'));
    expect(localStorage.getItem(storageKey)).toContain('"landing_url":"https://nakhla.example"');
    expect(localStorage.getItem(storageKey)).toContain('"ad_account_id":"acc_1"');
  });

  it("reopens as it was left, at the same step", async () => {
    storeDraft({ step: "audience" });
    await open();
    expect(await screen.findByLabelText("Daily budget")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Daily budget"), { target: { value: "150" } });
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"daily_budget_halalas":15000'));
    cleanup();
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>("Daily budget")).value).toBe("150");
  });

  it("shows the platform's minimum budget while it is typed, and the maximum cost of a day", async () => {
    storeDraft({ step: "audience" });
    await open();
    const budget = await screen.findByLabelText("Daily budget");
    fireEvent.change(budget, { target: { value: "19.99" } });
    expect(await screen.findByText("The smallest daily budget on Snapchat is SAR 20")).toBeTruthy();
    fireEvent.change(budget, { target: { value: "100" } });
    expect(screen.queryByText(/smallest daily budget/)).toBeNull();
    expect(document.body.textContent).toContain("125.00");
    expect(document.body.textContent).toContain("250.00");
  });

  it("reports a name that is too long instead of cutting it", async () => {
    storeDraft({});
    await open();
    const name = await screen.findByLabelText<HTMLInputElement>("Campaign name");
    fireEvent.change(name, { target: { value: "x".repeat(135) } });
    expect(name.value).toHaveLength(135);
    expect(name.maxLength).toBe(-1);
    expect(screen.getByText("15 too many")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("The longest length allowed is 120.")).toBeTruthy();
    expect(screen.getByLabelText("Campaign name")).toBeTruthy();
  });

  it("shows what the wallet is missing while a budget is typed, and offers a deposit of that amount", async () => {
    free = 60_00;
    storeDraft({ step: "audience" });
    await open();
    const budget = await screen.findByLabelText<HTMLInputElement>("Daily budget");
    fireEvent.change(budget, { target: { value: "20" } });
    expect(screen.queryByText(/You are short of/)).toBeNull();
    fireEvent.change(budget, { target: { value: "1000" } });
    expect((await screen.findByText(/You are short of/)).textContent).toMatch(/2,440\.00.*60\.00/);
    expect(screen.getByText("Your available balance does not cover this budget")).toBeTruthy();
    expect(budget.getAttribute("aria-invalid")).toBe("true");
    expect(await screen.findByRole("button", { name: "Top up SAR 2,500" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByLabelText("Headline")).toBeTruthy();
  });

  it("reports at once that ages with a gap cannot be targeted", async () => {
    storeDraft({ step: "audience" });
    await open();
    fireEvent.click(await screen.findByLabelText("45-54"));
    expect(await screen.findByText(/The chosen ages have a gap/)).toBeTruthy();
  });

  it("counts the headline and stops at 26 characters", async () => {
    storeDraft({ step: "ad" });
    await open();
    const headline = await screen.findByLabelText("Headline");
    fireEvent.change(headline, { target: { value: "x".repeat(26) } });
    expect(screen.queryByText(/longer than 26/)).toBeNull();
    fireEvent.change(headline, { target: { value: "x".repeat(27) } });
    expect(await screen.findByText("The headline is longer than 26 characters.")).toBeTruthy();
    expect(screen.getByText("1 too many")).toBeTruthy();
  });

  it("keeps what is typed while a picture uploads", async () => {
    storeDraft({ step: "ad" });
    await open();
    await screen.findByLabelText("The ad's image or video");
    const finish = picker.onChoose;
    fireEvent.change(screen.getByLabelText("Headline"), { target: { value: "Fresh dates" } });
    fireEvent.change(screen.getByLabelText("Brand name"), { target: { value: "Nakhla" } });
    act(() => finish({ id: "med_1" }));
    expect(screen.getByLabelText<HTMLInputElement>("Headline").value).toBe("Fresh dates");
    expect(screen.getByLabelText<HTMLInputElement>("Brand name").value).toBe("Nakhla");
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"media_id":"med_1"'));
  });

  it("goes one step back by the device's Back, and reopens a draft with its earlier steps behind it", async () => {
    storeDraft({ step: "audience" });
    const page = await open();
    expect(await screen.findByLabelText("Daily budget")).toBeTruthy();
    await waitFor(() => expect(page.search()).toEqual({ step: "audience" }));
    page.back();
    expect(await screen.findByLabelText("Campaign name")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByLabelText("Daily budget")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(await screen.findByLabelText("Campaign name")).toBeTruthy();
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  it("shows no errors of the next step before the merchant tries to leave it", async () => {
    storeDraft({ step: "goal" });
    await open();
    const name = await screen.findByLabelText("Campaign name");
    fireEvent.change(name, { target: { value: "" } });
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("This field is required.")).toBeTruthy();
    fireEvent.change(name, { target: { value: "Ajwa" } });
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByLabelText("Daily budget")).toBeTruthy();
    expect(screen.queryByText("This field is required.")).toBeNull();
  });

  it("shows when the draft was saved, and clears it only from a menu, after a confirmation", async () => {
    await open();
    expect(screen.queryByRole("button", { name: "Draft options" })).toBeNull();
    fireEvent.change(await screen.findByLabelText("Campaign name"), { target: { value: "Ajwa" } });
    expect(await screen.findByText(/Draft saved/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Draft options" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Clear the draft" }));
    expect(await screen.findByRole("button", { name: "Cancel" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Clear the draft" }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Campaign name").value).toBe(""));
  });

  it("reports a draft that another window changed, and keeps whichever the merchant chooses", async () => {
    storeDraft({});
    await open();
    const name = () => screen.getByLabelText<HTMLInputElement>("Campaign name");
    await screen.findByLabelText("Campaign name");
    changeElsewhere("Written in the other window");
    expect(await screen.findByText("This draft was changed in another window")).toBeTruthy();
    expect(screen.getByText("Written in the other window")).toBeTruthy();
    expect(name().value).toBe("Ajwa");
    fireEvent.click(screen.getByRole("button", { name: "Use the other window's" }));
    expect(name().value).toBe("Written in the other window");
    expect(screen.queryByText("This draft was changed in another window")).toBeNull();
  });

  it("begins on the platform that is linked, and keeps what fits another one", async () => {
    await open();
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"platform":"snapchat"'));
    accounts = [...snapchatAlone, anAccount("meta", "acc_2", "Nakhla Meta")];
    cleanup();
    await open();
    expect((await screen.findByRole<HTMLInputElement>("radio", { name: "Snapchat" })).checked).toBe(true);
    fireEvent.change(screen.getByLabelText("Campaign name"), { target: { value: "Ajwa" } });
    fireEvent.click(screen.getByRole("radio", { name: "Meta" }));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Instagram" }).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Campaign name").value).toBe("Ajwa");
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"ad_account_id":"acc_2"'));
  });

  it("shows what does not fit the chosen platform", async () => {
    const riyadh = { city: "riyadh", latitude: 24.7, longitude: 46.7, radius_metres: 25_000 };
    accounts = [...snapchatAlone, anAccount("tiktok", "acc_3", "Nakhla TikTok")];
    storeDraft({ adGroup: { ...emptyDraft().adGroup, locations: [riyadh] } });
    await open();
    fireEvent.click(await screen.findByRole("radio", { name: "TikTok" }));
    expect(await screen.findByText("Not everything fits TikTok")).toBeTruthy();
    expect(screen.getByText(/changed or removed: the locations/)).toBeTruthy();
  });

  it("explains TikTok's music on pictures, and has no brand field where the account's own name is shown", async () => {
    accounts = [anAccount("tiktok", "acc_3", "Nakhla TikTok")];
    const tiktok = fitTo(emptyDraft(), "tiktok", []);
    const campaign = { ...tiktok.campaign, ad_account_id: "acc_3", name: "Ajwa" };
    localStorage.setItem(storageKey, JSON.stringify({ ...tiktok, campaign, step: "ad" }));
    await open();
    expect(await screen.findByText(/TikTok shows the picture in its feed with quiet music/)).toBeTruthy();
    expect(screen.queryByLabelText("Brand name")).toBeNull();
  });

  it("has text fields only where ads are text: several headlines, descriptions, keywords and no picture", async () => {
    const search = fitTo(emptyDraft(), "google", ["search"]);
    const campaign = {
      ...search.campaign,
      name: "Ajwa",
      ad_account_id: "acc_1",
      store_id: "sto_1",
      landing_url: "https://nakhla.example/ajwa",
      daily_budget_halalas: 100_00,
    };
    localStorage.setItem(storageKey, JSON.stringify({ ...search, campaign, step: "audience" }));
    await open();
    fireEvent.change(await screen.findByLabelText("Keywords"), { target: { value: "تمر، عجوة\nتمر" } });
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"keywords":["تمر","عجوة"]'));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByLabelText("Headline 3")).toBeTruthy();
    expect(screen.queryByText("The ad's image")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("An ad on Google takes 3 to 15 headlines.")).toBeTruthy();
    expect(screen.getByText("An ad on Google takes 2 to 4 descriptions.")).toBeTruthy();
  });

  it("refused by the server goes to the first step with an error, and shows and focuses all of its errors", async () => {
    const whole = fitTo(emptyDraft(), "snapchat");
    storeDraft({ ...whole, step: "review" });
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    localStorage.setItem(
      storageKey,
      JSON.stringify({
        ...stored,
        campaign: { ...stored.campaign, ...storedCampaign, daily_budget_halalas: 100_00 },
        ad: { ...whole.ad, headline: "Fresh dates", brand_name: "Nakhla", media_id: null },
      }),
    );
    await open();
    const save = await screen.findByRole("button", { name: en.form.keep });
    vi.stubGlobal("fetch", async () =>
      Response.json(
        {
          error: true,
          data: null,
          code: "campaigns.headline_too_long",
          messages: ["The headline is refused."],
          fields: {
            "ad_group.ad.headline": ["The headline is refused."],
            "ad_group.ad.brand_name": ["The brand is refused."],
            "ad_group.ad.name": ["The name is refused."],
          },
        },
        { status: 400 },
      ),
    );
    fireEvent.click(save);
    const headline = await screen.findByLabelText("Headline");
    expect(headline.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText("Brand name").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("The brand is refused.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(headline));
    fireEvent.change(headline, { target: { value: "Dates" } });
    expect(headline.getAttribute("aria-invalid")).toBeNull();
    expect(screen.getByText("The brand is refused.")).toBeTruthy();
  });

  it("refuses ages that cut through a platform's groups, naming the platform and its groups", async () => {
    const search = fitTo(emptyDraft(), "google", ["search"]);
    localStorage.setItem(storageKey, JSON.stringify({ ...search, step: "audience" }));
    await open();
    fireEvent.click(await screen.findByLabelText("13-35"));
    expect(await screen.findByText(/Google takes only whole age groups \(18-24, 25-34/)).toBeTruthy();
  });

  it("accepts a target ROAS as a number of times, within the platform's bounds", async () => {
    const search = fitTo(emptyDraft(), "google", ["search"]);
    const campaign = { ...search.campaign, bidding_strategy: "target_roas" };
    localStorage.setItem(storageKey, JSON.stringify({ ...search, campaign, step: "audience" }));
    await open();
    const target = await screen.findByLabelText("Target return on ad spend");
    fireEvent.change(target, { target: { value: "3.5" } });
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"target_roas":35000'));
    fireEvent.change(target, { target: { value: "2000" } });
    expect(
      await screen.findByText("A target return on Google lies between 0.01 and 1000 times"),
    ).toBeTruthy();
  });
});
