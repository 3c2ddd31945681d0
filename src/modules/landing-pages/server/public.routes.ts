import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type {} from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { systemContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { readCarriedQuery, toOrderLocation } from "../domain/carried-query.ts";
import { renderClosedPage } from "../domain/closed-page.ts";
import { escapeHtml } from "../domain/escape-html.ts";
import { pageStyle } from "../domain/page-style.ts";
import { queryMark } from "../domain/render-page.ts";
import { drawPage, translatePage } from "./draw-page.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { makePageCache, type ServedPage } from "./page-cache.ts";
import { findPage } from "./pages.store.ts";
import { findPictureFile } from "./pictures.store.ts";

/** The pages' own style and pictures; no script, no frame of others, no form. */
const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash("sha256").update(pageStyle).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
const slugPattern = /^[a-z0-9-]{3,60}$/;

type Deps = LandingPagesDeps & { db: Db };
type Request = FastifyRequest<{ Params: { slug: string } }>;
type PictureRequest = FastifyRequest<{ Params: { slug: string; version: string; file: string } }>;
type PreviewRequest = FastifyRequest<{ Params: { slug: string; token: string } }>;

/** Where visitors read landing pages, signed out: `/p/{slug}`, its pictures, and the way to the store. */
export function mountPublicPages(app: FastifyInstance, deps: Deps): void {
  const { db, messages } = deps;
  const cache = makePageCache(deps);
  app.addHook("onReady", () => cache.listen());
  const closedPage = renderClosedPage((language) => translatePage(messages, language));
  const find = (slug: string) => (slugPattern.test(slug) ? cache.find(slug) : { kind: "unknown" as const });
  const close = (reply: FastifyReply, kind: "closed" | "unknown") =>
    sendPage(reply.status(kind === "closed" ? 410 : 404).header("cache-control", "no-store"), closedPage);

  // Pages are compressed once, when they are read.
  app.get("/p/:slug", { compress: false }, async (request: Request, reply) => {
    const page = await find(request.params.slug);
    return page.kind === "published" ? answerPage(request, reply, page) : close(reply, page.kind);
  });

  app.get("/p/:slug/go", { compress: false }, async (request: Request, reply) => {
    const page = await find(request.params.slug);
    if (page.kind !== "published") return close(reply, page.kind);
    return reply
      .status(302)
      .header("location", toOrderLocation(page.orderUrl, readCarriedQuery(request.url)))
      .header("cache-control", "no-store")
      .header("x-robots-tag", "noindex, nofollow")
      .send();
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
    const html = await drawPage(deps)(ctx, page, records);
    return sendPage(reply.header("cache-control", "no-store"), html.replaceAll(queryMark, ""));
  });
}

/** A visit that carries a click id gets a page of its own; all others the same bytes. */
function answerPage({ url, headers }: FastifyRequest, reply: FastifyReply, page: ServedPage) {
  const query = readCarriedQuery(url);
  const encoding = chooseEncoding(String(headers["accept-encoding"] ?? ""), query === "");
  const visit = query === "" ? "" : `-${createHash("sha256").update(query).digest("base64url").slice(0, 16)}`;
  const etag = `"${page.etag}${visit}-${encoding}"`;
  reply
    .header("etag", etag)
    .header("vary", "accept-encoding")
    .header("cache-control", query === "" ? "public, max-age=0, must-revalidate" : "private, no-cache");
  if (headers["if-none-match"] === etag) return reply.status(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  if (query === "")
    return sendPage(reply, encoding === "br" ? page.brotli : encoding === "gzip" ? page.gzip : page.plain);
  const html = page.parts.join(escapeHtml(`?${query}`));
  return sendPage(reply, encoding === "gzip" ? gzipSync(html, { level: 1 }) : html);
}

/** Brotli takes longer than a visit should wait: it is for the bytes that are made once. */
function chooseEncoding(accepted: string, isSame: boolean): "br" | "gzip" | "identity" {
  const takes = (name: string) => new RegExp(`(^|[ ,])${name}(?! *;q=0(\\.0*)?( *,|$))`).test(accepted);
  if (isSame && takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}

const sendPage = (reply: FastifyReply, page: string | Buffer) =>
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("referrer-policy", "strict-origin-when-cross-origin")
    .header("x-content-type-options", "nosniff")
    .send(page);
