import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "#modules/creative/contract/creative.calls.ts";
import { emptyAd } from "../../domain/empty-draft.ts";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import formAr from "../form/messages/ar.json" with { type: "json" };
import formEn from "../form/messages/en.json" with { type: "json" };
import { AdPreviews } from "./ad-previews.tsx";

beforeEach(() =>
  setupI18n("en", {
    ar: { campaigns: ar, campaigns_form: formAr },
    en: { campaigns: en, campaigns_form: formEn },
  }),
);
afterEach(cleanup);

const ad = {
  ...emptyAd(),
  headline: "Fresh dates",
  text: "Hand-picked Sukkari dates from Al-Qassim, packed the same day and delivered to your door ".repeat(2),
  brand_name: "Nakhla",
  target_url: "https://www.nakhla.example/dates",
};
const aVideo = {
  id: "med_1",
  kind: "video",
  url: "/video",
  thumbnail_url: "/still",
} as Media;

function getLimits(platform: Platform, placements: readonly Placement[]): Capabilities {
  return getCapabilities(platform, placements) ?? expect.fail(`no ${platform}`);
}

function show(platform: Platform, placements: readonly Placement[] = [], media: Media | null = null) {
  const limits = getLimits(platform, placements);
  renderWeb(<AdPreviews ad={ad} media={media} limits={limits} placements={placements} />);
  return screen.getByRole("figure");
}

describe("an ad is shown as its platform shows it", () => {
  it("Facebook cuts the text after 125 letters and names the site without www", () => {
    const figure = show("meta", ["facebook"]);
    expect(figure.textContent).toContain("… more");
    expect(figure.textContent).toContain("NAKHLA.EXAMPLE");
    expect(figure.textContent).toContain("Fresh dates");
  });

  it("Snapchat shows brand and headline, and no text", () => {
    const figure = show("snapchat");
    expect(figure.textContent).toContain("Nakhla");
    expect(figure.textContent).not.toContain("Hand-picked");
  });

  it("X shows no button, because it cannot be chosen", () => {
    expect(show("x").textContent).not.toContain("Shop now");
  });

  it("Google Search shows no picture", () => {
    expect(show("google", ["search"]).querySelector("img, video")).toBeNull();
  });

  it("a video plays without sound, and says so", () => {
    const figure = show("tiktok", [], aVideo);
    expect(figure.querySelector("video")?.muted).toBe(true);
    expect(figure.textContent).toContain("The sound is off");
  });
});

it("what the app covers is shown only where a picture fills the screen", () => {
  show("meta", ["facebook"]);
  expect(screen.queryByLabelText(/^Safe zone/)).toBeNull();
  cleanup();
  show("snapchat");
  expect(screen.getByLabelText(/^Safe zone/)).toBeTruthy();
});

it("the app's language can be turned", () => {
  const figure = show("snapchat");
  expect(figure.getAttribute("dir")).toBe("ltr");
  fireEvent.click(screen.getByLabelText("As in an app in Arabic"));
  expect(figure.getAttribute("dir")).toBe("rtl");
});
