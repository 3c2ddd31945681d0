import type { Db } from "#base/server/db/db.ts";
import { parseClickedAt } from "./click-id.ts";
import { type PageOpening, savePageOpenings } from "./clicks.store.ts";
import type { LinkCache } from "./link-cache.ts";
import { rollUpClicks } from "./roll-up-clicks.ts";

/** More wait only when the database hangs: then they are dropped, because a page that goes unreported proves nothing. */
const maxWaiting = 5_000;
const maxAtOnce = 1_000;

export interface PageOpenings {
  /** A shop's page says that a click of this link opened it. What does not name a click of ours is ignored. */
  record(opening: { linkId: string; clickId: string; at: Date }): Promise<void>;
}

/** Records which clicks opened a page, in groups: while one is written, the next collects. Nobody waits for it. */
export function makePageOpenings({ db, links }: { db: Db; links: LinkCache }): PageOpenings {
  let waiting: PageOpening[] = [];
  let isWriting = false;

  async function writeAll() {
    isWriting = true;
    try {
      while (waiting.length > 0) {
        await new Promise(setImmediate);
        const group = waiting.slice(0, maxAtOnce);
        waiting = waiting.slice(maxAtOnce);
        await rollUpClicks(db); // a page may open before its click is in its table
        await savePageOpenings(db, group);
      }
    } catch {
      waiting = [];
    } finally {
      isWriting = false;
    }
  }

  return {
    async record({ linkId, clickId, at }) {
      const clickedAt = parseClickedAt(clickId);
      const link = await links.find(linkId);
      if (!clickedAt || !link || waiting.length >= maxWaiting) return;
      waiting.push({
        merchant_id: link.merchantId,
        clicked_at: clickedAt.toISOString(),
        click_id: clickId,
        link_id: link.id,
        opened_at: at.toISOString(),
      });
      if (!isWriting) void writeAll();
    },
  };
}
