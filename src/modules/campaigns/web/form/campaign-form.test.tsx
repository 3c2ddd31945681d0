import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode, Ref } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { adBody, adGroupBody, campaignBody } from "../../testing/payloads.ts";
import { aPlanDraft } from "../../testing/plan-drafts.ts";
import { CampaignForm } from "./campaign-form.tsx";
import type { FormStep } from "./draft.ts";
import formAr from "./messages/ar.json" with { type: "json" };
import formEn from "./messages/en.json" with { type: "json" };

const storageKey = "rawaj.campaign_draft";
const anAccount = (platform: string, id: string, name: string) => ({
  id,
  platform,
  name,
  organization_name: "Nakhla",
  currency: "SAR",
  status: "linked",
  profile_id: "prf_1",
  profiles: [{ id: "prf_1", name: "Noura" }],
  has_pixel: true,
});
const snapchatAlone = [anAccount("snapchat", "acc_1", "Nakhla Ads")];
let accounts: (ReturnType<typeof anAccount> & { profile_name?: string })[] = snapchatAlone;
let free = 5_000_00;
const stores = [{ id: "sto_1", name: "Nakhla", link: "https://nakhla.example", domain: "nakhla.example" }];
/** A video that is too long for Snapchat, and not for TikTok. */
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
const responseFor = (path: string) =>
  ({
    "/Clients/AdAccounts/index": { ad_accounts: accounts, platforms: [] },
    "/Clients/Stores/index": { stores, platforms: [], landing_addresses: [] },
    "/Clients/Media/med_long": longVideo,
    "/Clients/Wallet/index": { available_halalas: free, deposit_min_halalas: 100_00 },
  })[path] ?? null;

// Compiled before the first test, whose waiting would otherwise include it.
beforeAll(() => import("./later-steps.tsx"));
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
  await setupI18n("en", {
    ar: { campaigns: ar, campaigns_form: formAr },
    en: { campaigns: en, campaigns_form: formEn },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Page = () => <CampaignForm title="New campaign" onDone={() => {}} />;
const open = (address = "/campaigns/add") => openPages({ "/campaigns/add": Page }, address);

const storedCampaign = {
  name: "Ajwa",
  store_id: "sto_1",
  landing_url: "https://nakhla.example/ajwa",
};

type Stored = NonNullable<Parameters<typeof aPlanDraft>[1]> & {
  step?: FormStep;
  on?: Parameters<typeof aPlanDraft>[0];
};

function storeDraft({ step = "goal", on = ["snapchat"], campaign = {}, own = {}, ...rest }: Stored) {
  const draft = aPlanDraft(on, {
    campaign: { ...storedCampaign, ...campaign },
    own: { ad_account_id: "acc_1", ...own },
    ...rest,
  });
  localStorage.setItem(storageKey, JSON.stringify({ ...draft, step }));
}

/** Another window of this browser stores the draft under another name. */
function changeElsewhere(name: string) {
  const stored = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  const campaign = { ...stored.campaign, name };
  const saved_at = "2026-11-21T09:00:00Z";
  localStorage.setItem(storageKey, JSON.stringify({ ...stored, campaign, saved_at, revision: "theirs" }));
  window.dispatchEvent(new StorageEvent("storage", { key: storageKey }));
}

type OnChoose = (media: { id: string }, platforms: string[]) => void;
type PickerProps = {
  label: string;
  hint: ReactNode;
  mediaIds: string[];
  chooserRef?: Ref<HTMLButtonElement>;
  onChoose: OnChoose;
};

/** The picker as it was last shown: its upload ends when a test says so. */
const picker = vi.hoisted(() => ({
  onChoose: (_media: { id: string }, _platforms: string[]): void => {},
  mediaIds: [] as string[],
}));
vi.mock("#modules/creative/web/creative.parts.tsx", () => ({
  MediaPicker({ label, hint, mediaIds, chooserRef, onChoose }: PickerProps) {
    Object.assign(picker, { onChoose, mediaIds });
    return (
      <>
        <input aria-label={label} type="file" />
        <button ref={chooserRef} type="button">
          Choose a file
        </button>
        {hint}
      </>
    );
  },
  MediaGuidance: ({ places }: { places: { limits: { platform: string } }[] }) => (
    <p>Guidance for {places.map(({ limits }) => limits.platform).join(" and ")}</p>
  ),
}));

/** What the review says of a platform, by its names. */
function readReview(platform: string): Record<string, string> {
  const title = screen.getByRole("heading", { name: new RegExp(platform) });
  const terms = title.closest("section")?.querySelectorAll("dt") ?? [];
  return Object.fromEntries(
    [...terms].map((term) => [
      term.firstChild?.textContent ?? "",
      term.nextElementSibling?.textContent?.replace(/\p{Cf}/gu, "") ?? "",
    ]),
  );
}

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

  it("stores what was typed when it is left before the keys rest", async () => {
    await open();
    fireEvent.change(screen.getByLabelText("Campaign name"), { target: { value: "Sukkari" } });
    expect(localStorage.getItem(storageKey) ?? "").not.toContain("Sukkari");
    cleanup();
    expect(localStorage.getItem(storageKey)).toContain("Sukkari");
  });

  it("shows the platform's minimum budget while it is typed, and the maximum cost of a day", async () => {
    storeDraft({ step: "audience" });
    await open();
    const budget = await screen.findByLabelText("Daily budget");
    fireEvent.change(budget, { target: { value: "19.99" } });
    expect(await screen.findByText("The smallest daily budget on Snapchat is SAR 20")).toBeTruthy();
    fireEvent.change(budget, { target: { value: "100" } });
    await waitFor(() => expect(screen.queryByText(/smallest daily budget/)).toBeNull());
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
    fireEvent.click(await screen.findByLabelText("Custom"));
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
    act(() => finish({ id: "med_1" }, ["snapchat"]));
    expect(screen.getByLabelText<HTMLInputElement>("Headline").value).toBe("Fresh dates");
    expect(screen.getByLabelText<HTMLInputElement>("Brand name").value).toBe("Nakhla");
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"media_id":"med_1"'));
  });

  it("has a file for each shape that its platforms need, and shows the ad on each", async () => {
    storeDraft({ step: "ad", on: ["snapchat", "meta"] });
    await open();
    await screen.findByText("Guidance for meta and snapchat");
    act(() => picker.onChoose({ id: "med_tall" }, ["snapchat"]));
    act(() => picker.onChoose({ id: "med_square" }, ["meta"]));
    await waitFor(() => expect(picker.mediaIds).toEqual(["med_square", "med_tall"])); // Meta, Snapchat
    expect(screen.getByRole("figure", { name: /^Preview of the ad in/ })).toBeTruthy();
    expect(screen.getByLabelText("Preview on", { selector: "input" })).toBeTruthy();
  });

  it.each(["meta", "tiktok", "x"] as const)("shows the ad on %s under the account's profile", async (on) => {
    accounts = [{ ...anAccount(on, "acc_5", "Nakhla Ads"), profile_name: "Nakhla Dates" }];
    storeDraft({ on: [on], step: "ad", own: { ad_account_id: "acc_5" }, ad: { headline: "Ajwa" } });
    await open();
    const ad = await screen.findByRole("figure", { name: /^Preview of the ad in/ });
    await waitFor(() => expect(ad.textContent).toContain("Nakhla Dates"));
  });

  it("reviews in words everything that each platform gets, and nothing that it has no place for", async () => {
    accounts = [
      { ...anAccount("snapchat", "acc_1", "Nakhla Ads"), profile_name: "Nakhla on Snap" },
      { ...anAccount("meta", "acc_5", "Nakhla Meta"), profile_name: "Nakhla Dates" },
    ];
    const ad = {
      headline: "Fresh Ajwa",
      text: "Straight from the farm",
      description: "Delivered in a day",
      brand_name: "Nakhla",
      call_to_action: "order_now" as const,
      media_id: "med_long",
      automatic_enhancements: true,
    };
    storeDraft({ on: ["snapchat", "meta"], step: "review", ad, group: { optimized_targeting: true } });
    await open();
    await screen.findByText("clip.mp4");
    await screen.findAllByText("Nakhla on Snap");
    const [all, snapchat, meta] = [formEn.on_all_platforms, "Snapchat", "Meta"].map((name) =>
      readReview(name),
    );
    expect(all).toMatchObject({
      [formEn.profile_name]: "Nakhla on Snap",
      [formEn.headline]: "Fresh Ajwa",
      [formEn.call_to_action]: en.calls_to_action.order_now,
      [formEn.ad_file]: "clip.mp4",
      [formEn.optimized]: formEn.switched.on,
    });
    expect(meta).toMatchObject({
      [formEn.text]: "Straight from the farm",
      [formEn.description]: "Delivered in a day",
      [formEn.enhancements]: formEn.switched.on,
    });
    expect(meta).not.toHaveProperty([formEn.brand_name]);
    expect(snapchat).toMatchObject({
      [formEn.brand_name]: "Nakhla",
    });
    for (const name of [formEn.text, formEn.description, formEn.enhancements])
      for (const part of [all, snapchat]) expect(part).not.toHaveProperty([name]);
    for (const name of [formEn.headline, formEn.ad_file, formEn.optimized])
      for (const part of [snapchat, meta]) expect(part).not.toHaveProperty([name]);
  });

  describe("from a product", () => {
    const product = {
      id: "prd_1",
      store_id: "sto_1",
      name: "Ajwa dates",
      sku: "",
      url: "https://nakhla.example/p/1",
      image_url: null,
      price_halalas: 45_00,
      regular_price_halalas: 45_00,
      currency: "SAR",
      quantity: null,
      status: "on_sale",
      sales_state: "not_stated",
      sales: null,
    };
    const picture = {
      ...longVideo,
      id: "med_made",
      kind: "image",
      mime: "image/jpeg",
      file_name: "ajwa.jpg",
    };
    let pictureAnswer: () => Response;
    const requested: unknown[] = [];
    beforeEach(() => {
      requested.length = 0;
      pictureAnswer = () => Response.json({ error: false, messages: [], data: picture });
      const usual = fetch;
      vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
        const { pathname } = new URL(url, "http://localhost");
        if (pathname === "/Clients/Stores/products")
          return Response.json({
            error: false,
            messages: [],
            data: { items: [product], next: null },
          });
        if (pathname !== "/Clients/Media/from-product") return usual(url, init);
        requested.push(JSON.parse(String(init.body)));
        return pictureAnswer();
      });
    });
    const choose = async () => {
      fireEvent.click(await screen.findByRole("button", { name: formEn.from_product }));
      fireEvent.click(await screen.findByRole("button", { name: /Ajwa dates/ }));
    };

    it("takes its picture too, in the pixels of the platform", async () => {
      storeDraft({ step: "ad" });
      await open();
      await choose();
      await waitFor(() => expect(picker.mediaIds).toEqual(["med_made"]));
      expect(requested).toEqual([{ product_id: "prd_1", platform: "snapchat", fit: "whole", focus: 0.5 }]);
    });

    it("of an ad that has none is made when the ad is opened: platforms may be chosen after the product", async () => {
      storeDraft({ step: "ad", ad: { product_id: "prd_1" } });
      await open();
      await waitFor(() => expect(picker.mediaIds).toEqual(["med_made"]));
      expect(requested).toHaveLength(1);
    });

    it("keeps the file that was chosen", async () => {
      storeDraft({ step: "ad", ad: { media_id: "med_long" } });
      await open();
      await choose();
      await waitFor(() =>
        expect(screen.getByLabelText(formEn.headline)).toHaveProperty("value", "Ajwa dates"),
      );
      expect(picker.mediaIds).toEqual(["med_long"]);
      expect(requested).toEqual([]);
    });

    it("says why there is no picture", async () => {
      pictureAnswer = () =>
        Response.json({ error: true, messages: ["no picture"], data: null, code: "" }, { status: 409 });
      storeDraft({ step: "ad" });
      await open();
      await choose();
      expect(await screen.findByText("no picture")).toBeTruthy();
    });
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

  it("begins on the platform that is linked, and another one is added beside it", async () => {
    await open();
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"snapchat":{"own"'));
    accounts = [...snapchatAlone, anAccount("meta", "acc_2", "Nakhla Meta")];
    cleanup();
    await open();
    expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "Snapchat" })).checked).toBe(true);
    fireEvent.change(screen.getByLabelText("Campaign name"), { target: { value: "Ajwa" } });
    fireEvent.click(screen.getByRole("checkbox", { name: "Meta" }));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Snapchat" }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Instagram" }).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Campaign name").value).toBe("Ajwa");
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"ad_account_id":"acc_2"'));
  });

  it("never widens where ads are seen unasked: a platform without radius is mended by one tap, for it alone", async () => {
    const riyadh = {
      city: "riyadh",
      names: { ar: "الرياض", en: "Riyadh" },
      excluded: false,
      latitude: 24.7,
      longitude: 46.7,
      radius_metres: 25_000,
    };
    storeDraft({ on: ["snapchat", "tiktok"], group: { locations: [riyadh] }, step: "audience" });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: /Remove locations.*TikTok/ }));
    await waitFor(() =>
      expect(localStorage.getItem(storageKey)).toContain('"ad_groups":{"group-1":{"locations":[]}}'),
    );
    expect(screen.queryByRole("button", { name: /Remove locations/ })).toBeNull();
    expect(localStorage.getItem(storageKey)).toContain('"city":"riyadh"');
  });

  it("refuses hours on a platform that has none, and one tap shows the ads there always, for it alone", async () => {
    const hours = "1".repeat(24).padEnd(168, "0");
    storeDraft({ on: ["snapchat", "tiktok"], campaign: { hours }, step: "audience" });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: /Show it all the time.*Snapchat/ }));
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"campaign":{"hours":null}'));
    expect(screen.queryByRole("button", { name: /Show it all the time/ })).toBeNull();
    expect(localStorage.getItem(storageKey)).toContain(hours);
  });

  it("shows and changes a platform's own hours in its part, and the other platforms keep the shared ones", async () => {
    const hours = "1".repeat(24).padEnd(168, "0");
    storeDraft({ on: ["google", "tiktok"], campaign: { hours }, step: "audience" });
    await open();
    const always = () => screen.getByRole<HTMLInputElement>("radio", { name: "All the time" });
    fireEvent.click(await screen.findByRole("radio", { name: /Google/ }));
    expect(always().checked).toBe(false);
    fireEvent.click(always());
    expect(always().checked).toBe(true);
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"campaign":{"hours":null}'));
    fireEvent.click(screen.getByRole("radio", { name: /TikTok/ }));
    expect(always().checked).toBe(false);
    fireEvent.click(screen.getByRole("radio", { name: "Shared settings" }));
    expect(always().checked).toBe(false);
    expect(screen.getByRole("radio", { name: /Google.*Different/ })).toBeTruthy();
  });

  it("says in the part of a platform without hours why it has none", async () => {
    storeDraft({ on: ["snapchat", "tiktok"], step: "audience" });
    await open();
    expect((await screen.findByRole<HTMLInputElement>("radio", { name: "Hours I choose" })).disabled).toBe(
      false,
    );
    fireEvent.click(screen.getByRole("radio", { name: /Snapchat/ }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Hours I choose" }).disabled).toBe(true);
    expect(
      screen.getByText(/Snapchat takes chosen hours only with a budget for the whole campaign/),
    ).toBeTruthy();
  });

  it("splits one budget over the platforms, and one tap raises it to what they need together", async () => {
    storeDraft({ on: ["snapchat", "tiktok"], step: "audience" });
    await open();
    const budget = await screen.findByLabelText<HTMLInputElement>("Daily budget");
    fireEvent.change(budget, { target: { value: "60" } });
    fireEvent.click(await screen.findByRole("button", { name: "Set to SAR 70" }));
    expect(budget.value).toBe("70");
    fireEvent.change(budget, { target: { value: "200" } });
    const slider = screen.getByRole<HTMLInputElement>("slider", { name: "Snapchat" });
    fireEvent.change(slider, { target: { value: "70" } });
    expect(screen.getByRole<HTMLInputElement>("slider", { name: "TikTok" }).value).toBe("30");
    expect(document.body.textContent).toContain("140.00");
    expect(document.body.textContent).toContain("60.00");
  });

  it("opens a platform's own part where it must differ, and the other platforms keep the shared text", async () => {
    storeDraft({ on: ["meta", "snapchat"], ad: { headline: "Fresh dates" }, step: "ad" });
    await open();
    fireEvent.click(await screen.findByRole("radio", { name: /Snapchat/ }));
    const headline = () => screen.getByLabelText<HTMLInputElement>("Headline");
    fireEvent.change(headline(), { target: { value: "On Snapchat" } });
    fireEvent.click(screen.getByRole("radio", { name: "Shared settings" }));
    expect(headline().value).toBe("Fresh dates");
    fireEvent.click(screen.getByRole("radio", { name: /Snapchat/ }));
    expect(headline().value).toBe("On Snapchat");
    fireEvent.click(screen.getByRole("button", { name: "Use the shared settings" }));
    expect(headline().value).toBe("Fresh dates");
  });

  it("holds several ad groups and ads: added, copied, named and removed", async () => {
    storeDraft({ ad: { headline: "Fresh dates" }, step: "ad" });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Add ad group" }));
    fireEvent.change(await screen.findByLabelText("Ad group name"), { target: { value: "Jeddah" } });
    expect(screen.getByLabelText<HTMLInputElement>("Headline").value).toBe("");
    fireEvent.click(screen.getByRole("radio", { name: "1" }));
    expect(screen.getByLabelText<HTMLInputElement>("Headline").value).toBe("Fresh dates");
    fireEvent.click(await screen.findByRole("radio", { name: "Jeddah" }));
    fireEvent.click(screen.getByRole("button", { name: "Remove ad group Jeddah" }));
    await waitFor(() => expect(screen.queryByLabelText("Ad group name")).toBeNull());
  });

  it("names what a button copies by its kind and place while it has no name", async () => {
    storeDraft({ step: "ad" });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Copy ad 1" }));
    expect(await screen.findByRole("button", { name: "Remove ad 2" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Copy ad group 1" }));
    expect(await screen.findByRole("button", { name: "Move ad group 2 earlier" })).toBeTruthy();
  });

  it("leads from a file that one platform refuses to that platform's own file", async () => {
    storeDraft({ on: ["snapchat", "tiktok"], ad: { media_id: "med_long" }, step: "ad" });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Choose another file for Snapchat" }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Snapchat/ }).checked).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Choose a file" }));
    expect(screen.queryByRole("button", { name: /Choose another file/ })).toBeNull();
    act(() => picker.onChoose({ id: "med_short" }, ["snapchat"]));
    fireEvent.click(screen.getByRole("radio", { name: "Shared settings" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /Choose another file/ })).toBeNull());
    expect(picker.mediaIds).toEqual(["med_short", "med_long"]); // Snapchat, TikTok
  });

  it("opens a draft of an older release with all that was written in it", async () => {
    const older = campaignBody({ ...storedCampaign, daily_budget_halalas: 150_00 });
    const ad = adBody({ headline: "Fresh dates", media_id: null });
    const stored = { campaign: older, adGroup: adGroupBody(), ad, dropped: [], step: "audience" };
    localStorage.setItem(storageKey, JSON.stringify(stored));
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>("Daily budget")).value).toBe("150");
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Headline")).value).toBe("Fresh dates");
  });

  it("guides to TikTok's files, and has no brand field where the account's own name is shown", async () => {
    accounts = [anAccount("tiktok", "acc_3", "Nakhla TikTok")];
    storeDraft({ on: ["tiktok"], own: { ad_account_id: "acc_3" }, step: "ad" });
    await open();
    expect(await screen.findByText("Guidance for tiktok")).toBeTruthy();
    expect(screen.queryByLabelText("Brand name")).toBeNull();
  });

  it("has text fields only where ads are text: several headlines, descriptions, keywords and no picture", async () => {
    storeDraft({
      on: ["google"],
      own: { placements: ["search"] },
      campaign: { daily_budget_halalas: 100_00 },
      step: "audience",
    });
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
    storeDraft({
      campaign: { daily_budget_halalas: 100_00 },
      ad: { headline: "Fresh dates", brand_name: "Nakhla" },
      step: "review",
    });
    await open();
    const save = await screen.findByRole("button", { name: formEn.keep });
    vi.stubGlobal("fetch", async () =>
      Response.json(
        {
          error: true,
          data: null,
          code: "campaigns.headline_too_long",
          messages: ["The headline is refused."],
          fields: {
            "campaigns.0.ad_groups.0.ads.0.headline": ["The headline is refused."],
            "campaigns.0.ad_groups.0.ads.0.brand_name": ["The brand is refused."],
            "campaigns.0.ad_groups.0.ads.0.name": ["The name is refused."],
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
    await waitFor(() => expect(headline.getAttribute("aria-invalid")).toBeNull());
    expect(screen.getByText("The brand is refused.")).toBeTruthy();
  });

  it("refuses ages that cut through a platform's groups, naming the platform and its groups", async () => {
    storeDraft({ on: ["google"], own: { placements: ["search"] }, step: "audience" });
    await open();
    fireEvent.click(await screen.findByLabelText("13-35"));
    expect(await screen.findByText(/Google takes only whole age groups \(18-24, 25-34/)).toBeTruthy();
  });

  it("accepts a target ROAS as a number of times, within the platform's bounds", async () => {
    storeDraft({
      on: ["google"],
      own: { placements: ["search"], bidding_strategy: "target_roas" },
      step: "audience",
    });
    await open();
    const target = await screen.findByLabelText("Target return on ad spend");
    fireEvent.change(target, { target: { value: "3.5" } });
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('"target_roas":35000'));
    fireEvent.change(target, { target: { value: "2000" } });
    expect(
      await screen.findByText("A target return on Google lies between 0.01 and 1000 times"),
    ).toBeTruthy();
  });

  it.each([
    [{ bidding_strategy: "maximize_conversions" as const }, "maximize_conversions" as const, false],
    // More than a platform takes.
    [{ bidding_strategy: "target_roas" as const, target_roas: 20_000_000 }, "target_roas" as const, true],
  ])("folds how several platforms bid, unless there is a fault: %j", async (own, shared, isOpen) => {
    storeDraft({ on: ["google", "meta"], own: { placements: ["search"], ...own }, step: "audience" });
    await open();
    const summary = await screen.findByText(en.bidding[shared], { selector: "strong" });
    await waitFor(() => expect(summary.closest("details")?.open).toBe(isOpen));
  });
});
