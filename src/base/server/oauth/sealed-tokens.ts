import { sql } from "../db/db.ts";
import type { Vault } from "../secrets.ts";

/** What a vendor issues for calls on a merchant's behalf (RFC 6749, 5.1). */
export type TokenPair = {
  /** Opaque: a bearer token, or whatever else the vendor's adapter needs for a call. */
  accessToken: string;
  /** Null where the vendor has none, and in a renewal that keeps the earlier one valid. It may work only once. */
  refreshToken: string | null;
  /** Null when the vendor gives no expiry. */
  expiresAt: Date | null;
  scopes: readonly string[];
};

/**
 * Where a module stores its tokens: a table of its own schema with the columns of `SealedTokens` and `scopes`, and the
 * column that finds a connection. Both are written in code, never taken from input.
 */
export type TokenTable = { name: string; key: string };

/** A pair as stored. No two have the same sealed text, which says whether a pair is still the current one. */
export type SealedTokens = {
  access_token_sealed: string;
  refresh_token_sealed: string | null;
  access_expires_at: Date | null;
  /** By the system clock. */
  issued_at: Date;
  /** A renewal is in progress until then; when that is past, one began and never finished. */
  renewing_until: Date | null;
};

export const tokenColumns = sql`access_token_sealed, refresh_token_sealed, access_expires_at, issued_at, renewing_until`;

/** Tokens sealed for one connection do not open in another. */
export const tokenSeal = ({ name }: TokenTable, connectionId: string) => `${name}:${connectionId}`;

export function sealTokens(
  vault: Vault,
  sealTo: string,
  { accessToken, refreshToken, expiresAt }: TokenPair,
  issuedAt: Date,
): SealedTokens {
  return {
    access_token_sealed: vault.seal(accessToken, sealTo),
    refresh_token_sealed: refreshToken && vault.seal(refreshToken, sealTo),
    access_expires_at: expiresAt,
    issued_at: issuedAt,
    renewing_until: null,
  };
}
