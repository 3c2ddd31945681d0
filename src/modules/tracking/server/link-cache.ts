import type { Clock } from "#base/server/clock.ts";
import { type Db, type Driver, sql } from "#base/server/db/db.ts";
import type { ReadReplica, WalPosition } from "#base/server/db/read-replica.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Log } from "#base/server/log.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { ManualPlatform } from "../contract/link-enums.ts";
import { type Landing, toLanding } from "../domain/landing.ts";
import { toManualTags, toUtmTags, type UtmTags } from "../domain/utm-tags.ts";
import { makeLinkMap } from "./link-map.ts";

/** The data of a link that the redirect needs. */
export type TrackedLink = {
  id: string;
  merchantId: string;
  campaignId: string;
  adGroupId: string;
  adId: string;
  landing: Landing;
  /** Business time from which it leads nowhere, in milliseconds; null for a link without an end. */
  expiresAt: number | null;
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

/** What the tags of a link are made from. */
export type TaggedLink = Row<
  "tracking.links",
  "id" | "ad_id" | "destination" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_content"
> &
  (
    | { origin: "ad"; platform: Platform; placements: Placement[] }
    | { origin: "manual"; platform: ManualPlatform }
  );
type LinkRow = TaggedLink &
  Row<"tracking.links", "merchant_id" | "campaign_id" | "ad_group_id" | "expires_at">;
type CachedLink = { link: TrackedLink | null; until: number };
type Deps = {
  driver: Pick<Driver, "listen">;
  replica: Pick<ReadReplica, "loadPosition" | "chooseAfter" | "chooseCurrent">;
  systemClock: Clock;
  log: Log;
};

/**
 * A cache of links, kept current by database notifications. A bitmap knows for all hundred million ids which exist, so
 * a scan of ids causes no queries.
 */
export async function openLinkCache({ driver, replica, systemClock, log }: Deps): Promise<LinkCache> {
  const map = makeLinkMap();
  const cached = new Map<string, CachedLink>();
  const source = makeSource(replica);
  const reader = makeReader(source.choose);
  let changes = 0;
  let misses = { second: 0, left: missLookupsPerSecond };

  const loadMap = async () => map.load(await replica.chooseCurrent());

  function handleNotification(payload: string) {
    changes += 1;
    source.noteChange();
    if (payload === "") {
      // The database connection was cut: notifications in between were missed.
      cached.clear();
      loadMap().catch((error) => log.error({ err: error }, "the links could not be reloaded"));
      return;
    }
    for (const id of payload.split(",")) {
      map.add(id);
      cached.delete(id);
    }
  }
  await driver.listen(linkChannel, handleNotification);
  await loadMap();

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
      if (map.has(id)) return read(id);
      if (!canLookUpMiss(now)) return null;
      source.noteChange(); // perhaps its creation
      return read(id);
    },
  };
}

function toLink(row: LinkRow): TrackedLink {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    campaignId: row.campaign_id,
    adGroupId: row.ad_group_id,
    adId: row.ad_id,
    landing: toTaggedLanding(row),
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}

/** Where a link's clicks land, with its tags. */
export function toTaggedLanding(link: TaggedLink): Landing {
  return toLanding({ linkId: link.id, adId: link.ad_id, tags: toTags(link), destination: link.destination });
}

function toTags(link: TaggedLink): UtmTags {
  if (link.origin === "ad") return toUtmTags(link.platform, link.placements);
  const { utm_source: source, utm_medium: medium, utm_campaign: campaign, utm_content: content } = link;
  return toManualTags(link.platform, { source, medium, campaign, content });
}

/** Where links are read: a replica, as soon as it has every change that was told; also while the primary is away. */
function makeSource(replica: Deps["replica"]) {
  let isChanged = false;
  let position: Promise<WalPosition | undefined> = Promise.resolve(undefined);
  return {
    noteChange() {
      isChanged = true;
    },
    async choose(): Promise<Db> {
      if (isChanged) {
        isChanged = false;
        position = replica.loadPosition().catch(() => undefined);
      }
      return replica.chooseAfter(await position);
    },
  };
}

/** Loads links in batches: while one query runs, further ids wait for the next. Stopped and blocked links are not found. */
function makeReader(choose: () => Promise<Db>) {
  let waiting = new Map<string, PromiseWithResolvers<LinkRow | undefined>>();
  let isReading = false;

  async function readAll() {
    isReading = true;
    while (waiting.size > 0) {
      const group = waiting;
      waiting = new Map();
      try {
        const db = await choose();
        const rows = await db.many<LinkRow>(sql`
          select id, merchant_id, campaign_id, ad_group_id, ad_id, origin, platform, placements, destination, utm_source,
            utm_medium, utm_campaign, utm_content, expires_at
          from tracking.links where id = any(${[...group.keys()]}::text[]) and stopped_at is null
            and blocked_at is null`);
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
