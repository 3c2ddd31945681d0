import { AdapterFault } from "#base/shared/adapter-fault.ts";

/** Our port knows one opaque access token: X's token and its secret travel in it together. */
export type XToken = { token: string; secret: string };

export function packToken({ token, secret }: XToken): string {
  return [token, secret].map(encodeURIComponent).join(":");
}

/** Throws `reconnect` for what was never packed. */
export function unpackToken(packed: string): XToken {
  const [token, secret] = packed.split(":").map(decodeURIComponent);
  if (!token || !secret) throw new AdapterFault("reconnect", { reason: "the permission has no secret" });
  return { token, secret };
}
