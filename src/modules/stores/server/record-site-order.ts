import { createHash } from "node:crypto";
import type { Tx } from "#base/server/db/db.ts";
import { consumeRateLimit } from "#base/server/rate-limit.ts";
import { decideOrder, type OrderReading } from "../domain/order.ts";
import { afterPageWord, afterSignedWord, type SiteOrder } from "../domain/pixel-order.ts";
import { announceRecorded, lockOrder, type OrderRow, readingOf, saveOrder } from "./record-order.ts";

type Owner = { id: string; merchant_id: string };

/** New claims of pages a site keeps: more is not a shop but a script, and each is a row. */
const perSite = { limit: 2_000, windowSeconds: 86_400 };
/** Shoppers of one operator share an address, but no thirty of them buy from one small shop within an hour. */
const perAddress = { limit: 30, windowSeconds: 3_600 };

/** What the site's own server says, signed: it counts, and the latest word stands. */
export async function recordSignedWord(tx: Tx, store: Owner, word: OrderReading): Promise<void> {
  const stored = await lockOrder(tx, store, word.order.externalId);
  const known = stored && siteOrderOf(stored);
  const next = afterSignedWord(known, word);
  const decision = known?.isConfirmed ? decideOrder(known.reading, next.reading) : "record";
  if (decision === "ignore") return;
  const orderId = await saveOrder(tx, store, stored, next);
  if (decision === "record") await announceRecorded(tx, store, orderId);
}

/** What a page says, unsigned. Answers false when too much was said of this site, or from this address. */
export async function recordPageWord(
  tx: Tx,
  store: Owner,
  word: OrderReading,
  { address, now }: { address: string; now: Date },
): Promise<boolean> {
  const stored = await lockOrder(tx, store, word.order.externalId);
  const known = stored && siteOrderOf(stored);
  const next = afterPageWord(known, word);
  if (!next) return true;
  // Kept as a hash, and only until its hour is over.
  const place = createHash("sha256").update(`${store.id} ${address}`).digest("hex");
  const ofAddress = await consumeRateLimit(tx, { key: `stores.page_orders_at:${place}`, ...perAddress, now });
  if (!ofAddress.isAllowed) return false;
  const ofSite = await consumeRateLimit(tx, { key: `stores.page_orders_of:${store.id}`, ...perSite, now });
  if (!ofSite.isAllowed) return false;
  const orderId = await saveOrder(tx, store, stored, next);
  if (next.reading !== known?.reading) await announceRecorded(tx, store, orderId);
  return true;
}

const siteOrderOf = (row: OrderRow): SiteOrder => ({
  reading: readingOf(row),
  isConfirmed: row.is_confirmed,
  otherClaims: row.other_claims,
});
