import { baseRefusals } from "../../shared/base.refusals.ts";

/**
 * The pairs of an Upload-Metadata header (tus 1.0.0, Creation): `name base64,name base64,flag`. Refuses a header that
 * is not of this form, has more than 4,000 characters, or names a key twice.
 */
export function parseUploadMetadata(header: string): Record<string, string> {
  if (header.length > 4_000) return baseRefusals.refuse("base.too_large");
  const pairs = header === "" ? [] : header.split(",").map(parsePair);
  const names = new Set(pairs.map(([name]) => name));
  if (names.size < pairs.length) return baseRefusals.refuse("base.body_malformed");
  return Object.fromEntries(pairs);
}

function parsePair(pair: string): [string, string] {
  const [, name = "", encoded = ""] =
    /^ *([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))? *$/.exec(pair) ?? [];
  if (name === "") return baseRefusals.refuse("base.body_malformed");
  return [name, Buffer.from(encoded, "base64").toString("utf8")];
}
