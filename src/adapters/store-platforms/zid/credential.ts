import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { asText, record } from "../shared/read.ts";

/**
 * The two tokens of an install, by what they are for and not by Zid's names, which mislead: `partner` goes out as the
 * bearer, `manager` as `X-Manager-Token` or `Access-Token`.
 */
export type ZidTokens = { partner: string; manager: string };

export function sealedTogether({ partner, manager }: ZidTokens): string {
  return JSON.stringify({ partner, manager });
}

export function taken(credential: string): ZidTokens {
  try {
    const fields = record(JSON.parse(credential));
    return { partner: asText(fields.partner, 8_000), manager: asText(fields.manager, 8_000) };
  } catch {
    throw new AdapterFault("reconnect", { reason: "not a pair of Zid's tokens" });
  }
}
