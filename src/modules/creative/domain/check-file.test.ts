import { describe, expect, it } from "vitest";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { ownLimits, uploadable } from "../contract/uploads.ts";
import { checkFile, type FileFacts, isMendable, toFormat } from "./check-file.ts";

const own = Object.values(ownLimits);
const snapchat = uploadable(getCapabilities("snapchat") ?? { media: [] });
const youtube = uploadable(getCapabilities("google", ["youtube"]) ?? { media: [] });

const anImage = (facts: Partial<FileFacts> = {}): FileFacts => ({
  kind: "image",
  mime: "image/jpeg",
  bytes: 400_000,
  width: 1_080,
  height: 1_920,
  seconds: null,
  videoCodec: null,
  audioCodec: null,
  ...facts,
});
const aVideo = (facts: Partial<FileFacts> = {}): FileFacts =>
  anImage({ kind: "video", mime: "video/mp4", seconds: 15, videoCodec: "avc", audioCodec: "aac", ...facts });

const codes = (facts: FileFacts, accepted = own) => checkFile(facts, accepted).map(({ code }) => code);

describe("a picture", () => {
  it("of the right size and kind is sent as it is", () => {
    expect(codes(anImage())).toEqual([]);
    expect(codes(anImage({ mime: "image/png" }), snapchat)).toEqual([]);
  });

  it("from a shop, square and WebP, is named by what it is and can be mended", () => {
    const problems = checkFile(anImage({ mime: "image/webp", width: 800, height: 800 }), snapchat);
    expect(problems).toEqual([
      { code: "format", params: { found: "WEBP", wanted: ["PNG", "JPG"] }, remedy: "encode" },
      { code: "pixels", params: { found: "800×800", wanted: "1080×1920" }, remedy: "frame" },
    ]);
    expect(isMendable(problems)).toBe(true);
  });

  it("may have exactly the most bytes, and not one more", () => {
    const max = ownLimits.image.maxBytes;
    expect(codes(anImage({ bytes: max }))).toEqual([]);
    expect(codes(anImage({ bytes: max + 1 }))).toEqual(["bytes"]);
  });

  it("where only videos are taken cannot be mended", () => {
    const problems = checkFile(anImage(), youtube);
    expect(problems).toEqual([{ code: "kind", params: { found: "image", wanted: ["video"] }, remedy: null }]);
  });
});

describe("a video", () => {
  it("may last exactly the least and the most", () => {
    expect(codes(aVideo({ seconds: 3 }))).toEqual([]);
    expect(codes(aVideo({ seconds: 180 }))).toEqual([]);
    expect(codes(aVideo({ seconds: 2.9 }))).toEqual(["too_short"]);
    expect(codes(aVideo({ seconds: 180.1 }))).toEqual(["too_long"]);
  });

  it("that is too long can be cut, one that is too short cannot be made longer", () => {
    expect(isMendable(checkFile(aVideo({ seconds: 300 }), own))).toBe(true);
    expect(isMendable(checkFile(aVideo({ seconds: 1 }), own))).toBe(false);
  });

  it("of a phone, in HEVC, is encoded again", () => {
    expect(checkFile(aVideo({ videoCodec: "hevc", mime: "video/quicktime" }), own)).toEqual([
      { code: "video_codec", params: { found: "hevc" }, remedy: "encode" },
    ]);
  });

  it("may have no sound, or sound in PCM, and none that is unknown", () => {
    expect(codes(aVideo({ audioCodec: null }))).toEqual([]);
    expect(codes(aVideo({ audioCodec: "pcm-s16" }))).toEqual([]);
    expect(codes(aVideo({ audioCodec: "opus" }))).toEqual(["audio_codec"]);
    expect(codes(aVideo({ audioCodec: null, hasUnknownSound: true }))).toEqual(["audio_codec"]);
  });

  it("has the platform's own shape where the platform has one", () => {
    expect(codes(aVideo({ width: 1_920, height: 1_080 }), snapchat)).toEqual(["pixels"]);
    expect(codes(aVideo({ width: 1_920, height: 1_080 }), youtube)).toEqual([]);
  });
});

describe("other files", () => {
  it("are named without a guess", () => {
    expect(codes(anImage({ bytes: 0 }))).toEqual(["empty"]);
    expect(codes(anImage({ kind: null, mime: "application/pdf" }))).toEqual(["not_recognised"]);
    expect(codes(aVideo({ width: 0, height: 0 }))).toEqual(["broken"]);
    expect(codes(anImage({ mime: "image/heic", width: 0, height: 0 }))).toEqual(["heic"]);
  });

  it("a moving picture has a largest size, and is never mended here", () => {
    const gif = { kind: "animated_image" as const, mime: "image/gif", width: 1_280, height: 1_080 };
    expect(codes(anImage(gif))).toEqual([]);
    expect(isMendable(checkFile(anImage({ ...gif, width: 1_281 }), own))).toBe(false);
  });
});

it("formats are named as people write them", () => {
  expect(["image/jpeg", "video/quicktime", "video/x-msvideo", "image/webp"].map(toFormat)).toEqual([
    "JPG",
    "MOV",
    "MSVIDEO",
    "WEBP",
  ]);
});
