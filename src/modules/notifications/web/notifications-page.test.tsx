import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import messagesEn from "#modules/messages/messages/en.json" with { type: "json" };
import { kinds, levelByKind } from "../contract/kinds.ts";
import en from "../messages/en.json" with { type: "json" };
import type { Notification } from "./notifications.queries.ts";
import { NotificationsPage } from "./notifications-page.tsx";

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Notifications/index": { items: [aNotification()], next: null },
    "Notifications/unread": { count: 1 },
    "Notifications/settings": {
      has_email: true,
      quiet_hours: null,
      push_key: "B".repeat(87),
      devices: [],
      items: kinds.map((kind) => ({
        kind,
        level: levelByKind[kind],
        channels: { app: true, email: false, push: true, whatsapp: false, sms: false },
      })),
    },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { notifications: en, messages: messagesEn } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const aNotification = (more: Partial<Notification> = {}): Notification => ({
  id: "ntf_1",
  kind: "money_low",
  level: "act_now",
  subject: "",
  subject_name: null,
  amount_halalas: null,
  wasted_halalas: null,
  campaigns: null,
  advice: null,
  day: "2026-11-23" as never,
  times: 1,
  happened_at: "2026-11-21T09:00:00Z",
  text_outcome: null,
  text: null,
  is_read: false,
  ...more,
});
const open = (address = "/notifications") => openPages({ "/notifications": NotificationsPage }, address);
const lastQuery = () =>
  Object.fromEntries(sent.findLast(({ name }) => name === "Notifications/index")?.query ?? []);

describe("the notifications", () => {
  it("say what it means with its day, and lead to one act", async () => {
    await open();
    expect(await screen.findByText(/^It lasts until 23 November 2026/)).toBeTruthy();
    const act = screen.getByRole("link", { name: en.acts.deposit });
    expect(act.getAttribute("href")).toBe("/financial-transaction/wallet");
  });

  it("say where their text was not sent to the phone", async () => {
    answers["Notifications/index"] = { items: [aNotification({ text_outcome: "over_limit" })], next: null };
    await open();
    expect(await screen.findByText(en.text_over_limit)).toBeTruthy();
  });

  it("say how far their text to the phone is", async () => {
    const text = { channel: "whatsapp", state: "delivered" } as const;
    answers["Notifications/index"] = { items: [aNotification({ text_outcome: "queued", text })], next: null };
    await open();
    expect(await screen.findByText(/WhatsApp · Delivered$/)).toBeTruthy();
  });

  it("are marked as read one by one and all at once", async () => {
    await open();
    const row = (await screen.findByText(en.kinds.money_low.title, { selector: "strong" })).closest("li");
    fireEvent.click(within(row as HTMLElement).getByRole("button", { name: en.read }));
    await waitFor(() => expect(sent.some(({ name }) => name === "Notifications/ntf_1/read")).toBe(true));
    fireEvent.click(screen.getByRole("button", { name: en.read_all }));
    await waitFor(() => expect(sent.some(({ name }) => name === "Notifications/read-all")).toBe(true));
  });

  it("cannot all be marked when none is unread", async () => {
    answers["Notifications/unread"] = { count: 0 };
    await open();
    await screen.findByText(en.kinds.money_low.title, { selector: "strong" });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: en.read_all }).disabled).toBe(true);
  });

  it("are filtered by the address, and say when none is of that kind", async () => {
    answers["Notifications/index"] = { items: [], next: null };
    await open("/notifications?show=unread");
    expect(await screen.findByText(en.none_of_these)).toBeTruthy();
    expect(lastQuery()).toEqual({ size: "20", unread: "true" });
    fireEvent.click(screen.getByRole("radio", { name: en.all }));
    expect(await screen.findByText(en.empty_title)).toBeTruthy();
  });

  it("of a kind are muted by its switch", async () => {
    await open();
    const title = await screen.findByText(en.kinds.rule_acted.title);
    const row = within(title.closest("li") as HTMLElement);
    fireEvent.click(row.getByRole("switch", { name: en.channels.app }));
    const bodies = () =>
      sent.filter(({ name }) => name === "Notifications/settings/rule_acted").map(({ body }) => body);
    await waitFor(() => expect(bodies()).toEqual([{ channel: "app", is_on: false }]));
  });

  it("go out by e-mail only to an address that is proven", async () => {
    answers["Notifications/settings"] = {
      ...(answers["Notifications/settings"] as object),
      has_email: false,
      quiet_hours: null,
    };
    await open();
    expect(await screen.findByText(en.no_email)).toBeTruthy();
    const byEmail = screen.getAllByRole<HTMLInputElement>("switch", { name: en.channels.email });
    expect(byEmail.every(({ disabled }) => disabled)).toBe(true);
  });

  it("say what keeps spending, and what a week wasted with the one thing to do", async () => {
    answers["Notifications/index"] = {
      items: [
        aNotification({ id: "1", kind: "ad_account_lost", campaigns: 2, amount_halalas: 340_00, day: null }),
        aNotification({
          id: "2",
          kind: "weekly_note",
          level: "weekly",
          amount_halalas: 900_00,
          wasted_halalas: 120_00,
          advice: "stop_waste",
          day: null,
        }),
      ],
      next: null,
    };
    await open();
    const text = async (words: RegExp) => expect(await screen.findByText(words)).toBeTruthy();
    await text(/2 campaigns keep spending without rules, up to SAR 340 a day/);
    await text(/sold SAR 900, and SAR 120 went to campaigns that sold nothing. One thing to do: pause/);
  });
});
