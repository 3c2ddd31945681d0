import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import notifications from "../messages/en.json" with { type: "json" };
import { QuietHoursCard } from "./quiet-hours-card.tsx";

let answers: Answers;
let sent: Sent[];
const settings = { has_email: true, push_key: "B".repeat(87), devices: [], items: [] };
beforeEach(async () => {
  answers = { "Notifications/settings": { ...settings, quiet_hours: { from_hour: 23, to_hour: 8 } } };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { notifications } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("quiet hours are changed one by one, never to the same hour, and switched off", async () => {
  await openPages({ "/": QuietHoursCard }, "/");
  const from = await screen.findByLabelText<HTMLSelectElement>(notifications.quiet.from_hour);
  expect([...from.options].map(({ value }) => value)).not.toContain("8");
  fireEvent.change(from, { target: { value: "21" } });
  const bodies = () => sent.filter(({ method }) => method === "PUT").map(({ body }) => body);
  await waitFor(() => expect(bodies()).toEqual([{ quiet_hours: { from_hour: 21, to_hour: 8 } }]));
  const off = await screen.findByRole("switch");
  await waitFor(() => expect(off.hasAttribute("disabled")).toBe(false));
  fireEvent.click(off);
  await waitFor(() => expect(bodies().at(-1)).toEqual({ quiet_hours: null }));
});
