/** Names of ledger accounts. A bare "account" never means one of these: see the glossary. */
export const available = (merchantId: string) => `${merchantId}:available`;
export const reserved = (merchantId: string) => `${merchantId}:reserved`;

export type PlatformAccount = "gateway" | "ad_spend" | "receivable";

const shards = 16;

/**
 * A platform account: the platform's side of a merchant's entries. Every deposit and every spend settlement touches
 * one, so each is split into 16 accounts by merchant: two merchants rarely wait for the same row, and a merchant always
 * has the same one.
 */
export function platformAccount(account: PlatformAccount, merchantId: string): string {
  let hash = 0;
  for (const letter of merchantId) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return `rawaj:${account}:${String(hash % shards).padStart(2, "0")}`;
}
