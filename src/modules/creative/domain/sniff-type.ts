/** How many bytes of a file's beginning say what it is. */
export const sniffedBytes = 32;

const toText = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * What a file is by its first bytes, whatever its name says: pictures and videos that people try to advertise with, also
 * those no platform takes. Null: none of them.
 */
export function sniffType(bytes: Uint8Array): string | null {
  if (toText(bytes, 0, 4) === "\u0089PNG") return "image/png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (toText(bytes, 0, 4) === "GIF8") return "image/gif";
  if (toText(bytes, 0, 4) === "RIFF" && toText(bytes, 8, 12) === "WEBP") return "image/webp";
  if (toText(bytes, 0, 2) === "BM") return "image/bmp";
  if (toText(bytes, 0, 4) === "%PDF") return "application/pdf";
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return "video/webm";
  if (toText(bytes, 0, 4) === "RIFF" && toText(bytes, 8, 12) === "AVI ") return "video/x-msvideo";
  if (toText(bytes, 4, 8) === "ftyp") return fromBrand(toText(bytes, 8, 12));
  // Older QuickTime videos begin with their index or their data.
  return ["moov", "mdat", "wide"].includes(toText(bytes, 4, 8)) ? "video/quicktime" : null;
}

/** ISO/IEC 14496-12 brands: phones' photographs share the container of videos. */
function fromBrand(brand: string): string {
  if (/^(heic|heix|hevc|mif1|msf1)$/.test(brand)) return "image/heic";
  if (/^(avif|avis)$/.test(brand)) return "image/avif";
  return brand === "qt  " ? "video/quicktime" : "video/mp4";
}
