import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "#base/web/runtime/storage.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import searchTexts from "#modules/search/messages/en.json" with { type: "json" };
import app from "../../messages/en.json" with { type: "json" };
import { aCampaign } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { CommandDialog } from "./command-dialog.tsx";
import command from "./messages/en.json" with { type: "json" };

const eid = {
  id: "cmp_9",
  title: "Eid perfumes",
  detail: "",
  parent_id: null,
  amount_halalas: null,
  path: null,
  day: null,
};

let answers: Answers;
let sent: Sent[];
let onClose: () => void;
beforeEach(async () => {
  localStorage.setItem(keys.abilities, JSON.stringify([{ subject: "all", action: "manage" }]));
  answers = {
    "Search/index": { is_corrected: false, groups: [{ kind: "campaign", items: [eid], has_more: false }] },
    "Campaigns/index": {
      items: [aCampaign({ id: "cmp_9", name: "Eid perfumes" })],
      page: 1,
      size: 10,
      total: 1,
      next: null,
    },
  };
  sent = fakeServer(answers);
  onClose = vi.fn();
  await setupI18n("en", { en: { app, command, campaigns, search: searchTexts } });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const empty = () => null;
async function open() {
  const pages = { "/": () => <CommandDialog opened onClose={onClose} />, "/campaigns/$id": empty };
  const opened = await openPages({ ...pages, "/campaigns/add": empty, "/search": empty }, "/");
  const field = await screen.findByRole("combobox");
  return { ...opened, field };
}
const chosen = () => screen.getByRole("option", { selected: true }).textContent;

test("while nothing is typed it offers what this person may do", async () => {
  localStorage.setItem(keys.abilities, JSON.stringify([{ subject: "rule", action: "manage" }]));
  await open();
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    command.acts.new_rule,
  ]);
});

test("arrows choose among acts, pages and what is found, and Enter opens it", async () => {
  const { field } = await open();
  fireEvent.change(field, { target: { value: "eid" } });
  expect(await screen.findByRole("option", { name: "Eid perfumes" })).toBeTruthy();
  expect(chosen()).toBe("Eid perfumes");
  expect(field.getAttribute("aria-activedescendant")).toBe("found-campaign-cmp_9");
  fireEvent.change(field, { target: { value: "campaign" } });
  await waitFor(() => expect(chosen()).toBe(command.acts.new_campaign));
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(chosen()).toBe(command.acts.describe_campaign);
  fireEvent.keyDown(field, { key: "ArrowUp" });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onClose).toHaveBeenCalledOnce();
});

test("a page is found by its name though a letter is wrong", async () => {
  const { field } = await open();
  fireEvent.change(field, { target: { value: "invoisces" } });
  expect(await screen.findByRole("option", { name: command.places.invoices })).toBeTruthy();
});

test("a campaign is paused by typing what to do and its name", async () => {
  answers["Campaigns/cmp_9/pause"] = {};
  const { field } = await open();
  fireEvent.change(field, { target: { value: "pause eid" } });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.click(await screen.findByRole("option", { name: "Pause “Eid perfumes”" }));
  await waitFor(() => expect(sent.some(({ name }) => name === "Campaigns/cmp_9/pause")).toBe(true));
  const list = sent.find(({ name }) => name === "Campaigns/index");
  expect([list?.query.get("search"), list?.query.get("status")]).toEqual(["eid", "active"]);
});

test("that nothing is found is said, with what to try; and a failure too", async () => {
  answers["Search/index"] = { groups: [], is_corrected: false };
  const { field } = await open();
  fireEvent.change(field, { target: { value: "zzzz" } });
  expect(await screen.findByText(/Nothing is called “zzzz”/)).toBeTruthy();
  answers["Search/index"] = 500;
  fireEvent.change(field, { target: { value: "yyyy" } });
  expect(await screen.findByText(command.failed)).toBeTruthy();
});
