import type { LostReason } from "./words.ts";

/** The news this room sends. Every one carries the merchant's id. */
export type StoresNews =
  | { name: "store.connected"; merchant_id: string; store_id: string }
  | { name: "store.disconnected"; merchant_id: string; store_id: string }
  /** The platform no longer lets us in. */
  | { name: "store.connection_lost"; merchant_id: string; store_id: string; reason: LostReason }
  /** Name, address or state of the store changed, or a reading of it moved on. */
  | { name: "store.synced"; merchant_id: string; store_id: string }
  /** An order was read for the first time, or something that counts in it changed. */
  | { name: "store.order_recorded"; merchant_id: string; store_id: string; order_id: string };
