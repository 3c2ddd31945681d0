import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import app from "../../messages/en.json" with { type: "json" };
import { aCampaign } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { SearchPage } from "./search-page.tsx";

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Campaigns/index": { items: [aCampaign({ name: "Dates" })], page: 1, size: 10, total: 1, next: null },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { app, campaigns } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the search finds campaigns by the query in the address, and each result links to its page", async () => {
  await openPages({ "/search": SearchPage }, "/search?q=Dates");
  const found = await screen.findByRole("link", { name: /Dates/ });
  expect(found.getAttribute("href")).toMatch(/^\/campaigns\/.+/);
  expect(sent.find(({ name }) => name === "Campaigns/index")?.query.get("search")).toBe("Dates");
});

test("the query is part of the address, and an empty result says so", async () => {
  const { search } = await openPages({ "/search": SearchPage }, "/search");
  await screen.findByRole("link", { name: /Dates/ });
  answers["Campaigns/index"] = { items: [], page: 1, size: 10, total: 0, next: null };
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "Coffee " } });
  await waitFor(() => expect(search()).toEqual({ q: "Coffee" }));
  expect(await screen.findByText(app.search.none)).toBeTruthy();
});
