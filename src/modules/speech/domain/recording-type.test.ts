import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRecordingType } from "./recording-type.ts";

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

describe("a recording's type", () => {
  it.each([
    ["webm", bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f])],
    ["ogg", bytes("OggS\0\u0002")],
    ["mp4", bytes([0, 0, 0, 0x1c], "ftypiso5")],
    ["wav", bytes("RIFF", [1, 2, 3, 4], "WAVEfmt ")],
  ])("is %s by its first bytes", (type, start) => {
    expect(findRecordingType(start)).toBe(type);
  });

  it.each([
    ["an MP3", bytes("ID3\u0004")],
    ["a picture in RIFF", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 ")],
    ["the start of a header", bytes([0x1a, 0x45])],
    ["nothing", bytes("")],
  ])("is unknown for %s", (_, start) => {
    expect(findRecordingType(start)).toBeNull();
  });

  it("takes any bytes without an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (random) => {
        const type = findRecordingType(random);
        expect(type === null || random.length >= 4).toBe(true);
      }),
    );
  });
});
