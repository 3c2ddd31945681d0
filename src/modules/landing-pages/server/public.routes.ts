import { createHash } from "node:crypto";
import type {} from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ReadContext, systemContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { escapeHtml } from "#base/shared/escape-html.ts";
import { readCarriedQuery, toOrderLocation } from "../domain/carried-query.ts";
import { renderClosedPage } from "../domain/closed-page.ts";
import { queryMark } from "../domain/render-page.ts";
import { drawPage, translatePage } from "./draw-page.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { hashStyle, makePageCache } from "./page-cache.ts";
import { findPage, type PageRecord, toContent } from "./pages.store.ts";
import { findPictureFile } from "./pictures.store.ts";
import { findVersion } from "./versions.store.ts";
import { makeVisits, type VisitedPage } from "./visits.ts";

/** The page's own style and pictures; no script, no frame of others, no form. */
const toPolicy = (styleHash: string) =>
  `default-src 'none'; img-src 'self'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
const slugPattern = /^[a-z0-9-]{3,60}$/;

type Deps = LandingPagesDeps & { db: Db };
type Request = FastifyRequest<{ Params: { slug: string } }>;
type PictureRequest = FastifyRequest<{ Params: { slug: string; version: string; file: string } }>;
type PreviewRequest = FastifyRequest<{
  Params: { slug: string; token: string };
  Querystring: { version?: string; half?: string };
}>;

/**
 * Where visitors read landing pages, signed out: `/p/{slug}`, its pictures, and the way to the store. `flush` writes the
 * visits that were counted since the last time.
 */
export function mountPublicPages(app: FastifyInstance, deps: Deps): { flush(): Promise<void> } {
  const { db, messages } = deps;
  const cache = makePageCache(deps);
  app.addHook("onReady", () => cache.listen());
  const visits = makeVisits(deps);
  app.addHook("onClose", () => visits.flush());
  const closedPage = renderClosedPage((language) => translatePage(messages, language));
  const closedHash = hashStyle(closedPage);
  const find = (slug: string) => (slugPattern.test(slug) ? cache.find(slug) : { kind: "unknown" as const });
  const close = (reply: FastifyReply, kind: "closed" | "unknown") =>
    sendPage(
      reply.status(kind === "closed" ? 410 : 404).header("cache-control", "no-store"),
      closedHash,
      closedPage,
    );

  // Pages are compressed once, when they are read.
  app.get("/p/:slug", { compress: false }, async (request: Request, reply) => {
    const page = await find(request.params.slug);
    if (page.kind === "moved") return move(request, reply, `/p/${page.slug}`);
    if (page.kind !== "published") return close(reply, page.kind);
    return answerPage(request, reply, visits.view(request, reply, page));
  });

  app.get("/p/:slug/go", { compress: false }, async (request: Request, reply) => {
    const page = await find(request.params.slug);
    if (page.kind === "moved") return move(request, reply, `/p/${page.slug}/go`);
    if (page.kind !== "published") return close(reply, page.kind);
    visits.tap(request, reply, page);
    return redirect(reply, toOrderLocation(page.orderUrl, readCarriedQuery(request.url)));
  });

  app.get("/p/:slug/pictures/:version/:file", { compress: false }, async (request: PictureRequest, reply) => {
    const { slug, version, file } = request.params;
    const [, width = "", format = ""] = /^(\d{1,4})\.(avif|webp)$/.exec(file) ?? [];
    const picture =
      width !== "" && slugPattern.test(slug) && /^[a-f0-9]{16}$/.test(version)
        ? await findPictureFile(db, { slug, version, width: Number(width), format })
        : undefined;
    if (!picture) return reply.status(404).header("cache-control", "no-store").send();
    return reply
      .type(`image/${format}`)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", "default-src 'none'")
      .send(Buffer.from(picture.bytes));
  });

  app.get("/p/:slug/preview/:token", { compress: false }, async (request: PreviewRequest, reply) => {
    const opened = deps.previews.read(request.params.token);
    const ctx = opened && systemContext(db, opened.merchantId, deps.worldClock.now());
    const page = ctx && (await findPage(ctx, opened.pageId));
    if (!page || page.slug !== request.params.slug) return close(reply, "unknown");
    const records = await deps.stores.loadSellingFacts(ctx, { productId: page.product_id });
    const { id, slug } = page;
    const shown = await findShown(ctx, page, request.query);
    if (!shown) return close(reply, "unknown");
    const html = await drawPage(deps)(ctx, { id, slug, ...shown, isPreview: true }, records);
    return sendPage(
      reply.header("cache-control", "no-store"),
      hashStyle(html),
      html.replaceAll(queryMark, ""),
    );
  });
  return { flush: visits.flush };
}

const redirect = (reply: FastifyReply, location: string) =>
  reply
    .status(302)
    .header("location", location)
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex, nofollow")
    .send();

/** To the page's present address, with what the visit carries. */
function move({ url }: FastifyRequest, reply: FastifyReply, path: string) {
  const query = readCarriedQuery(url);
  return redirect(reply, query === "" ? path : `${path}?${query}`);
}

type Shown = { version?: string; half?: string };

/** What a preview shows: a half of the draft, or of a version that was published; undefined when there is none. */
async function findShown(ctx: ReadContext, page: PageRecord, { version, half }: Shown) {
  const number = Number(version);
  const isNumber = Number.isInteger(number) && number > 0 && number < 2 ** 31;
  const found =
    version === undefined
      ? { language: page.language, content: toContent(page), other_half: page.other_half }
      : isNumber && (await findVersion(ctx, { pageId: page.id, number }));
  if (!found) return undefined;
  const content = half === "b" ? found.other_half : found.content;
  return content ? { language: found.language, content } : undefined;
}

/** A visit that carries a click id gets a page of its own; all others the same bytes. */
function answerPage({ url, headers }: FastifyRequest, reply: FastifyReply, { page, isOwn }: VisitedPage) {
  const query = readCarriedQuery(url);
  const encoding = chooseEncoding(String(headers["accept-encoding"] ?? ""), query === "");
  const visit = query === "" ? "" : `-${createHash("sha256").update(query).digest("base64url").slice(0, 16)}`;
  const etag = `"${page.etag}${visit}-${encoding}"`;
  reply
    .header("etag", etag)
    .header("vary", "accept-encoding")
    .header(
      "cache-control",
      query === "" && !isOwn ? "public, max-age=0, must-revalidate" : "private, no-cache",
    );
  if (headers["if-none-match"] === etag) return reply.status(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  if (query === "")
    return sendPage(
      reply,
      page.styleHash,
      encoding === "br" ? page.brotli : encoding === "gzip" ? page.gzip : page.plain,
    );
  const written = escapeHtml(`?${query}`);
  return sendPage(
    reply,
    page.styleHash,
    encoding === "gzip" ? page.gzipWith(written) : page.parts.join(written),
  );
}

/** Brotli takes longer than a visit should wait: it is for the bytes that are made once. */
function chooseEncoding(accepted: string, isSame: boolean): "br" | "gzip" | "identity" {
  const takes = (name: string) => new RegExp(`(^|[ ,])${name}(?! *;q=0(\\.0*)?( *,|$))`).test(accepted);
  if (isSame && takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}

const sendPage = (reply: FastifyReply, styleHash: string, page: string | Buffer) =>
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", toPolicy(styleHash))
    .header("referrer-policy", "strict-origin-when-cross-origin")
    .header("x-content-type-options", "nosniff")
    .send(page);
