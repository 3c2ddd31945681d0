import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { adBody } from "../../testing/payloads.ts";
import { AdLawNotes } from "./law.parts.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

beforeEach(() => setupI18n("ar", { ar: { campaigns_law: ar }, en: { campaigns_law: en } }));
afterEach(cleanup);

function open(fields: Partial<AdFields>, platform: Platform = "tiktok") {
  const limits = getCapabilities(platform);
  if (!limits) throw new Error(platform);
  renderWeb(<AdLawNotes ad={adBody(fields)} limits={limits} />);
}
const notes = () => screen.queryByRole("region", { name: ar.title });

describe("the ad law beside an ad that is written", () => {
  it("names the words, what the law says of them and another wording, what needs a licence first", () => {
    open({ headline: "نتائج مضمونة", text: "خصم ٣٠٪ لكم" });
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

  it("says nothing of an ad that touches no rule, nor of a note that its platform does not show", () => {
    open({ text: "من مزارع القصيم" });
    expect(notes()).toBeNull();
    cleanup();
    open({ text: "خصم ٣٠٪" }, "snapchat");
    expect(notes()).toBeNull();
  });
});
