/** Names of ledger accounts. A bare "account" is never one of these: see the glossary. */
export const available = (merchantId: string) => `${merchantId}:available`;
export const reserved = (merchantId: string) => `${merchantId}:reserved`;

export type PlatformAccount = "gateway" | "ad_spend" | "receivable";

const shards = 16;

/**
 * The house's side of a merchant's entries. Every deposit and every capture touches one, so each is kept in 16 parts
 * by merchant: two merchants rarely wait for each other, and a part is always the same for one merchant.
 */
export function platformAccount(account: PlatformAccount, merchantId: string): string {
  let hash = 0;
  for (const letter of merchantId) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return `rawaj:${account}:${String(hash % shards).padStart(2, "0")}`;
}
