import { randomInt } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "#base/server/db/db.ts";
import { type HalfMark, readHalfMark, toHalfCookie } from "../domain/halves.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import type { ServedHtml, ServedPage } from "./page-cache.ts";
import { makeVisitCounter } from "./visit-counter.ts";

type Deps = Pick<LandingPagesDeps, "tracking" | "publicUrl" | "worldClock" | "log"> & { db: Db };

/** What a visit is sent; `isOwn`: it is chosen for this visitor, and no cache may keep it for others. */
export type VisitedPage = { page: ServedHtml; isOwn: boolean };

/**
 * Counts views and taps, and shows each visitor the same half of a page that is tried out. Programs, and browsers that ask
 * not to be recognised, are shown the page's own half and do not count for either.
 */
export function makeVisits({ tracking, publicUrl, ...deps }: Deps) {
  const counter = makeVisitCounter(deps);
  const isSecure = publicUrl.startsWith("https:");

  function count(request: FastifyRequest, page: ServedPage, act: "view" | "tap"): "person" | "bot" {
    const { method, headers, ip } = request;
    const visitor = tracking.classifyRequest({ method, headers, ip });
    counter.count({ merchantId: page.merchantId, pageId: page.pageId, act, visitor });
    return visitor;
  }
  const mark = (reply: FastifyReply, page: ServedPage, half: HalfMark) =>
    reply.header("set-cookie", toHalfCookie(half, { slug: page.slug, isSecure }));

  return {
    flush: counter.flush,
    view(request: FastifyRequest, reply: FastifyReply, page: ServedPage): VisitedPage {
      const visitor = count(request, page, "view");
      const { html, other, version } = page;
      if (!other) return { page: html, isOwn: false };
      if (visitor === "bot" || !mayMark(request)) return { page: html, isOwn: true };
      const known = readHalfMark(request.headers.cookie, version);
      const half = known ?? { version, half: randomInt(2) === 0 ? "a" : "b", hasTapped: false };
      if (!known) {
        counter.countHalf(page, half, "visitors");
        mark(reply, page, half);
      }
      return { page: half.half === "b" ? other : html, isOwn: true };
    },
    tap(request: FastifyRequest, reply: FastifyReply, page: ServedPage): void {
      const visitor = count(request, page, "tap");
      const half =
        page.other && visitor === "person" ? readHalfMark(request.headers.cookie, page.version) : null;
      if (!half || half.hasTapped) return;
      counter.countHalf(page, half, "tapped");
      mark(reply, page, { ...half, hasTapped: true });
    },
  };
}

/** Global Privacy Control, and Do Not Track. */
const mayMark = ({ headers }: FastifyRequest) => headers["sec-gpc"] !== "1" && headers.dnt !== "1";
