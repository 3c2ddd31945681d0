import type { Clock } from "#base/server/clock.ts";
import { type Db, type Driver, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Log } from "#base/server/log.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type Landing, toLanding } from "../domain/landing.ts";
import { toUtmTags } from "../domain/utm-tags.ts";
import { makeLinkMap } from "./link-map.ts";

/** The data of a link that the redirect needs. */
export type TrackedLink = {
  id: string;
  merchantId: string;
  campaignId: string;
  adGroupId: string;
  adId: string;
  landing: Landing;
};

export interface LinkCache {
  /** The link, or null when the id is unknown or stopped. Synchronous when it is cached, else a promise. */
  find(id: string): TrackedLink | null | Promise<TrackedLink | null>;
}

/** The database channel on which every process receives the ids of created, changed and stopped links. */
export const linkChannel = "tracking_links";

/** The number of cached links; others are loaded when clicked. */
const maxCached = 50_000;
/** A link is loaded again after this time, in case the notification of its stop was lost. */
const cacheMs = 60_000;
/** Lookups per second of ids that seem unknown: a new link's notification may still be on its way. */
const missLookupsPerSecond = 20;

type LinkRow = Row<
  "tracking.links",
  "id" | "merchant_id" | "campaign_id" | "ad_group_id" | "ad_id" | "platform" | "placements" | "destination"
> & { platform: Platform; placements: Placement[] };
type CachedLink = { link: TrackedLink | null; until: number };
type Deps = { db: Db; driver: Driver; systemClock: Clock; log: Log };

/**
 * A cache of links, kept current by database notifications. A bitmap knows for all hundred million ids which exist, so
 * a scan of ids causes no queries.
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
      // The database connection was cut: notifications in between were missed.
      cached.clear();
      map.load(db).catch((error) => log.error({ err: error }, "the links could not be reloaded"));
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
    // If something changed during the read, this result may be stale: use it for this click only.
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
}: LinkRow): TrackedLink {
  return {
    id,
    merchantId: merchant_id,
    campaignId: campaign_id,
    adGroupId: ad_group_id,
    adId: ad_id,
    landing: toLanding({ linkId: id, adId: ad_id, tags: toUtmTags(platform, placements), destination }),
  };
}

/** Loads links in batches: while one query runs, further ids wait for the next. Stopped links are not found. */
function makeReader(db: Db) {
  let waiting = new Map<string, PromiseWithResolvers<LinkRow | undefined>>();
  let isReading = false;

  async function readAll() {
    isReading = true;
    while (waiting.size > 0) {
      const group = waiting;
      waiting = new Map();
      try {
        const rows = await db.many<LinkRow>(sql`
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
    read(id: string): Promise<LinkRow | undefined> {
      const deferred = waiting.get(id) ?? Promise.withResolvers<LinkRow | undefined>();
      waiting.set(id, deferred);
      if (!isReading) void readAll();
      return deferred.promise;
    },
  };
}
