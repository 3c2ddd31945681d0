import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { adBody } from "../../testing/payloads.ts";
import { AdLawNotes } from "./law.parts.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = { "AdLicences/index": { items: [] } };
  sent = fakeServer(answers);
  await setupI18n("ar", { ar: { campaigns_law: ar }, en: { campaigns_law: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const licence = {
  id: "lic_000001",
  kind: "discount",
  number: "1447-20931",
  starts_on: "2026-11-01",
  ends_on: "2026-12-20",
  state: "valid",
};

let shown: Parameters<typeof AdLawNotes>[0];
let onSubmit: () => void;
const Page = () => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <AdLawNotes {...shown} />
    <p>page</p>
    <input aria-hidden type="submit" />
  </form>
);

async function open(fields: Partial<AdFields>, platform: Platform = "tiktok", submitted = () => {}) {
  onSubmit = submitted;
  const limits = getCapabilities(platform);
  if (!limits) throw new Error(platform);
  shown = { ad: adBody(fields), limits };
  await openPages({ "/": Page }, "/");
  await screen.findByText("page");
}
const notes = () => screen.queryByRole("region", { name: ar.title });

describe("the ad law beside an ad that is written", () => {
  it("names the words, what the law says of them and another wording, what needs a licence first", async () => {
    await open({ headline: "نتائج مضمونة", text: "خصم ٣٠٪ لكم" });
    const region = notes();
    if (!region) throw new Error("no notes");
    const titles = within(region).getAllByText(/إعلان تخفيض|ضمان نتيجة/);
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      ar.rules.discount.title,
      ar.rules.guarantee.title,
    ]);
    expect(within(region).getByText("«خصم»")).toBeTruthy();
    expect(within(region).getByText(ar.rules.discount.words)).toBeTruthy();
    expect(within(region).getByText(new RegExp(ar.rules.discount.reword))).toBeTruthy();
    expect(within(region).getByText(ar.block)).toBeTruthy();
    expect(within(region).getByText(ar.advise)).toBeTruthy();
  });

  it("says nothing of an ad that touches no rule, nor of a note that its platform does not show", async () => {
    await open({ text: "من مزارع القصيم" });
    expect(notes()).toBeNull();
    cleanup();
    await open({ text: "خصم ٣٠٪" }, "snapchat");
    expect(notes()).toBeNull();
  });

  it("takes the licence that the words need there, and then names it", async () => {
    await open({ text: "خصم ٣٠٪ لكم" });
    fireEvent.click(await screen.findByRole("button", { name: ar.licences.add_kind.discount }));
    answers["AdLicences/create"] = { items: [licence] };
    fireEvent.change(await screen.findByRole("textbox", { name: ar.licences.number }), {
      target: { value: licence.number },
    });
    fireEvent.click(screen.getByRole("button", { name: ar.licences.save }));
    expect(await screen.findByText(/1447-20931/)).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: ar.licences.number })).toBeNull();
    const body = sent.find(({ method }) => method === "POST")?.body;
    expect(body).toMatchObject({ kind: "discount", number: licence.number });
  });

  it("saves the licence by the Enter key, and submits no form around it", async () => {
    const submitted = vi.fn();
    await open({ text: "خصم ٣٠٪ لكم" }, "tiktok", submitted);
    fireEvent.click(await screen.findByRole("button", { name: ar.licences.add_kind.discount }));
    answers["AdLicences/create"] = { items: [licence] };
    const number = await screen.findByRole("textbox", { name: ar.licences.number });
    await userEvent.type(number, "1447-20931{Enter}");
    expect(await screen.findByText(/1447-20931/)).toBeTruthy();
    expect(submitted).not.toHaveBeenCalled();
  });

  it("asks for no licence where the law only advises", async () => {
    await open({ text: "نتائج مضمونة" });
    expect(notes()).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
