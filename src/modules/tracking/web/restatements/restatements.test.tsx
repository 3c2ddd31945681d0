import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import en from "./messages/en.json" with { type: "json" };
import { RestatementsPart } from "./restatements.parts.tsx";

let answers: Answers;
beforeEach(async () => {
  answers = {};
  fakeServer(answers);
  await setupI18n("en", { en: { tracking_restatements: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const restated = {
  rule_version: 2,
  clicks_read: 4_100,
  clicks_moved: 312,
  moved_to_bots: 300,
  started_at: "2026-12-12T08:00:00Z",
  finished_at: "2026-12-12T09:00:00Z",
  first_day: "2026-11-01",
  last_day: "2026-12-11",
};
const open = () => openPages({ "/": () => <RestatementsPart /> }, "/");

it("says when clicks were judged again and how many moved, and unfolds which way", async () => {
  answers["Tracking/restatements"] = { items: [restated], next_cursor: null };
  await open();
  expect(await screen.findByText(/12 December 2026.*312 of 4,100 clicks moved/)).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: en.open }));
  const [, row] = within(screen.getByRole("table")).getAllByRole("row");
  expect(row?.textContent).toContain("300");
  expect(row?.textContent).toContain("12");
});

it("says that it goes on", async () => {
  answers["Tracking/restatements"] = { items: [{ ...restated, finished_at: null }], next_cursor: null };
  await open();
  expect(await screen.findByText(/being judged again/)).toBeTruthy();
});

it("says nothing where no click was judged again", async () => {
  answers["Tracking/restatements"] = { items: [], next_cursor: null };
  await openPages({ "/": () => ["before", <RestatementsPart key="part" />, "after"] }, "/");
  expect(await screen.findByText("beforeafter")).toBeTruthy();
});
