/** Names of ledger accounts. A bare "account" never means one of these: see the glossary. */
export const available = (merchantId: string) => `${merchantId}:available`;
export const reserved = (merchantId: string) => `${merchantId}:reserved`;

/**
 * `gateway`: money at the payment gateway. `sales`: what was charged for subscriptions and orders. `credits`: goodwill.
 * `payouts`: transfers to bank accounts.
 */
export type PlatformAccount = "gateway" | "ad_spend" | "receivable" | "sales" | "credits" | "payouts";

const shards = 16;

/**
 * A platform account: the platform's side of a merchant's entries. Every deposit and every spend settlement touches
 * one, so each is split into 16 accounts by merchant: two merchants rarely wait for the same row, and a merchant always
 * has the same one.
 */
export function platformAccount(account: PlatformAccount, merchantId: string): string {
  let hash = 0;
  for (const letter of merchantId) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return toName(account, hash % shards);
}

/** All accounts that one of them is split into. */
export const platformAccounts = (account: PlatformAccount): string[] =>
  Array.from({ length: shards }, (_, shard) => toName(account, shard));

const toName = (account: PlatformAccount, shard: number) =>
  `rawaj:${account}:${String(shard).padStart(2, "0")}`;
