import type { Table } from "../../base/memory.ts";

/** Ends at this instant of the machine's clock, in milliseconds; null = does not end by time. */
interface Expiring {
  id: string;
  expires_at: number | null;
}

/** A code works once, while it lives; null when it is not one. */
export function consumeCode<Code extends Expiring>(codes: Table<Code>, id: string): Code | null {
  const code = codes.get(id);
  if (!code) return null;
  codes.delete(id);
  return hasExpired(code) ? null : code;
}

export function hasExpired({ expires_at }: Expiring): boolean {
  return expires_at !== null && expires_at <= Date.now();
}

/** Ends all that end by time; answers how many. */
export function expireAllTokens<Token extends Expiring>(tokens: Table<Token>): number {
  const active = [...tokens.values()].filter((token) => token.expires_at !== null && !hasExpired(token));
  for (const token of active) tokens.put({ ...token, expires_at: Date.now() - 1 });
  return active.length;
}

/** Yesterday's tokens are no longer told apart from nonsense. */
export function deleteOldTokens<Token extends Expiring>(tokens: Table<Token>): void {
  const yesterday = Date.now() - 86_400_000;
  for (const { id, expires_at } of tokens.values())
    if (expires_at !== null && expires_at < yesterday) tokens.delete(id);
}

/** Forgets all tokens of a person, who took the permission back; answers how many. */
export function deleteIdentityTokens<Token extends Expiring & { identity: string }>(
  tokens: Table<Token>,
  identity: string,
): number {
  const owned = [...tokens.values()].filter((token) => token.identity === identity);
  for (const { id } of owned) tokens.delete(id);
  return owned.length;
}
