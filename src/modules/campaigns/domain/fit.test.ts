import { describe, expect, it } from "vitest";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { adBody, adGroupBody } from "../testing/payloads.ts";
import { fitAd, fitAdGroup, listDropped } from "./fit.ts";

function findLimits(...place: Parameters<typeof getCapabilities>): Capabilities {
  const row = getCapabilities(...place);
  if (!row) throw new Error("it can be linked");
  return row;
}
const search = findLimits("google", ["search"]);
const snapchat = findLimits("snapchat");

describe("a shared part on one platform", () => {
  it("is left as it is where the platform has a place for all of it, and nothing is noted", () => {
    const group = adGroupBody();
    expect(fitAdGroup(group, snapchat).value).toEqual(group);
    expect(fitAd(adBody(), snapchat).value).toEqual(adBody());
    expect(listDropped(group, [adBody()], snapchat)).toEqual([]);
  });

  it("loses the picture in a search ad, and says so", () => {
    expect(fitAd(adBody(), search).value.media_id).toBeNull();
    expect(listDropped(adGroupBody(), [adBody()], search)).toEqual(["media"]);
  });

  it("keeps devices that fit, takes the platform's first where none does, and invents none where none was chosen", () => {
    const fitted = (devices: ReturnType<typeof adGroupBody>["devices"]) =>
      fitAdGroup(adGroupBody({ devices }), snapchat).value.devices;
    expect(fitted(["mobile", "desktop"])).toEqual(["mobile"]);
    expect(fitted(["desktop"])).toEqual(["mobile"]);
    expect(fitted([])).toEqual([]);
  });

  it("never changes whom it reaches or what it says", () => {
    const [riyadh] = adGroupBody().locations;
    if (!riyadh) throw new Error("it has one");
    const far = [
      { ...riyadh, radius_metres: 9_000_000 },
      { ...riyadh, excluded: true },
    ];
    const fields = adGroupBody({ locations: far, age_ranges: ["13-35"], gender: "female" });
    expect(fitAdGroup(fields, search).value).toMatchObject({
      locations: far,
      age_ranges: ["13-35"],
      gender: "female",
    });
    const headline = "عنوان أطول مما تقبله أي منصة من المنصات كلها";
    expect(fitAd(adBody({ headline }), search).value.headline).toBe(headline);
  });
});
