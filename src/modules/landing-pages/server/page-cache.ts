import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Clock } from "#base/server/clock.ts";
import type { Db, Driver } from "#base/server/db/db.ts";
import { queryMark } from "../domain/render-page.ts";
import { findPublication, publicationChannel } from "./pages.store.ts";

/** A published page, ready to be sent. */
export type ServedPage = {
  kind: "published";
  /** The page between the places where the visit's query goes. */
  parts: readonly string[];
  etag: string;
  orderUrl: string;
  /** For visits that carry nothing. */
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
};
/** `closed`: the page exists and is not published; `unknown`: there is none. */
export type FoundPage = ServedPage | { kind: "closed" | "unknown" };

/** About 40 KB a page, all its forms together. */
const pagesMax = 500;
/** A page is read again after this time, in case a notification was lost. */
const cacheMs = 60_000;

type Cached = { page: FoundPage; until: number };
type Deps = { db: Db; driver: Pick<Driver, "listen">; systemClock: Clock };

/** Published pages by slug, at most 500; notifications of the database keep every process current. */
export function makePageCache({ db, driver, systemClock }: Deps) {
  const cached = new Map<string, Cached>();
  let changes = 0;

  async function read(slug: string): Promise<FoundPage> {
    const before = changes;
    const page = toServedPage(await findPublication(db, slug));
    // What changed during the read may be stale: it serves this visit only.
    if (before !== changes) return page;
    cached.delete(slug);
    cached.set(slug, { page, until: systemClock.now().getTime() + cacheMs });
    const [oldest] = cached.keys();
    if (cached.size > pagesMax && oldest !== undefined) cached.delete(oldest);
    return page;
  }

  return {
    listen: () =>
      driver.listen(publicationChannel, (slug) => {
        changes += 1;
        // Empty: the connection was cut, and notifications in between were missed.
        if (slug === "") cached.clear();
        else cached.delete(slug);
      }),
    find(slug: string): FoundPage | Promise<FoundPage> {
      const known = cached.get(slug);
      return known && known.until > systemClock.now().getTime() ? known.page : read(slug);
    },
  };
}

function toServedPage(publication: Awaited<ReturnType<typeof findPublication>>): FoundPage {
  if (!publication) return { kind: "unknown" };
  if (publication.html === null || publication.order_url === null) return { kind: "closed" };
  const parts = publication.html.split(queryMark);
  const plain = Buffer.from(parts.join(""));
  return {
    kind: "published",
    parts,
    etag: createHash("sha256").update(publication.html).digest("base64url").slice(0, 22),
    orderUrl: publication.order_url,
    plain,
    gzip: gzipSync(plain),
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  };
}
