import { describe, expect, it } from "vitest";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import {
  limitsFor,
  parseFileType,
  refuseWrongPixels,
  sanitizeFileName,
  withExtensionFor,
} from "./image-facts.ts";

describe("a file's name", () => {
  it.each([
    ["تمر.PNG", "image/png"],
    ["a.b.jpeg", "image/jpeg"],
    ["a.jpg", "image/jpeg"],
    ["a.MOV", "video/quicktime"],
    ["a.mp4", "video/mp4"],
    ["a.gif", "image/gif"],
    ["a.webp", "image/webp"],
  ])("%s promises %s", (name, mime) => {
    expect(parseFileType(name).mime).toBe(mime);
  });

  it.each(["", "png", "a.svg", "a.png.exe", "a.heic", "a.png "])("%j is refused, or trimmed", (name) => {
    if (name.trim() === "a.png") expect(parseFileType(name).mime).toBe("image/png");
    else expect(() => parseFileType(name)).toThrow("extension_not_allowed");
  });

  it.each([
    ["تمر.webp", "image/png", "تمر.png"],
    ["a.JPEG", "image/jpeg", "a.JPEG"],
    ["v1.2", "image/jpeg", "v1.2.jpg"],
    ["a.mp4", "image/png", "a.png"],
    [`${"ت".repeat(100)}`, "video/mp4", `${"ت".repeat(95)}.mp4`],
  ])("%s stored as %s is called %s", (name, mime, expected) => {
    expect(withExtensionFor(mime, name)).toBe(expected);
  });

  it("is stored without path, control characters and direction marks", () => {
    expect(sanitizeFileName("../../etc/pass\u0000wd.png")).toBe("passwd.png");
    expect(sanitizeFileName("تمر\u202egnp.png")).toBe("تمرgnp.png");
    expect(sanitizeFileName("\u0007")).toBe("image");
  });
});

describe("an image's pixels", () => {
  const limits = limitsFor(getCapabilities("snapchat"), parseFileType("a.png"));
  it.each([
    [1_080, 1_920, true],
    [1_079, 1_920, false],
    [1_080, 1_921, false],
    [1_920, 1_080, false],
    [2_160, 3_840, false],
  ])("%d by %d fit Snapchat: %s", (width, height, fits) => {
    const check = () => refuseWrongPixels({ width, height }, limits);
    if (fits) expect(check).not.toThrow();
    else expect(check).toThrow("dimensions_not_accepted");
  });
});

describe("what may be uploaded", () => {
  it("is what both the platform and the product accept, with the narrower limits", () => {
    expect(limitsFor(getCapabilities("x"), parseFileType("a.mp4"))).toMatchObject({
      seconds: { min: 3, max: 140 },
    });
    expect(limitsFor(getCapabilities("meta"), parseFileType("a.mp4"))).toMatchObject({
      seconds: { min: 3, max: 180 },
    });
    expect(limitsFor(null, parseFileType("a.png"))).toMatchObject({ width: 1_080, height: 1_920 });
  });

  it("takes WebP wherever PNG or JPEG is taken", () => {
    expect(limitsFor(getCapabilities("snapchat"), parseFileType("a.webp"))).toMatchObject({ kind: "image" });
  });

  it("is refused with the platform's name where it accepts none of the kind", () => {
    expect(() => limitsFor(getCapabilities("snapchat"), parseFileType("a.gif"))).toThrow("kind_not_accepted");
    expect(() => limitsFor(getCapabilities("google", ["search"]), parseFileType("a.png"))).toThrow(
      "kind_not_accepted",
    );
  });
});
