import { createHmac, timingSafeEqual } from "node:crypto";
import { type Db, sql } from "#base/server/db/db.ts";
import { type PixelWord, pixelWordSchema } from "../contract/pixel.ts";
import { leadsUnder } from "../contract/store-address.ts";
import { halalasOf, mostOrderHalalas, orderOf } from "../domain/pixel-order.ts";
import type { PixelLimits } from "./pixel-limits.ts";
import { recordPageWord, recordSignedWord } from "./record-site-order.ts";
import { type SiteRow, signingKeyOf } from "./sites.ts";
import type { StoresDeps } from "./stores.deps.ts";

export type PixelArrival = {
  body: Buffer;
  /** Where a browser says the page stands. */
  origin: string | undefined;
  /** Hex HMAC-SHA256 of the body, from the merchant's own server. */
  signature: string | undefined;
  address: string;
};

export type PixelOutcome = "taken" | "nonsense" | "unknown" | "not_theirs" | "too_many";

export const mostPixelBytes = 4_096;

type Site = SiteRow & { store_link: string };

/**
 * Takes in a word about an order. A page's word is anybody's: the order stays unconfirmed, and no later one changes it.
 * A signed word is the merchant's own: it confirms the order, and the latest one stands.
 */
export async function receivePixel(
  deps: StoresDeps,
  limits: PixelLimits,
  { body, origin, signature, address }: PixelArrival,
): Promise<PixelOutcome> {
  const word = readWord(body);
  if (!word) return "nonsense";
  const isSigned = signature !== undefined;
  if (!limits.allows(isSigned ? "server" : "page", word.site, address)) return "too_many";
  const site = await findLiving(deps.db, word.site);
  if (!site) return "unknown";
  const isTheirs = isSigned
    ? isSignedBy(body, signature, signingKeyOf(deps.vault, site)) && word.order.at !== undefined
    : isFromPage(origin, site.store_link);
  if (!isTheirs) return "not_theirs";
  return (await keep(deps, site, word, isSigned, address)) ? "taken" : "too_many";
}

function readWord(body: Buffer): PixelWord | null {
  if (body.length > mostPixelBytes) return null;
  try {
    const { success, data } = pixelWordSchema.safeParse(JSON.parse(body.toString("utf8")));
    if (!success) return null;
    const total = halalasOf(data.order.total);
    return total > 0 && total <= mostOrderHalalas ? data : null;
  } catch {
    return null;
  }
}

async function findLiving(db: Db, pixelKey: string): Promise<Site | undefined> {
  return db.maybeOne<Site>(sql`
    select sites.*, stores.link as store_link from stores.sites join stores.stores on stores.id = store_id
    where pixel_key = ${pixelKey} and stores.status = 'connected'`);
}

function isSignedBy(body: Buffer, signature: string, key: string): boolean {
  const expected = createHmac("sha256", key).update(body).digest();
  const given = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, "hex") : Buffer.alloc(0);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Any page of the site's host: browsers tell where a word comes from, and pages cannot change it. */
function isFromPage(origin: string | undefined, link: string): boolean {
  return origin !== undefined && leadsUnder(`${origin}/`, [new URL(link).origin]);
}

async function keep(
  { db, worldClock, systemClock }: StoresDeps,
  site: Site,
  word: PixelWord,
  isSigned: boolean,
  address: string,
): Promise<boolean> {
  const now = worldClock.now();
  const systemNow = systemClock.now();
  const store = { id: site.store_id ?? "", merchant_id: site.merchant_id };
  const reading = { order: orderOf(word, isSigned, now), readAt: systemNow };
  return db.transaction(async (tx) => {
    const isKept = isSigned
      ? await recordSignedWord(tx, store, reading).then(() => true)
      : await recordPageWord(tx, store, reading, { address, now: systemNow });
    if (!isKept) return false;
    await tx.run(sql`update stores.sites set pixel_seen_at = ${now} where id = ${site.id}`);
    await tx.run(sql`update stores.stores set synced_at = ${now} where id = ${store.id}`);
    return true;
  });
}
