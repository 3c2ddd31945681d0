import type { Clock } from "#base/server/clock.ts";
import { type Db, type Driver, sql } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Channel, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type Landing, landingOf } from "../domain/landing.ts";
import { utmTagsOf } from "../domain/utm-tags.ts";
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

export interface LinkBook {
  /** The link, or null when the id is unknown or stopped. At once when it is known here, else as soon as it is read. */
  find(id: string): TrackedLink | null | Promise<TrackedLink | null>;
}

/** Every process hears here which link was made, changed or stopped. */
export const linkChannel = "tracking_links";

/** Links kept ready; the rest is read again when clicked. */
const mostKept = 50_000;
/** A link is read again after this long, should a notice of its stop have been lost. */
const keptMs = 60_000;
/** Unknown ids looked up all the same, each second: a link made a moment ago whose notice is still on its way. */
const doubtsPerSecond = 20;

type Row = {
  id: string;
  merchant_id: string;
  campaign_id: string;
  ad_group_id: string;
  ad_id: string;
  platform: Platform;
  channels: Channel[];
  destination: string;
};
type Kept = { link: TrackedLink | null; until: number };
type Deps = { db: Db; driver: Driver; systemClock: Clock; log: Log };

/**
 * The links in memory, told of every change by the database. Which ids exist is known of all hundred million, so a
 * scanner costs no question to the database.
 */
export async function openLinkBook({ db, driver, systemClock, log }: Deps): Promise<LinkBook> {
  const map = makeLinkMap();
  const kept = new Map<string, Kept>();
  const reader = makeReader(db);
  let changes = 0;
  let doubts = { second: 0, left: doubtsPerSecond };

  function hear(payload: string) {
    changes += 1;
    if (payload === "") {
      // The line to the database was cut: whatever was said meanwhile was missed.
      kept.clear();
      map.load(db).catch((error) => log.error({ err: error }, "the links could not be read again"));
      return;
    }
    for (const id of payload.split(",")) {
      map.add(id);
      kept.delete(id);
    }
  }
  await driver.listen(linkChannel, hear);
  await map.load(db);

  async function read(id: string): Promise<TrackedLink | null> {
    const before = changes;
    const row = await reader.read(id);
    const link = row ? linkOf(row) : null;
    if (row) map.add(id);
    // Something changed while we read: this answer may be the old one, so it serves this click only.
    if (before === changes && map.has(id)) keep(id, link);
    return link;
  }

  function keep(id: string, link: TrackedLink | null) {
    kept.delete(id);
    kept.set(id, { link, until: systemClock.now().getTime() + keptMs });
    if (kept.size > mostKept) {
      const oldest = kept.keys().next();
      if (!oldest.done) kept.delete(oldest.value);
    }
  }

  function mayDoubt(now: number): boolean {
    const second = Math.floor(now / 1_000);
    if (doubts.second !== second) doubts = { second, left: doubtsPerSecond };
    doubts.left -= 1;
    return doubts.left >= 0;
  }

  return {
    find(id) {
      const now = systemClock.now().getTime();
      const known = kept.get(id);
      if (known && known.until > now) return known.link;
      if (map.has(id) || mayDoubt(now)) return read(id);
      return null;
    },
  };
}

function linkOf({
  id,
  merchant_id,
  campaign_id,
  ad_group_id,
  ad_id,
  platform,
  channels,
  destination,
}: Row): TrackedLink {
  return {
    id,
    merchantId: merchant_id,
    campaignId: campaign_id,
    adGroupId: ad_group_id,
    adId: ad_id,
    landing: landingOf({ linkId: id, adId: ad_id, tags: utmTagsOf(platform, channels), destination }),
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
          select id, merchant_id, campaign_id, ad_group_id, ad_id, platform, channels, destination
          from tracking.links where id = any(${[...group.keys()]}::text[]) and stopped_at is null`);
        const byId = new Map(rows.map((row) => [row.id, row]));
        for (const [id, asker] of group) asker.resolve(byId.get(id));
      } catch (error) {
        for (const asker of group.values()) asker.reject(error);
      }
    }
    isReading = false;
  }

  return {
    read(id: string): Promise<Row | undefined> {
      const asker = waiting.get(id) ?? Promise.withResolvers<Row | undefined>();
      waiting.set(id, asker);
      if (!isReading) void readAll();
      return asker.promise;
    },
  };
}
