import type { Table } from "../../base/memory.ts";

/** Expires at this instant of the system clock, in milliseconds; null = has no expiry. */
interface Expiring {
  id: string;
  expires_at: number | null;
}

/** Consumes a code: it works once, until it expires; null when it is not valid. */
export function consumeCode<Code extends Expiring>(codes: Table<Code>, id: string): Code | null {
  const code = codes.get(id);
  if (!code) return null;
  codes.delete(id);
  return hasExpired(code) ? null : code;
}

export function hasExpired({ expires_at }: Expiring): boolean {
  return expires_at !== null && expires_at <= Date.now();
}

/** Expires every token that has an expiry; returns how many. */
export function expireAllTokens<Token extends Expiring>(tokens: Table<Token>): number {
  const active = [...tokens.values()].filter((token) => token.expires_at !== null && !hasExpired(token));
  for (const token of active) tokens.put({ ...token, expires_at: Date.now() - 1 });
  return active.length;
}

/** Forgets tokens that expired more than a day ago; they are then reported as unknown. */
export function deleteOldTokens<Token extends Expiring>(tokens: Table<Token>): void {
  const yesterday = Date.now() - 86_400_000;
  for (const { id, expires_at } of tokens.values())
    if (expires_at !== null && expires_at < yesterday) tokens.delete(id);
}

/** Deletes all tokens of a person who revoked access; returns how many. */
export function deleteIdentityTokens<Token extends Expiring & { identity: string }>(
  tokens: Table<Token>,
  identity: string,
): number {
  const owned = [...tokens.values()].filter((token) => token.identity === identity);
  for (const { id } of owned) tokens.delete(id);
  return owned.length;
}
