import { expect, test } from "vitest";
import { sniffType } from "./sniff-type.ts";

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "number" ? [part] : [...part].map((letter) => letter.charCodeAt(0)),
    ),
  );

test.each([
  ["image/png", bytes(0x89, "PNG\r\n")],
  ["image/jpeg", bytes(0xff, 0xd8, 0xff, 0xe0)],
  ["image/gif", bytes("GIF89a")],
  ["image/webp", bytes("RIFF", 0, 0, 0, 0, "WEBP")],
  ["image/heic", bytes(0, 0, 0, 24, "ftypheic")],
  ["image/avif", bytes(0, 0, 0, 24, "ftypavif")],
  ["video/mp4", bytes(0, 0, 0, 24, "ftypisom")],
  ["video/quicktime", bytes(0, 0, 0, 20, "ftypqt  ")],
  ["video/quicktime", bytes(0, 0, 0, 8, "wide")],
  ["video/webm", bytes(0x1a, 0x45, 0xdf, 0xa3)],
  ["application/pdf", bytes("%PDF-1.7")],
])("%s is known by its first bytes", (mime, start) => {
  expect(sniffType(start)).toBe(mime);
});

test("other bytes are no picture and no video", () => {
  expect(sniffType(bytes("MZ"))).toBeNull();
  expect(sniffType(new Uint8Array())).toBeNull();
});
