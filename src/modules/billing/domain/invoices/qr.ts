import { toDecimal } from "./decimal.ts";

export type QrFields = {
  sellerName: string;
  vatNumber: string;
  issuedAt: Date;
  gross_halalas: number;
  vat_halalas: number;
};

/**
 * The text of a ZATCA QR code, phase 1: for each field one byte of tag, one byte of length (of bytes, not letters) and
 * the value in UTF-8; all in base64. The time is UTC.
 */
export function encodeQr({ sellerName, vatNumber, issuedAt, gross_halalas, vat_halalas }: QrFields): string {
  const values = [
    sellerName,
    vatNumber,
    issuedAt.toISOString().replace(/\.\d{3}Z$/, "Z"),
    toDecimal(gross_halalas),
    toDecimal(vat_halalas),
  ];
  const bytes = values.flatMap((value, index) => {
    const encoded = truncateBytes(value, 255);
    return [index + 1, encoded.length, ...encoded];
  });
  return btoa(String.fromCharCode(...bytes));
}

/** The text's first letters that fit into so many bytes of UTF-8. */
function truncateBytes(value: string, max: number): Uint8Array {
  const encoder = new TextEncoder();
  let letters = [...value];
  while (encoder.encode(letters.join("")).length > max) letters = letters.slice(0, -1);
  return encoder.encode(letters.join(""));
}
