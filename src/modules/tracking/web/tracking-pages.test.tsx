import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { keys } from "#base/web/runtime/storage.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { LinkDetails, LinkOptions, LinkReport } from "../contract/link-shapes.ts";
import en from "../messages/en.json" with { type: "json" };
import { LinkPage } from "./link-page.tsx";
import links from "./links/messages/en.json" with { type: "json" };
import { LinksPage } from "./links-page.tsx";
import { MakeLinkPage } from "./make-link-page.tsx";

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  localStorage.setItem(keys.abilities, JSON.stringify([{ subject: "all", action: "manage" }]));
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:qr", revokeObjectURL() {} }));
  answers = {
    "Tracking/index": { items: [aLink()], total: 1, is_total_capped: false, next: null },
    "Tracking/restatements": { items: [], next: null },
    "Tracking/options": options,
    "Tracking/preview": { landing_url: "https://shop.example/oud?utm_source=instagram" },
    "Tracking/12345678": aLink(),
    "Tracking/12345678/report": report,
    "Tracking/12345678/changes": { items: [change], next: null },
    "Tracking/create": { id: "12345678" },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { tracking: en, tracking_links: links } });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const aLink = (more: Partial<LinkDetails> = {}): LinkDetails => ({
  id: "12345678",
  url: "https://go.example/12345678",
  destination_url: "https://shop.example/oud",
  landing_url: "https://shop.example/oud?utm_source=instagram",
  origin: "manual",
  name: "Sara's bio",
  project_name: "Ramadan",
  platform: "instagram",
  campaign_id: "",
  ad_group_id: "",
  ad_id: "",
  tags: [],
  state: "active",
  created_at: "2026-11-21T09:00:00Z",
  stopped_at: null,
  expires_at: null,
  blocked_at: null,
  blocked_reason: null,
  health: { state: "works", http_status: 200, checked_at: "2026-11-21T09:00:00Z", failing_since: null },
  figures,
  utm: { source: null, medium: null, campaign: null, content: null },
  domain_id: null,
  ...more,
});
const figures = {
  clicks: 40,
  bot_clicks: 3,
  orders_placed: 2,
  sales_placed_halalas: 30_000 as never,
  orders_delivered: 1,
  sales_delivered_halalas: 12_000 as never,
};
const options: LinkOptions = {
  tags: [],
  stores: ["https://shop.example"],
  habits: { source: [], medium: [], campaign: [] },
  domains: [],
  has_logo: false,
};
const share = (key: string) => ({ key, clicks: 40, bot_clicks: 3 });
const report: LinkReport = {
  from: "2026-11-20",
  to: "2026-11-21",
  totals: figures,
  first_click_at: "2026-11-20T09:00:00Z",
  last_click_at: "2026-11-21T09:00:00Z",
  days: ["2026-11-20", "2026-11-21"].map((day) => ({ ...figures, day, clicks: 20 })),
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, clicks: hour === 18 ? 40 : 0, bot_clicks: 0 })),
  cities: [{ ...share("riyadh"), name: "Riyadh" }],
  devices: [share("iphone")],
  apps: [share("instagram")],
  referrers: [share("")],
  city_source: { source: "DB-IP", licence: "CC BY 4.0", date: "2026-11-01" },
};
const change = {
  id: 1,
  action: "tracking.link_changed",
  by: "member",
  by_name: null,
  at: "2026-11-21T09:00:00Z",
  before: { destination: "https://shop.example/old" },
  after: { destination: "https://shop.example/oud" },
};

const open = (address: string) =>
  openPages({ "/tracking": LinksPage, "/tracking/new": MakeLinkPage, "/tracking/$id": LinkPage }, address);
const lastSent = (name: string) => sent.findLast((one) => one.name === name);

describe("the list of links", () => {
  it("is narrowed by its address and by what is typed, and says when nothing matches", async () => {
    await open("/tracking?platform=instagram&sort=nonsense");
    expect(await screen.findByText("Sara's bio")).toBeTruthy();
    const query = () => Object.fromEntries(lastSent("Tracking/index")?.query ?? []);
    expect(query()).toEqual({ platform: "instagram", size: "25" });
    answers["Tracking/index"] = { items: [], total: 0, is_total_capped: false, next: null };
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nobody" } });
    await waitFor(() => expect(query()).toMatchObject({ search: "nobody" }));
    expect(await screen.findByText(links.none_found.title)).toBeTruthy();
  });

  it("teaches before the first link", async () => {
    answers["Tracking/index"] = { items: [], total: 0, is_total_capped: false, next: null };
    await open("/tracking");
    expect(await screen.findByText(links.empty.title)).toBeTruthy();
  });
});

describe("a new link", () => {
  it("begins at the store's address, shows where a click lands, and is sent as typed", async () => {
    await open("/tracking/new");
    const destination = await screen.findByLabelText<HTMLInputElement>(/^Page in your store/);
    expect(destination.value).toBe("https://shop.example");
    expect(await screen.findByText("https://shop.example/oud?utm_source=instagram")).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Sara" } });
    fireEvent.click(screen.getByRole("button", { name: links.make }));
    await waitFor(() =>
      expect(lastSent("Tracking/create")?.body).toMatchObject({
        name: "Sara",
        destination_url: "https://shop.example",
        platform: "instagram",
        utm: { source: null, medium: null, campaign: null, content: null },
        expires_at: null,
        domain_id: null,
      }),
    );
  });

  it("unfolds the other options for a mistake in one of them", async () => {
    answers["Tracking/create"] = refuse(400, {
      code: "not_valid",
      fields: { campaign_id: ["A tracking ID is an 8-digit code"] },
    });
    await open("/tracking/new");
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: "Sara" } });
    const more = screen.getByText(links.form.more).closest("details");
    expect(more?.open).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: links.make }));
    expect(await screen.findByText("A tracking ID is an 8-digit code")).toBeTruthy();
    expect(more?.open).toBe(true);
  });
});

describe("a link's page", () => {
  it("shows people and bots apart, the busiest hour, and where it led before", async () => {
    await open("/tracking/12345678");
    const clicks = await screen.findByRole("region", { name: "Clicks" });
    expect(clicks.textContent).toContain("40");
    expect(clicks.textContent).toContain("and 3 bot clicks");
    const hours = screen.getByRole("list", { name: links.by_hour });
    expect(within(hours).getByText(/: 40 clicks$/)).toBeTruthy();
    expect(await screen.findByText("https://shop.example/old")).toBeTruthy();
    expect((await screen.findByRole<HTMLImageElement>("img", { name: "QR code" })).src).toBe("blob:qr");
  });

  it("is paused from its page", async () => {
    await open("/tracking/12345678");
    fireEvent.click(await screen.findByRole("button", { name: links.pause }));
    await waitFor(() => expect(lastSent("Tracking/12345678/stop")).toBeTruthy());
  });
});
