import { AdapterFault } from "#base/shared/adapter-fault.ts";

/** The port has one opaque access token: X's token and its secret are packed into it. */
export type XToken = { token: string; secret: string };

export function packToken({ token, secret }: XToken): string {
  return [token, secret].map(encodeURIComponent).join(":");
}

/** Throws `reconnect` for a text that was never packed. */
export function unpackToken(packed: string): XToken {
  const [token, secret] = packed.split(":").map(decodeURIComponent);
  if (!token || !secret) throw new AdapterFault("reconnect", { reason: "the access token has no secret" });
  return { token, secret };
}
