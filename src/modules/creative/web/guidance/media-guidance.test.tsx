import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import adAccountsAr from "#modules/ad-accounts/messages/ar.json" with { type: "json" };
import adAccountsEn from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import { uploadable } from "../../contract/uploads.ts";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { MediaGuidance } from "./media-guidance.tsx";

const texts = {
  ar: { creative: ar, ad_accounts: adAccountsAr },
  en: { creative: en, ad_accounts: adAccountsEn },
};
beforeEach(() => setupI18n("en", texts));
afterEach(cleanup);

function setWidth(isWide: boolean) {
  window.matchMedia = (media: string) =>
    ({
      matches: isWide,
      media,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
}

function open(chosen: Partial<Record<Platform, readonly Placement[]>>, { isWide = true } = {}) {
  setWidth(isWide);
  const places = Object.entries(chosen).map(([platform, placements]) => {
    const limits = getCapabilities(platform as Platform, placements);
    if (!limits) throw new Error(platform);
    return { limits, placements };
  });
  const { container } = renderWeb(<MediaGuidance places={places} />);
  const guides = [...container.querySelectorAll("li")];
  const toPlain = (text: string | null | undefined) => text?.replace(/\p{Cf}/gu, "") ?? "";
  return {
    container,
    details: container.querySelector("details"),
    guides: guides.map((one) => toPlain(one.textContent)),
  };
}

describe("the guidance beside an ad's file", () => {
  it("gives for each platform what may be uploaded, with its ratio, and the platform's own limits", () => {
    const { guides } = open({ snapchat: [], tiktok: [] });
    expect(guides).toHaveLength(2);
    expect(guides[0]).toContain("Image: PNG or JPG, 1080×1920 pixels (9:16), up to 5 MB");
    expect(guides[0]).toContain("own limit, Image: up to 32 MB");
    expect(guides[0]).toContain("own limit, Video: 3 s to 3 min, up to 1 GB");
    expect(guides[1]).toContain("own limit, Video: 3 s to 10 min, up to 500 MB");
    expect(guides[1]).toContain("quiet music");
  });

  it.each(["meta", "snapchat", "tiktok", "x"] as const)(
    "shows the numbers that %s's files are checked by",
    (platform) => {
      const placements: Placement[] = platform === "meta" ? ["facebook"] : [];
      const { guides } = open({ [platform]: placements, google: ["youtube"] });
      const limits = getCapabilities(platform, placements);
      for (const { width, height, maxBytes, seconds } of limits ? uploadable(limits) : []) {
        if (width && height) expect(guides[0]).toContain(`${width}×${height} pixels`);
        if (seconds) expect(guides[0]).toContain(`${seconds.min} to ${seconds.max} seconds`);
        if (maxBytes < 1_024 ** 3) expect(guides[0]).toContain(`up to ${maxBytes / 1_024 ** 2} MB`);
      }
    },
  );

  it("says where the ad appears, only for the chosen placements, and advises", () => {
    const { guides } = open({ meta: ["instagram"], google: ["youtube"], x: [] });
    expect(guides[0]).toContain("Appears on Instagram");
    expect(guides[0]).not.toContain("Appears on Facebook");
    expect(guides[0]).toContain(en.guidance.advice.meta);
    expect(guides[1]).toContain("Appears on YouTube");
    expect(guides[1]).toContain(en.guidance.advice.google);
    expect(guides[2]).toContain("up to 1280×1080 pixels");
  });

  it("is folded on a phone, where a single platform's limits stay in view", () => {
    expect(open({ meta: ["facebook"], snapchat: [] }, { isWide: false }).details?.open).toBe(false);
    cleanup();
    const { container, details } = open({ snapchat: [] }, { isWide: false });
    expect(details?.open).toBe(false);
    expect(details?.textContent).not.toContain("up to 5 MB");
    expect(container.textContent?.replace(/\p{Cf}/gu, "")).toContain("(9:16), up to 5 MB");
    cleanup();
    expect(open({ snapchat: [] }).details?.open).toBe(true);
  });

  it("keeps every size in an isolate of its own among Arabic words", async () => {
    await setupI18n("ar", texts);
    open({ snapchat: [], x: [], google: ["youtube"] });
    const [snapchat, x, google] = screen.getAllByRole("listitem").map((one) => one.textContent ?? "");
    expect(snapchat).toMatch(/[\u2066\u2068]1080×1920\u2069 بكسل \(\u20689:16\u2069\)/);
    expect(x).toMatch(/[\u2066\u2068]1280×1080\u2069/);
    for (const text of [snapchat, x, google]) {
      const bare = text?.replace(/[\u2066\u2068][^\u2066-\u2069]*\u2069/g, "") ?? "";
      expect(bare).not.toMatch(/\d\s?[×:]\s?\d|\d\s?[KMG]B/);
    }
  });
});
