import type { Table } from "../../base/memory.ts";

/** Ends at this instant of the machine's clock, in milliseconds; null = does not end by time. */
interface Ending {
  id: string;
  expires_at: number | null;
}

/** A code works once, while it lives; null when it is not one. */
export function takeCode<Code extends Ending>(codes: Table<Code>, id: string): Code | null {
  const code = codes.get(id);
  if (!code) return null;
  codes.delete(id);
  return hasEnded(code) ? null : code;
}

export function hasEnded({ expires_at }: Ending): boolean {
  return expires_at !== null && expires_at <= Date.now();
}

/** Ends all that end by time; answers how many. */
export function endAll<Token extends Ending>(tokens: Table<Token>): number {
  const alive = [...tokens.values()].filter((token) => token.expires_at !== null && !hasEnded(token));
  for (const token of alive) tokens.put({ ...token, expires_at: Date.now() - 1 });
  return alive.length;
}

/** Yesterday's tokens are no longer told apart from nonsense. */
export function forgetOld<Token extends Ending>(tokens: Table<Token>): void {
  const yesterday = Date.now() - 86_400_000;
  for (const { id, expires_at } of tokens.values())
    if (expires_at !== null && expires_at < yesterday) tokens.delete(id);
}

/** Forgets all tokens of a person, who took the permission back; answers how many. */
export function forgetAllOf<Token extends Ending & { identity: string }>(
  tokens: Table<Token>,
  identity: string,
): number {
  const theirs = [...tokens.values()].filter((token) => token.identity === identity);
  for (const { id } of theirs) tokens.delete(id);
  return theirs.length;
}
