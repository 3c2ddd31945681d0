import { parseParts } from "../shared/credential.ts";
import { asText } from "../shared/read.ts";

/**
 * The two tokens of an install, named by their purpose and not by Zid's names, which mislead: `partner` is sent as
 * the bearer, `manager` as `X-Manager-Token` or `Access-Token`.
 */
export type ZidTokens = { partner: string; manager: string };

export function serializeCredential({ partner, manager }: ZidTokens): string {
  return JSON.stringify({ partner, manager });
}

export function parseCredential(credential: string): ZidTokens {
  const { partner, manager } = parseParts(credential, "a pair of Zid's tokens");
  return { partner: asText(partner, 8_000), manager: asText(manager, 8_000) };
}
