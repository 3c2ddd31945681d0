import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { asText, record } from "../shared/read.ts";

/** A token with the shop it opens: Shopify has no address for all shops. */
type ShopToken = { shop: string; token: string };

export function sealedTogether({ shop, token }: ShopToken): string {
  return JSON.stringify({ shop, token });
}

export function taken(credential: string): ShopToken {
  try {
    const fields = record(JSON.parse(credential));
    return { shop: asText(fields.shop, 200), token: asText(fields.token, 4_000) };
  } catch {
    throw new AdapterFault("reconnect", { reason: "not a token of a shop" });
  }
}
