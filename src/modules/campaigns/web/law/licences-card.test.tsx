import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { AdLicence } from "../../contract/ad-licences.calls.ts";
import { LicencesCard } from "./licences-card.tsx";
import en from "./messages/en.json" with { type: "json" };

const licence: AdLicence = {
  id: "lic_000001",
  kind: "prize_draw",
  number: "1447-20931",
  starts_on: "2026-11-01",
  ends_on: "2026-11-20",
  state: "ended",
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = { "AdLicences/index": { items: [licence] } };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { campaigns_law: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a licence is listed with its state, and a new one is sent with its days", async () => {
  await openPages({ "/": LicencesCard }, "/");
  expect(await screen.findByText("1447-20931")).toBeTruthy();
  expect(screen.getByText(en.licences.states.ended)).toBeTruthy();
  answers["AdLicences/create"] = {
    items: [{ ...licence, id: "lic_000002", number: "1448-1111", state: "valid" }, licence],
  };
  fireEvent.click(screen.getByRole("button", { name: en.licences.add }));
  fireEvent.change(await screen.findByRole("textbox", { name: en.licences.number }), {
    target: { value: "1448-1111" },
  });
  fireEvent.click(screen.getByRole("button", { name: en.licences.save }));
  expect(await screen.findByText("1448-1111")).toBeTruthy();
  const body = sent.find(({ method }) => method === "POST")?.body;
  expect(body).toMatchObject({ kind: "discount", number: "1448-1111" });
  expect(screen.queryByRole("textbox", { name: en.licences.number })).toBeNull();
});

it("a licence is removed after a question", async () => {
  await openPages({ "/": LicencesCard }, "/");
  answers["AdLicences/lic_000001"] = { items: [] };
  fireEvent.click(await screen.findByRole("button", { name: "Remove licence 1447-20931" }));
  fireEvent.click(await screen.findByRole("button", { name: en.licences.remove }));
  expect(await screen.findByText(en.licences.none)).toBeTruthy();
  await waitFor(() => expect(sent.some(({ method }) => method === "DELETE")).toBe(true));
});
