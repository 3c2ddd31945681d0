import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aCampaign } from "#app/web/testing/builders.ts";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { CampaignAddPage } from "./campaign-add-page.tsx";
import formAr from "./form/messages/ar.json" with { type: "json" };
import formEn from "./form/messages/en.json" with { type: "json" };

const live = { ...aCampaign({ id: "cmp_meta", name: "Dates · Meta", platform: "meta" }), ad_groups: [] };
const refused = {
  ...aCampaign({
    id: "cmp_tiktok",
    name: "Dates · TikTok",
    platform: "tiktok",
    status: "created",
    sync: "local",
  }),
  ad_groups: [],
};
const plan = {
  id: "pln_1",
  name: "Dates",
  objective: "sales",
  created_at: "2026-11-21T09:00:00Z",
  campaigns: [{ ...live, status: "active", sync: "synced" }, refused],
  proposal: null,
  last_move: null,
};
const half = {
  id: "opr_1",
  kind: "campaigns.launch_plan",
  status: "partially_failed",
  total: 2,
  done: 1,
  failed: 1,
};
const again = { ...half, id: "opr_2", status: "running", failed: 0 };
const reason = { code: "campaigns.ad_missing", message: "There is no ad yet." };

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Plans/pln_1": plan,
    "Operations/opr_1": half,
    "Operations/opr_1/items": {
      items: [{ number: 2, subject: "cmp_tiktok", title: "Dates · TikTok", status: "failed", reason }],
      next: null,
    },
    "Plans/pln_1/launch": again,
    "Operations/opr_2": again,
    "Plans/pln_1/stop": { ...again, id: "opr_3" },
    "Operations/opr_3": { ...again, id: "opr_3" },
  };
  sent = fakeServer(answers);
  await setupI18n("en", {
    ar: { campaigns: ar, campaigns_form: formAr },
    en: { campaigns: en, campaigns_form: formEn },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/campaigns/add": CampaignAddPage }, "/campaigns/add?plan=pln_1&launch=opr_1");

describe("a launch over several platforms", () => {
  it("that is half-done says which stand, and why the others do not", async () => {
    await open();
    expect(await screen.findByText("1 of 2 live")).toBeTruthy();
    expect(screen.getByText("Live and confirmed by the platform")).toBeTruthy();
    expect(await screen.findByText("There is no ad yet.")).toBeTruthy();
    expect(screen.getByText("Not launched")).toBeTruthy();
  });

  it("is finished by one tap, once however often it is pressed", async () => {
    await open();
    const button = await screen.findByRole("button", { name: "Finish the rest" });
    await userEvent.dblClick(button);
    await waitFor(() => expect(sent.filter(({ name }) => name === "Plans/pln_1/launch")).toHaveLength(1));
  });

  it("is taken back by one tap", async () => {
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Pause what launched" }));
    await waitFor(() => expect(sent.some(({ name }) => name === "Plans/pln_1/stop")).toBe(true));
  });

  describe("whose platform does not answer", () => {
    const silent = {
      ...refused,
      status: "active",
      sync: "pending",
      allowed_actions: ["pause", "archive", "delete"],
      retry: { in_seconds: 65, can_try_now: true, reason: null },
    };
    beforeEach(() => {
      answers["Plans/pln_1"] = { ...plan, campaigns: [plan.campaigns[0], silent] };
      answers["Operations/opr_1"] = { ...half, status: "succeeded", done: 2, failed: 0 };
      answers["Campaigns/cmp_tiktok/retry"] = silent;
      answers["Campaigns/cmp_tiktok/pause"] = { ...silent, status: "paused" };
    });
    const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

    it("says so and when it is tried again", async () => {
      await open();
      expect(await screen.findByText("The platform is busy or not answering")).toBeTruthy();
      expect(screen.getByRole("timer").textContent).toMatch(/^Nothing is lost. We try again in 1:0\d$/);
      expect(screen.queryByText("Sent, waiting for the platform")).toBeNull();
    });

    it("is tried at once by one tap", async () => {
      await open();
      await press("Try Dates · TikTok now");
      await waitFor(() => expect(sent.some(({ name }) => name === "Campaigns/cmp_tiktok/retry")).toBe(true));
    });

    it("is not waited for any longer by one tap, and whole launches are taken back by another", async () => {
      await open();
      await press("Stop waiting, pause Dates · TikTok");
      await waitFor(() => expect(sent.some(({ name }) => name === "Campaigns/cmp_tiktok/pause")).toBe(true));
      expect(screen.queryByRole("button", { name: "Finish the rest" })).toBeNull();
      await press("Pause what launched");
      await waitFor(() => expect(sent.some(({ name }) => name === "Plans/pln_1/stop")).toBe(true));
    });

    it("waits for the platform's own work and says for what", async () => {
      const reason = "The platform is preparing your file.";
      const campaign = { ...silent, retry: { in_seconds: 20, can_try_now: false, reason } };
      answers["Plans/pln_1"] = { ...plan, campaigns: [campaign] };
      await open();
      expect(await screen.findByText(reason)).toBeTruthy();
      expect(screen.queryByText("The platform is busy or not answering")).toBeNull();
    });

    it("cannot be hurried while the platform itself asked for the wait", async () => {
      const campaign = { ...silent, retry: { in_seconds: 0, can_try_now: false, reason: null } };
      answers["Plans/pln_1"] = { ...plan, campaigns: [campaign] };
      await open();
      expect(await screen.findByText("We are trying again now.")).toBeTruthy();
      expect(screen.queryByRole("button", { name: /^Try / })).toBeNull();
      expect(screen.getByRole("button", { name: "Stop waiting, pause Dates · TikTok" })).toBeTruthy();
    });
  });

  it("that is refused again says why until the next try", async () => {
    answers["Plans/pln_1/launch"] = refuse(409, { code: "wallet.card_required" });
    await open();
    await userEvent.click(await screen.findByRole("button", { name: formEn.progress.finish }));
    const note = await screen.findByRole("alert");
    expect(note.textContent).toContain(en.not_started_title);
    expect(within(note).getByRole("link", { name: en.shortage.add_card })).toBeTruthy();
  });

  it("that is whole offers neither", async () => {
    answers["Plans/pln_1"] = { ...plan, campaigns: [plan.campaigns[0]] };
    await open();
    expect(await screen.findByText("1 of 1 live")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Finish the rest" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Pause what launched" })).toBeNull();
  });
});
