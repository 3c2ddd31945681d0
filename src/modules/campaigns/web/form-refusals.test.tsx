import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aWholeCampaign } from "#app/web/testing/builders.ts";
import { openPages } from "#app/web/testing/fake-server.tsx";
import baseAr from "#base/messages/ar.json" with { type: "json" };
import baseEn from "#base/messages/en.json" with { type: "json" };
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { aPlanDraft } from "../testing/plan-drafts.ts";
import { CampaignForm } from "./form/campaign-form.tsx";
import formAr from "./form/messages/ar.json" with { type: "json" };
import formEn from "./form/messages/en.json" with { type: "json" };

/** Each reason why a campaign cannot be launched, where the merchant meets it, in both languages. */

const languages = [
  { language: "ar", texts: ar, form: formAr, base: baseAr },
  { language: "en", texts: en, form: formEn, base: baseEn },
] as const;

const account = {
  id: "acc_1",
  platform: "snapchat",
  name: "Nakhla Ads",
  organization_name: "Nakhla",
  currency: "SAR",
  status: "linked",
  profile_id: "prf_1",
  profiles: [{ id: "prf_1", name: "Noura" }],
  has_pixel: true,
};
const store = { id: "sto_1", name: "Nakhla", link: "https://nakhla.example", domain: "nakhla.example" };

type Refusal = { code: string; messages: string[]; fields?: Record<string, string[]> };
let answers: Record<string, unknown>;
/** What the server refuses, by call. */
let refusals: Record<string, Refusal>;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = () => {};
  refusals = {};
  onDone.mockClear();
  answers = {
    "AdAccounts/index": { ad_accounts: [account], platforms: [] },
    "Stores/index": { stores: [store], platforms: [], landing_addresses: [] },
    "Wallet/index": { available_halalas: 5_000_00, deposit_min_halalas: 100_00 },
    "Wallet/cards": { items: [{ id: "crd_1" }] },
  };
  vi.stubGlobal("fetch", async (address: string) => {
    const name = new URL(address, "http://localhost").pathname.replace("/Clients/", "");
    if (refusals[name]) return Response.json({ error: true, data: null, ...refusals[name] }, { status: 409 });
    return Response.json({ error: false, messages: [], data: answers[name] ?? null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

vi.mock("#modules/creative/web/creative.parts.tsx", () => ({
  MediaPicker: ({ label, error }: { label: string; error?: string }) => (
    <>
      <input aria-label={label} type="file" aria-invalid={error ? true : undefined} />
      {error}
    </>
  ),
  MediaGuidance: () => null,
}));

const onDone = vi.fn<(plan: unknown, launch: unknown) => void>();
const Page = () => <CampaignForm title="New campaign" onDone={onDone} />;

type Input = NonNullable<Parameters<typeof aPlanDraft>[1]>;

async function open(step: string, { campaign = {}, ...rest }: Input = {}) {
  const own = { ad_account_id: account.id };
  const known = { name: "Ajwa", store_id: store.id, landing_url: `${store.link}/ajwa` };
  const draft = aPlanDraft(["snapchat"], { campaign: { ...known, ...campaign }, own, ...rest });
  localStorage.setItem("rawaj.campaign_draft", JSON.stringify({ ...draft, step }));
  await openPages({ "/campaigns/add": Page }, "/campaigns/add");
}

/** What a text says before its first variable. */
const opening = (text: string) => text.split(/\{\{|\$t\(/)[0]?.trim() ?? "";
/** Without the marks that keep directions apart. */
const toPlain = (text: string | null) => text?.replace(/\p{Cf}/gu, "") ?? "";
const sees = async (text: string) =>
  waitFor(() => expect(toPlain(document.body.textContent)).toContain(opening(text)));
const isMarked = async (label: string) => {
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
};
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

describe.each(languages)("a campaign, in $language,", ({ language, texts, form, base }) => {
  beforeEach(() =>
    setupI18n(language, {
      ar: { campaigns: ar, campaigns_form: formAr },
      en: { campaigns: en, campaigns_form: formEn },
    }),
  );

  it("needs a card first: said before the launch, with the way to add one", async () => {
    answers["Wallet/cards"] = { items: [] };
    await open("audience", { campaign: { daily_budget_halalas: 100_00 } });
    await sees(texts.shortage.no_card);
    const link = screen.getByRole("link", { name: texts.shortage.add_card });
    expect(link.getAttribute("href")).toBe("/financial-transaction/payment-methods");
  });

  it("needs balance enough: what is missing stands at the budget, with a deposit", async () => {
    answers["Wallet/index"] = { available_halalas: 60_00, deposit_min_halalas: 100_00 };
    await open("audience", { campaign: { daily_budget_halalas: 1_000_00 } });
    await sees(texts.shortage.missing);
    await isMarked(form.daily_budget);
    const topUp = opening(texts.shortage.top_up);
    const isTopUp = (name: string) => toPlain(name).startsWith(topUp);
    expect(await screen.findByRole("button", { name: isTopUp })).toBeTruthy();
  });

  it("needs an ad account on its platform: the way to link one stands in its place", async () => {
    answers["AdAccounts/index"] = { ad_accounts: [], platforms: [] };
    await open("goal");
    await sees(form.no_account);
    expect(screen.getByRole("link", { name: form.link_account })).toBeTruthy();
  });

  it("is not sent while its form is not valid: what is missing is marked", async () => {
    await open("goal", { campaign: { name: "" } });
    await press(form.next);
    await sees(base.field_required);
    await isMarked(form.name);
  });

  it("has a budget of the platform's minimum at least", async () => {
    await open("audience", { campaign: { daily_budget_halalas: 19_99 } });
    await sees(texts.budget_too_small);
    await isMarked(form.daily_budget);
  });

  it("starts in the future", async () => {
    await open("audience", { campaign: { starts_at: "2020-01-01T09:00:00.000Z" } });
    await sees(texts.start_not_ahead);
  });

  it("leads to the domain of its store", async () => {
    await open("goal", { campaign: { landing_url: "https://elsewhere.example" } });
    await sees(texts.link_outside_store);
    await isMarked(form.landing_url);
  });

  it("needs a picture in each ad", async () => {
    await open("ad", {
      campaign: { daily_budget_halalas: 100_00 },
      ad: { headline: "Fresh dates", brand_name: "Nakhla", name: "Ad" },
    });
    await press(form.next);
    await sees(texts.media_missing);
  });

  it("has a name that no other has: the refusal leads back to the name", async () => {
    await open("review", {
      campaign: { daily_budget_halalas: 100_00 },
      ad: { headline: "Fresh dates", brand_name: "Nakhla" },
    });
    const message = texts.name_used;
    refusals["Plans/create"] = {
      code: "campaigns.name_used",
      messages: [message],
      fields: { "campaigns.0.name": [message] },
    };
    await press(form.keep);
    await isMarked(form.name);
    await sees(message);
  });

  describe("that was saved and whose launch is refused", () => {
    const ready: Input = {
      campaign: { daily_budget_halalas: 100_00 },
      ad: { headline: "Fresh dates", brand_name: "Nakhla" },
    };
    const start = "Campaigns/cmp_000001/start";
    beforeEach(() => {
      const campaigns = [aWholeCampaign({ status: "created", daily_budget_halalas: 100_00 })];
      answers["Plans/create"] = { id: "pln_1", name: "Ajwa", campaigns };
      answers["Wallet/reserves"] = { items: [], page: 1, size: 100, total: 0 };
    });

    it("for want of a card says so until it is launched, with the way to add one", async () => {
      refusals[start] = { code: "wallet.card_required", messages: ["card first"] };
      await open("review", ready);
      await press(form.launch);
      const note = await screen.findByRole("alert");
      expect(note.textContent).toContain(texts.not_started_title);
      expect(note.textContent).toContain("card first");
      const link = within(note).getByRole("link", { name: texts.shortage.add_card });
      expect(link.getAttribute("href")).toBe("/financial-transaction/payment-methods");
      expect(onDone).not.toHaveBeenCalled();

      refusals = {};
      await press(form.launch);
      await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
      expect(onDone.mock.calls[0]?.[1]).toEqual({ isStarted: true, operationId: null, refusal: null });
    });

    it("for want of a licence says so, with the way to add one", async () => {
      refusals[start] = { code: "campaigns.discount_licence_missing", messages: ["licence first"] };
      await open("review", ready);
      await press(form.launch);
      const note = await screen.findByRole("alert");
      expect(note.textContent).toContain("licence first");
      const link = within(note).getByRole("link", { name: texts.shortage.add_licence });
      expect(link.getAttribute("href")).toBe("/account-settings/settings");
    });

    it("for want of balance shows what is missing, with a deposit, and may be left for later", async () => {
      answers["Wallet/index"] = { available_halalas: 60_00, deposit_min_halalas: 100_00 };
      refusals[start] = { code: "wallet.balance_not_enough", messages: ["balance not enough"] };
      await open("review", ready);
      await press(form.launch);
      await sees("balance not enough");
      await sees(texts.shortage.missing);
      await press(form.refused.later);
      expect(onDone.mock.calls[0]?.[1]).toEqual({
        isStarted: false,
        operationId: null,
        refusal: { code: "wallet.balance_not_enough", message: "balance not enough" },
      });
    });
  });
});
