import { drawRandomBytes } from "#base/server/random-bytes.ts";

/**
 * 22 url-safe characters: 48 bits of time (milliseconds), 80 random bits. The time gives the month partition of the
 * click; the random part cannot be guessed.
 */
export function newClickId(at: Date): string {
  const bytes = drawRandomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  return bytes.toString("base64url");
}

/** The time of the click; null for anything that cannot be a click id of ours. */
export function parseClickedAt(clickId: string): Date | null {
  if (!/^[\w-]{22}$/.test(clickId)) return null;
  const at = new Date(Buffer.from(clickId, "base64url").readUIntBE(0, 6));
  return Number.isNaN(at.getTime()) ? null : at;
}
