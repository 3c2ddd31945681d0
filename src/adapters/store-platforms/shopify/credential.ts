import { parseParts } from "../shared/credential.ts";
import { asText } from "../shared/read.ts";

/** A token with its shop: Shopify has no common host for all shops. */
type ShopToken = { shop: string; token: string };

export function serializeCredential({ shop, token }: ShopToken): string {
  return JSON.stringify({ shop, token });
}

export function parseCredential(credential: string): ShopToken {
  const { shop, token } = parseParts(credential, "a token of a shop");
  return { shop: asText(shop, 200), token: asText(token, 4_000) };
}
