import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "../testing/fake-server.tsx";
import { CouponsCard } from "./coupons-card.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

const coupon = {
  id: "cpn_1",
  campaign_id: "cmp_1",
  store_id: "sto_1",
  code: "NOURA25",
  source: "created",
  status: "active",
  rejection: null as string | null,
  percent: 25,
  ends_on: "2026-12-20",
  owned_from: "2026-11-21T09:00:00Z",
  owned_until: null as string | null,
  uses: 12,
  uses_without_click: 4,
  sales_placed_halalas: 1_380_00,
  leak: null as object | null,
};
const store = { id: "sto_1", name: "متجر نورة", type: "salla", status: "connected" };
const campaign = {
  id: "cmp_1",
  status: "active",
  ad_groups: [{ id: "adg_1", ads: [{ id: "ad_1" }] }],
} as unknown as CampaignDetails;

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Tracking/coupons": { items: [coupon], next_cursor: null },
    "Stores/index": { stores: [store], platforms: [] },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { campaign: en }, ar: { campaign: ar } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (shown = campaign) => openPages({ "/": () => <CouponsCard campaign={shown} /> }, "/");
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const posted = () => sent.filter(({ method }) => method === "POST");

describe("the campaign's codes", () => {
  it("show what each brought, and how much of it without a tap on the ad", async () => {
    await open();
    const item = within((await screen.findByText("NOURA25")).closest("li") as HTMLElement);
    expect(item.getByText("Orders").nextElementSibling?.textContent).toBe("12");
    expect(item.getByText("of them without a tap on the ad").nextElementSibling?.textContent).toBe("4");
    expect(item.getByText("Working")).toBeTruthy();
    expect(item.getByText(/25% off until/)).toBeTruthy();
  });

  it("say with numbers that one is known elsewhere, and why a store did not create one", async () => {
    const leak = { day: "2026-11-27", uses_without_click: 14, expected_uses: 1.6 };
    const rejected = {
      ...coupon,
      ...{ id: "cpn_2", code: "OLD", status: "rejected", rejection: "scope_missing" },
      owned_until: "2026-11-21T09:00:05Z",
    };
    answers["Tracking/coupons"] = { items: [{ ...coupon, leak }, rejected], next_cursor: null };
    await open();
    expect((await screen.findByText(/used 14 times on 27 Nov/)).textContent).toContain("about 1.6 a day");
    expect(screen.getByText("1 earlier code")).toBeTruthy();
    expect(screen.getByText(/You have not granted us discount codes/)).toBeTruthy();
  });

  it("are stopped after a question that says what happens", async () => {
    answers["Tracking/coupons/cpn_1/stop"] = { ...coupon, status: "stopping" };
    await open();
    await press("Stop the code NOURA25");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/We stop it in your store as well/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(posted().map(({ name }) => name)).toEqual(["Tracking/coupons/cpn_1/stop"]));
  });
});

describe("a new code", () => {
  it("is created in the store with its percentage and last day", async () => {
    answers["Tracking/coupons"] = { items: [], next_cursor: null };
    answers["POST Tracking/coupons"] = coupon;
    await open();
    await press("Add a discount code");
    await userEvent.type(await screen.findByLabelText(/^Code/), "noura25");
    const percent = screen.getByLabelText(/Discount %/);
    await userEvent.clear(percent);
    await userEvent.type(percent, "٢٥");
    answers["Tracking/coupons"] = { items: [coupon], next_cursor: null };
    await press("Create the code");
    expect(await screen.findByText("NOURA25")).toBeTruthy();
    expect(posted()[0]?.body).toMatchObject({
      source: "created",
      campaign_id: "cmp_1",
      store_id: "sto_1",
      code: "noura25",
      percent: 25,
      ends_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it("marks the field that the server refuses, and keeps what was typed", async () => {
    answers["POST Tracking/coupons"] = refuse(409, {
      code: "tracking.coupon_taken",
      fields: { code: ["Another campaign has this code."] },
    });
    await open();
    await press("Another code");
    const code = await screen.findByLabelText(/^Code/);
    await userEvent.type(code, "NOURA25");
    await press("Create the code");
    expect(await screen.findByText("Another campaign has this code.")).toBeTruthy();
    expect((code as HTMLInputElement).value).toBe("NOURA25");
    expect(document.activeElement).toBe(code);
  });

  it("is only typed in for a store that has no API, and needs an ad first", async () => {
    answers["Stores/index"] = { stores: [{ ...store, type: "other" }], platforms: [] };
    answers["POST Tracking/coupons"] = { ...coupon, source: "typed" };
    await open();
    await press("Another code");
    expect(await screen.findByText(/does not let us create codes/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Code/), "رمضان");
    await press("Save the code");
    await waitFor(() =>
      expect(posted()[0]?.body).toEqual({
        source: "typed",
        campaign_id: "cmp_1",
        store_id: "sto_1",
        code: "رمضان",
      }),
    );
    cleanup();
    await open({ ...campaign, ad_groups: [] } as unknown as CampaignDetails);
    expect(await screen.findByText(/Add an ad to the campaign first/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Another code" })).toBeNull();
  });

  it("cannot be given to a campaign that is archived", async () => {
    await open({ ...campaign, status: "archived" } as unknown as CampaignDetails);
    expect(await screen.findByText("NOURA25")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Another code" })).toBeNull();
  });
});
