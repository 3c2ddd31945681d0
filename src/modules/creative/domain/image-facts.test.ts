import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import { imageLimits, plainName, promisedMime, refuseWrongPixels } from "./image-facts.ts";

describe("a file's name", () => {
  it.each([
    ["تمر.PNG", "image/png"],
    ["a.b.jpeg", "image/jpeg"],
    ["a.jpg", "image/jpeg"],
  ])("%s promises %s", (name, mime) => {
    expect(promisedMime(name)).toBe(mime);
  });

  it.each(["", "png", "a.svg", "a.png.exe", "a.webp", "a.png "])("%j promises no image, or one", (name) => {
    if (name.trim() === "a.png") expect(promisedMime(name)).toBe("image/png");
    else expect(() => promisedMime(name)).toThrow("extension_not_allowed");
  });

  it.each(["a.mp4", "a.MOV", "a.gif"])("%s is told to come later", (name) => {
    expect(() => promisedMime(name)).toThrow("kind_not_yet");
  });

  it("is kept without path, control characters and turned directions", () => {
    expect(plainName("../../etc/pass\u0000wd.png")).toBe("passwd.png");
    expect(plainName("تمر\u202egnp.png")).toBe("تمرgnp.png");
    expect(plainName("\u0007")).toBe("image");
  });
});

describe("an image's pixels", () => {
  const limits = imageLimits(capabilitiesOf("snapchat"));
  it.each([
    [1_080, 1_920, true],
    [1_079, 1_920, false],
    [1_080, 1_921, false],
    [1_920, 1_080, false],
    [2_160, 3_840, false],
  ])("%d by %d fit Snapchat: %s", (width, height, fits) => {
    const check = () => refuseWrongPixels({ width, height }, limits);
    if (fits) expect(check).not.toThrow();
    else expect(check).toThrow("pixels_not_fitting");
  });
});
