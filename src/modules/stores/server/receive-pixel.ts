import { createHmac, timingSafeEqual } from "node:crypto";
import { systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { type PixelEvent, pixelEventSchema } from "../contract/pixel.ts";
import { leadsUnder } from "../contract/store-address.ts";
import { maxOrderHalalas, parseHalalas, toOrder } from "../domain/pixel-order.ts";
import type { PixelLimits } from "./pixel-limits.ts";
import { recordPageEvent, recordSignedEvent } from "./record-site-order.ts";
import { markPixelSeen, type SiteRow } from "./sites.store.ts";
import { openSigningKey } from "./sites.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { markSynced } from "./stores.store.ts";

export type PixelRequest = {
  body: Buffer;
  /** The page's origin, as the browser reports it. */
  origin: string | undefined;
  /** Hex HMAC-SHA256 of the body, from the merchant's own server. */
  signature: string | undefined;
  address: string;
};

export type PixelOutcome = "accepted" | "invalid" | "unknown" | "forbidden" | "too_many";

export const maxPixelBytes = 4_096;

type Site = SiteRow & { store_id: string; store_link: string };
type Deps = Pick<StoresDeps, "db" | "vault" | "worldClock" | "systemClock"> & { limits: PixelLimits };

/**
 * Receives an event about an order. Anybody can send a page's event: the order stays unconfirmed, and later page
 * events do not change it. A signed event comes from the merchant's server: it confirms the order, and the latest one
 * wins.
 */
export const receivePixel =
  (deps: Deps) =>
  async ({ body, origin, signature, address }: PixelRequest): Promise<PixelOutcome> => {
    const event = parseEvent(body);
    if (!event) return "invalid";
    const isSigned = signature !== undefined;
    if (!deps.limits.allows(isSigned ? "server" : "page", event.site, address)) return "too_many";
    const site = await findConnectedSite(deps.db, event.site);
    if (!site) return "unknown";
    const isAuthentic = isSigned
      ? hasValidSignature(body, signature, openSigningKey(deps.vault, site)) && event.order.at !== undefined
      : isFromPage(origin, site.store_link);
    if (!isAuthentic) return "forbidden";
    return (await saveEvent(deps, site, { event, isSigned, address })) ? "accepted" : "too_many";
  };

function parseEvent(body: Buffer): PixelEvent | null {
  if (body.length > maxPixelBytes) return null;
  try {
    const { success, data } = pixelEventSchema.safeParse(JSON.parse(body.toString("utf8")));
    if (!success) return null;
    const total = parseHalalas(data.order.total);
    return total > 0 && total <= maxOrderHalalas ? data : null;
  } catch {
    return null;
  }
}

async function findConnectedSite(db: Db, pixelKey: string): Promise<Site | undefined> {
  return db.maybeOne<Site>(sql`
    select sites.*, stores.link as store_link from stores.sites join stores.stores on stores.id = store_id
    where pixel_key = ${pixelKey} and stores.status = 'connected'`);
}

function hasValidSignature(body: Buffer, signature: string, key: string): boolean {
  const expected = createHmac("sha256", key).update(body).digest();
  const received = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, "hex") : Buffer.alloc(0);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** Any page of the site's host: the browser sets the origin, and pages cannot change it. */
function isFromPage(origin: string | undefined, link: string): boolean {
  return origin !== undefined && leadsUnder(`${origin}/`, [new URL(link).origin]);
}

/** Records what was reported, for the merchant the site belongs to. */
function saveEvent(
  { db, worldClock, systemClock }: Deps,
  { id, merchant_id, store_id: storeId }: Site,
  { event, isSigned, address }: { event: PixelEvent; isSigned: boolean; address: string },
): Promise<boolean> {
  const systemNow = systemClock.now();
  return transact(systemContext(db, merchant_id, worldClock.now()), async (ctx) => {
    const snapshot = { order: toOrder(event, isSigned, ctx.now), readAt: systemNow };
    const isSaved = isSigned
      ? await recordSignedEvent(ctx, storeId, snapshot).then(() => true)
      : await recordPageEvent(ctx, storeId, snapshot, { address, systemNow });
    if (!isSaved) return false;
    await markPixelSeen(ctx, id);
    await markSynced(ctx, storeId);
    return true;
  });
}
