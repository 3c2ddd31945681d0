import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import { aListRow } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { CreateAdFlowPage } from "./create-ad-flow-page.tsx";
import texts from "./messages/en.json" with { type: "json" };

let answers: Answers;
let sent: Sent[];
const find = (names: string[], total = names.length) => {
  const items = names.map((name, at) => aListRow({ id: `cmp_00000${at}`, name }));
  answers["Campaigns/index"] = { items, page: 1, size: 20, total, next: null };
};
beforeEach(async () => {
  answers = {};
  sent = fakeServer(answers);
  await setupI18n("en", { en: { campaigns, create_ad_flow: texts } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/create-ad-flow": CreateAdFlowPage }, "/create-ad-flow");
const lastQuery = () => sent.at(-1)?.query;

it("asks the server for open campaigns alone, and says when there are more than it shows", async () => {
  find(["Ajwa", "Sukkari"], 31);
  await open();
  expect(await screen.findByRole("link", { name: /Ajwa/ })).toBeTruthy();
  expect(screen.getByRole("status").textContent).toContain("31");
  expect(lastQuery()?.get("view")).toBe("open");
});

it("finds the others by name, and keeps the search when nothing is found", async () => {
  find(["Ajwa"], 31);
  await open();
  const box = await screen.findByRole("searchbox");
  find([]);
  fireEvent.change(box, { target: { value: "Khalas" } });
  expect(await screen.findByText(texts.none_found)).toBeTruthy();
  expect(lastQuery()?.get("search")).toBe("Khalas");
  find(["Khalas"]);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "Khal" } });
  await waitFor(() => expect(screen.getByRole("link", { name: /Khalas/ })).toBeTruthy());
});

it("without any open campaign offers to make one", async () => {
  find([]);
  await open();
  expect(await screen.findByText(texts.no_campaign)).toBeTruthy();
  expect(screen.queryByRole("searchbox")).toBeNull();
});
