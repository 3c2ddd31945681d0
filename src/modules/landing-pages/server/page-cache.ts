import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Clock } from "#base/server/clock.ts";
import type { Db, Driver } from "#base/server/db/db.ts";
import { queryMark } from "../domain/render-page.ts";
import { makeGzipJoin } from "./gzip-parts.ts";
import { findAddress, publicationChannel } from "./publications.store.ts";

/** A published page, ready to be sent; `other` is the half that every second visitor is shown. */
export type ServedPage = {
  kind: "published";
  merchantId: string;
  pageId: string;
  version: number;
  slug: string;
  orderUrl: string;
  html: ServedHtml;
  other: ServedHtml | null;
};
export type ServedHtml = {
  /** The page between the places where the visit's query goes. */
  parts: readonly string[];
  etag: string;
  /** Names the page's own style for its Content-Security-Policy. */
  styleHash: string;
  /** For visits that carry nothing. */
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  /** For a visit whose query goes into the page. */
  gzipWith: (query: string) => Buffer;
};
/** `closed`: the page is not published, or was deleted; `moved`: it has another address; `unknown`: there is none. */
export type FoundPage =
  | ServedPage
  | { kind: "closed" }
  | { kind: "moved"; slug: string }
  | { kind: "unknown" };

/** About 60 KB a page, all its forms together. */
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
    const page = toFoundPage(slug, await findAddress(db, slug));
    // What changed during the read may be stale: it serves this visit only.
    if (before !== changes) return page;
    cached.delete(slug);
    // Whoever tries addresses that never were must not push out those that are read.
    if (page.kind === "unknown") return page;
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

function toFoundPage(slug: string, found: Awaited<ReturnType<typeof findAddress>>): FoundPage {
  if (!found) return { kind: "unknown" };
  if (found.slug !== null && found.slug !== slug) return { kind: "moved", slug: found.slug };
  const { html, order_url: orderUrl, merchant_id: merchantId, page_id: pageId } = found;
  if (html === null || orderUrl === null || pageId === null) return { kind: "closed" };
  return {
    kind: "published",
    merchantId,
    pageId,
    version: found.version ?? 0,
    slug,
    orderUrl,
    html: toServedHtml(html),
    other: found.other_html === null ? null : toServedHtml(found.other_html),
  };
}

function toServedHtml(html: string): ServedHtml {
  const parts = html.split(queryMark);
  const plain = Buffer.from(parts.join(""));
  return {
    parts,
    etag: createHash("sha256").update(html).digest("base64url").slice(0, 22),
    styleHash: hashStyle(html),
    plain,
    gzip: gzipSync(plain),
    gzipWith: makeGzipJoin(parts),
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  };
}

/** The sources of styles that the page allows: the one that it has. Texts are escaped, and none can end it. */
export function hashStyle(html: string): string {
  const style = html.slice(html.indexOf("<style>") + "<style>".length, html.indexOf("</style>"));
  return `sha256-${createHash("sha256").update(style).digest("base64")}`;
}
