import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "#base/web/runtime/session.ts";
import { keys } from "#base/web/runtime/storage.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import searchTexts from "#modules/search/messages/en.json" with { type: "json" };
import app from "../../messages/en.json" with { type: "json" };
import command from "../command/messages/en.json" with { type: "json" };
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { SearchPage } from "./search-page.tsx";

const item = { detail: "", parent_id: null, amount_halalas: null, day: null, path: null };
const dates = {
  is_corrected: false,
  groups: [
    { kind: "campaign", items: [{ ...item, id: "cmp_1", title: "Dates of Eid" }], has_more: true },
    {
      kind: "ad",
      items: [{ ...item, id: "ad_1", title: "Ajwa", detail: "Dates", parent_id: "adg_1" }],
      has_more: false,
    },
  ],
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  localStorage.setItem(keys.abilities, JSON.stringify([{ subject: "all", action: "manage" }]));
  answers = { "Search/index": dates };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { app, command, search: searchTexts } });
});
afterEach(() => {
  cleanup();
  closeSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});
const open = (address: string) => openPages({ "/search": SearchPage }, address);

test("what is found stands by kind, what was typed is marked, and each links to its page", async () => {
  await open("/search?q=dates");
  const campaign = await screen.findByRole("link", { name: "Dates of Eid" });
  expect(campaign.getAttribute("href")).toBe("/campaigns/cmp_1");
  expect(campaign.querySelector("mark")?.textContent).toBe("Dates");
  expect(screen.getByRole("link", { name: /Ajwa/ }).getAttribute("href")).toBe("/ads/adg_1/add?ad=ad_1");
  expect(screen.getByRole("heading", { name: searchTexts.kinds.ad })).toBeTruthy();
  expect(sent.find(({ name }) => name === "Search/index")?.query.get("q")).toBe("dates");
});

test("a kind narrows the search, and stands in the address", async () => {
  const { search } = await open("/search?q=dates");
  await screen.findByRole("link", { name: "Dates of Eid" });
  fireEvent.click(screen.getByRole("button", { name: searchTexts.more_of_kind }));
  await waitFor(() => expect(search()).toEqual({ q: "dates", kind: "campaign" }));
  await waitFor(() => expect(sent.at(-1)?.query.get("kind")).toBe("campaign"));
});

test("when nothing is found it says what was searched, and offers all kinds", async () => {
  answers["Search/index"] = { groups: [], is_corrected: false };
  const { search } = await open("/search?q=zzzz&kind=rule");
  expect(await screen.findByText(/We searched only Rules/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: searchTexts.search_all }));
  await waitFor(() => expect(search()).toEqual({ q: "zzzz" }));
  expect(await screen.findByText(/We searched Campaigns, Ad groups/)).toBeTruthy();
});

test("near words are said to be near, and pages are found by name", async () => {
  answers["Search/index"] = { ...dates, is_corrected: true };
  await open("/search?q=invoicse");
  expect(await screen.findByText(searchTexts.corrected)).toBeTruthy();
  const page = screen.getByRole("link", { name: command.places.invoices });
  expect(page.getAttribute("href")).toBe("/financial-transaction/invoices");
});

test("arrows walk from the field through the results, and Escape goes back", async () => {
  await open("/search?q=dates");
  await screen.findByRole("link", { name: "Dates of Eid" });
  const field = screen.getByRole("searchbox");
  field.focus();
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toContain("Dates of Eid");
  fireEvent.keyDown(document.activeElement ?? field, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toContain("Ajwa");
  fireEvent.keyDown(document.activeElement ?? field, { key: "Escape" });
  expect(document.activeElement).toBe(field);
});

test("what led somewhere is offered again, until one signs out", async () => {
  openSession("a token");
  await open("/search?q=dates");
  fireEvent.click(await screen.findByRole("link", { name: "Dates of Eid" }));
  cleanup();
  const { search } = await open("/search");
  fireEvent.click(await screen.findByRole("button", { name: "dates" }));
  await waitFor(() => expect(search()).toEqual({ q: "dates" }));
  closeSession();
  cleanup();
  await open("/search");
  expect(await screen.findByText(searchTexts.start)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "dates" })).toBeNull();
});
