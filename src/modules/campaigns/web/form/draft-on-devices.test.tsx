import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPages } from "#app/web/testing/fake-server.tsx";
import { closeSession, openSession } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { type FakeDrafts, fakeDrafts } from "../../testing/fake-drafts.ts";
import { aPlanDraft } from "../../testing/plan-drafts.ts";
import { CampaignForm } from "./campaign-form.tsx";
import formAr from "./messages/ar.json" with { type: "json" };
import formEn from "./messages/en.json" with { type: "json" };

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
const answers: Record<string, unknown> = {
  "/Clients/AdAccounts/index": { ad_accounts: [account], platforms: [] },
  "/Clients/Stores/index": { stores: [store], platforms: [], landing_addresses: [] },
  "/Clients/Wallet/index": { available_halalas: 5_000_00, deposit_min_halalas: 100_00 },
  "/Clients/Plans/create": { id: "pln_1", campaigns: [{ id: "cmp_1" }] },
};

let server: FakeDrafts;
let created: unknown[];
let done: string[];
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  openSession("token");
  window.scrollTo = () => {};
  created = [];
  done = [];
  server = fakeDrafts((path, body) => {
    if (path === "/Clients/Plans/create") {
      created.push(body);
      return refusesChanged(body) ?? answers[path];
    }
    return answers[path] ?? null;
  });
  await setupI18n("en", {
    ar: { campaigns: ar, campaigns_form: formAr },
    en: { campaigns: en, campaigns_form: formEn },
  });
});
afterEach(() => {
  cleanup();
  closeSession();
  vi.unstubAllGlobals();
});

const Page = () => <CampaignForm title="New campaign" onDone={({ id }) => void done.push(id)} />;
const open = () => openPages({ "/campaigns/add": Page }, "/campaigns/add");

/** As the server: nothing is created from a draft that another device has saved since. */
function refusesChanged(body: unknown): Response | null {
  const { draft_seen: seen } = body as { draft_seen: { revision: number } | null };
  const row = server.rows[0];
  if (!row || !seen || seen.revision === row.revision) return null;
  const reason = "Changed elsewhere meanwhile";
  const refusal = { error: true, messages: [reason], data: null, code: "campaigns.draft_changed" };
  return Response.json({ ...refusal, request_id: "req-1", fields: { draft_id: [reason] } }, { status: 409 });
}

/** The merchant wrote this on another device and left it at the budget. */
function aDraftElsewhere(platforms: Platform[] = ["snapchat"]) {
  const content = aPlanDraft(platforms, {
    campaign: {
      name: "Ajwa",
      store_id: "sto_1",
      landing_url: "https://nakhla.example/ajwa",
      daily_budget_halalas: 150_00,
    },
    own: { ad_account_id: "acc_1" },
  });
  server.rows.push({ id: "dft_1", revision: 1, content, step: "audience", device: "another-device" });
}
const budget = () => screen.findByLabelText<HTMLInputElement>("Daily budget");

describe("several drafts", () => {
  it("are listed, and one is continued while the other stays on the server", async () => {
    aDraftElsewhere();
    const [row] = server.rows;
    if (row) row.step = "goal";
    await open();
    const name = () => screen.getByLabelText<HTMLInputElement>("Campaign name");
    await waitFor(() => expect(name().value).toBe("Ajwa"));
    fireEvent.click(await screen.findByRole("button", { name: "Start another campaign" }));
    await waitFor(() => expect(name().value).toBe(""));
    fireEvent.click(await screen.findByRole("button", { name: "Continue" }));
    await waitFor(() => expect(name().value).toBe("Ajwa"));
    expect(server.rows.map(({ id }) => id)).toEqual(["dft_1"]);
  });
});

describe("a draft from another device", () => {
  it("opens at the step at which it was left, with the earlier steps behind it", async () => {
    aDraftElsewhere();
    const page = await open();
    expect((await budget()).value).toBe("150");
    await waitFor(() => expect(page.search()).toEqual({ step: "audience" }));
    page.back();
    expect((await screen.findByLabelText<HTMLInputElement>("Campaign name")).value).toBe("Ajwa");
    expect(screen.queryByText(/changed on another device/)).toBeNull();
  });

  it("that is changed there meanwhile is reported, and the merchant chooses which to keep", async () => {
    aDraftElsewhere();
    await open();
    await budget();
    server.saveElsewhere("Sukkari");
    fireEvent.change(await budget(), { target: { value: "200" } });
    expect(await screen.findByText("This draft was changed on another device")).toBeTruthy();
    expect(screen.getByText("Sukkari")).toBeTruthy();
    expect((await budget()).value).toBe("200");
    fireEvent.click(screen.getByRole("button", { name: "Use the other device's" }));
    expect((await budget()).value).toBe("150");
  });

  it("over several platforms is reported as well, and keeping mine writes over the newer one knowingly", async () => {
    aDraftElsewhere(["snapchat", "tiktok"]);
    await open();
    await budget();
    server.saveElsewhere("Sukkari");
    fireEvent.change(await budget(), { target: { value: "200" } });
    expect(await screen.findByText("This draft was changed on another device")).toBeTruthy();
    expect(server.rows[0]?.content.campaign.name).toBe("Sukkari");
    fireEvent.click(screen.getByRole("button", { name: "Keep what is here" }));
    await waitFor(() => expect(server.rows[0]?.revision).toBe(3));
    expect(server.rows[0]?.content.campaign).toMatchObject({ name: "Ajwa", daily_budget_halalas: 200_00 });
  });

  it("that was changed there since it was read is not launched over it: the merchant chooses first", async () => {
    aDraftElsewhere();
    const [row] = server.rows;
    if (row) row.step = "review";
    await open();
    const save = await screen.findByRole("button", { name: "Save without launching" });
    server.saveElsewhere("Sukkari");
    fireEvent.click(save);
    expect(await screen.findByText("This draft was changed on another device")).toBeTruthy();
    expect(done).toEqual([]);
    expect(server.rows).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "Use the other device's" }));
    fireEvent.click(await screen.findByRole("button", { name: "Save without launching" }));
    await waitFor(() => expect(done).toEqual(["pln_1"]));
    expect(created.at(-1)).toMatchObject({ name: "Sukkari", draft_seen: { revision: 2 } });
  });

  it("is named by the launch, so that the server deletes it with the campaign's creation", async () => {
    aDraftElsewhere();
    const [row] = server.rows;
    if (row) row.step = "review";
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Save without launching" }));
    await waitFor(() => expect(done).toEqual(["pln_1"]));
    expect(created).toMatchObject([
      { name: "Ajwa", draft_id: "dft_1", campaigns: [{ daily_budget_halalas: 150_00 }] },
    ]);
    expect(server.sent.filter((one) => !one.startsWith("GET"))).toEqual([]);
  });
});
