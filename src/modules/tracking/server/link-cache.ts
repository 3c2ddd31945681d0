import type { Clock } from "#base/server/clock.ts";
import { type Db, type Driver, sql } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type Landing, toLanding } from "../domain/landing.ts";
import { toUtmTags } from "../domain/utm-tags.ts";
import { makeLinkMap } from "./link-map.ts";

/** A link as the redirect needs it. */
export type TrackedLink = {
  id: string;
  merchantId: string;
  campaignId: string;
  adGroupId: string;
  adId: string;
  landing: Landing;
};

export interface LinkCache {
  /** The link, or null when the id is unknown or stopped. At once when it is known here, else as soon as it is read. */
  find(id: string): TrackedLink | null | Promise<TrackedLink | null>;
}

/** Every process hears here which link was made, changed or stopped. */
export const linkChannel = "tracking_links";

/** Links kept ready; the rest is read again when clicked. */
const maxCached = 50_000;
/** A link is read again after this long, should a notice of its stop have been lost. */
const cacheMs = 60_000;
/** Unknown ids looked up all the same, each second: a link made a moment ago whose notice is still on its way. */
const missLookupsPerSecond = 20;

type Row = {
  id: string;
  merchant_id: string;
  campaign_id: string;
  ad_group_id: string;
  ad_id: string;
  platform: Platform;
  placements: Placement[];
  destination: string;
};
type CachedLink = { link: TrackedLink | null; until: number };
type Deps = { db: Db; driver: Driver; systemClock: Clock; log: Log };

/**
 * The links in memory, told of every change by the database. Which ids exist is known of all hundred million, so a
 * scanner costs no question to the database.
 */
export async function openLinkCache({ db, driver, systemClock, log }: Deps): Promise<LinkCache> {
  const map = makeLinkMap();
  const cached = new Map<string, CachedLink>();
  const reader = makeReader(db);
  let changes = 0;
  let misses = { second: 0, left: missLookupsPerSecond };

  function handleNotification(payload: string) {
    changes += 1;
    if (payload === "") {
      // The line to the database was cut: whatever was said meanwhile was missed.
      cached.clear();
      map.load(db).catch((error) => log.error({ err: error }, "the links could not be read again"));
      return;
    }
    for (const id of payload.split(",")) {
      map.add(id);
      cached.delete(id);
    }
  }
  await driver.listen(linkChannel, handleNotification);
  await map.load(db);

  async function read(id: string): Promise<TrackedLink | null> {
    const before = changes;
    const row = await reader.read(id);
    const link = row ? toLink(row) : null;
    if (row) map.add(id);
    // Something changed while we read: this answer may be the old one, so it serves this click only.
    if (before === changes && map.has(id)) cacheLink(id, link);
    return link;
  }

  function cacheLink(id: string, link: TrackedLink | null) {
    cached.delete(id);
    cached.set(id, { link, until: systemClock.now().getTime() + cacheMs });
    if (cached.size > maxCached) {
      const oldest = cached.keys().next();
      if (!oldest.done) cached.delete(oldest.value);
    }
  }

  function canLookUpMiss(now: number): boolean {
    const second = Math.floor(now / 1_000);
    if (misses.second !== second) misses = { second, left: missLookupsPerSecond };
    misses.left -= 1;
    return misses.left >= 0;
  }

  return {
    find(id) {
      const now = systemClock.now().getTime();
      const known = cached.get(id);
      if (known && known.until > now) return known.link;
      if (map.has(id) || canLookUpMiss(now)) return read(id);
      return null;
    },
  };
}

function toLink({
  id,
  merchant_id,
  campaign_id,
  ad_group_id,
  ad_id,
  platform,
  placements,
  destination,
}: Row): TrackedLink {
  return {
    id,
    merchantId: merchant_id,
    campaignId: campaign_id,
    adGroupId: ad_group_id,
    adId: ad_id,
    landing: toLanding({ linkId: id, adId: ad_id, tags: toUtmTags(platform, placements), destination }),
  };
}

/** Reads links in groups: one question under way, the next one takes all that waited. Stopped links are not found. */
function makeReader(db: Db) {
  let waiting = new Map<string, PromiseWithResolvers<Row | undefined>>();
  let isReading = false;

  async function readAll() {
    isReading = true;
    while (waiting.size > 0) {
      const group = waiting;
      waiting = new Map();
      try {
        const rows = await db.many<Row>(sql`
          select id, merchant_id, campaign_id, ad_group_id, ad_id, platform, placements, destination
          from tracking.links where id = any(${[...group.keys()]}::text[]) and stopped_at is null`);
        const byId = new Map(rows.map((row) => [row.id, row]));
        for (const [id, deferred] of group) deferred.resolve(byId.get(id));
      } catch (error) {
        for (const deferred of group.values()) deferred.reject(error);
      }
    }
    isReading = false;
  }

  return {
    read(id: string): Promise<Row | undefined> {
      const deferred = waiting.get(id) ?? Promise.withResolvers<Row | undefined>();
      waiting.set(id, deferred);
      if (!isReading) void readAll();
      return deferred.promise;
    },
  };
}
