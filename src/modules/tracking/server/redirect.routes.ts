import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { toLocation } from "../domain/landing.ts";
import { readPlatformClick } from "../domain/platform-click.ts";
import { parseApp, parseDevice } from "../domain/user-agent.ts";
import { type ClickFacts, classifyVisitor, ruleVersion } from "../domain/visitor.ts";
import {
  headerText,
  makeAddressHash,
  makeMinuteCounter,
  makeSpeedCounter,
  makeVisitorHash,
  readVisitorId,
  referrerHost,
  toPurpose,
  toVisitorCookie,
} from "./click-facts.ts";
import { newClickId } from "./click-id.ts";
import type { ClickRecorder } from "./click-recorder.ts";
import { findNetwork } from "./data-centres/find-network.ts";
import type { DomainCache } from "./domain-cache.ts";
import type { IpCities } from "./ip-cities/open-ip-cities.ts";
import type { LinkCache, TrackedLink } from "./link-cache.ts";
import type { PageOpenings } from "./page-openings.ts";
import type { Click } from "./pending-clicks.store.ts";
import { busyPage, gonePage, visitorPagePolicy } from "./visitor-pages.ts";

export type RedirectDeps = {
  links: LinkCache;
  /** Merchants' own hosts: each serves its merchant's links alone. */
  domains: DomainCache;
  clicks: ClickRecorder;
  openings: PageOpenings;
  cities: Pick<IpCities, "find">;
  worldClock: Clock;
  /** A 32-byte key for hashing addresses. */
  addressKey: Buffer;
  /** A 32-byte key for hashing visitors' ids. */
  visitorKey: Buffer;
  /** Whether shoppers reach us by https. */
  isSecure: boolean;
  /** Called for every click once it is committed. */
  onClickRecorded?: (visitor: Click["visitor"]) => void;
};

/**
 * `GET /t/{8 digits}`, the busiest endpoint: one click is committed, then the visitor is redirected to the shop. The
 * target is what the merchant registered; nothing in the request can change it, and of its query only the platform's
 * click id is carried on.
 */
export function mountRedirect(app: FastifyInstance, deps: RedirectDeps): void {
  const readClick = clickReader(deps);
  mountOpenings(app, deps);

  // Its answers are short: even the means to compress them would slow each click.
  app.get<{ Params: { id: string } }>("/t/:id", { compress: false }, async (request, reply) => {
    const { id } = request.params;
    const found = /^\d{8}$/.test(id) ? deps.links.find(id) : null;
    const link = found instanceof Promise ? await found.catch(() => undefined) : found;
    if (link === undefined) return sendPage(reply, 503, busyPage);
    if (link === null || !mayOpen(deps, request, link)) return sendPage(reply, 404, gonePage);
    const { click, newVisitor } = readClick(request, link);
    try {
      await deps.clicks.record(click);
    } catch (error) {
      request.log.error({ err: error }, "a click could not be stored");
      return sendPage(reply, 503, busyPage);
    }
    deps.onClickRecorded?.(click.visitor);
    if (newVisitor !== null) reply.header("set-cookie", toVisitorCookie(newVisitor, deps.isSecure));
    return reply
      .status(302)
      .header("location", toLocation(link.landing, click.click_id, click.platform_click))
      .header("cache-control", "no-store")
      .header("x-robots-tag", "noindex, nofollow")
      .send();
  });
}

/** A click to record, and the id that its browser is to keep; null when it keeps one, or is to keep none. */
type ReadClick = { click: Click; newVisitor: string | null };

/** False after a link's end, and for a link on the host of another merchant. */
function mayOpen(
  { domains, worldClock }: RedirectDeps,
  { hostname }: FastifyRequest,
  link: TrackedLink,
): boolean {
  if (link.expiresAt !== null && link.expiresAt <= worldClock.now().getTime()) return false;
  const owner = domains.findOwner(hostname);
  return owner === undefined || owner === link.merchantId;
}

function clickReader({ worldClock, addressKey, visitorKey, cities }: RedirectDeps) {
  const hashAddress = makeAddressHash(addressKey);
  const hashVisitor = makeVisitorHash(visitorKey);
  const countInMinute = makeMinuteCounter();
  const countAtOnce = makeSpeedCounter();

  return ({ headers, method, ip, url }: FastifyRequest, link: TrackedLink): ReadClick => {
    const now = worldClock.now();
    const day = toRiyadhDay(now);
    const address_hash = hashAddress(ip, day);
    const user_agent = headerText(headers["user-agent"], 400);
    const accept_language = headerText(headers["accept-language"], 60);
    const purpose = toPurpose(headers);
    const nth_in_minute = countInMinute(`${address_hash}${link.id}${user_agent}`, now);
    const facts: ClickFacts = {
      method,
      userAgent: user_agent,
      acceptLanguage: accept_language,
      purpose,
      nthInMinute: nth_in_minute,
      network: findNetwork(ip),
      linksAtOnce: countAtOnce(`${address_hash}${user_agent}`, link.id, now),
      unopenedVisits: 0,
    };
    const verdict = classifyVisitor(facts);
    const visitor = verdict.visitor === "person" ? readVisitorId(headers) : null;
    const click: Click = {
      merchant_id: link.merchantId,
      clicked_at: now.toISOString(),
      click_id: newClickId(now),
      link_id: link.id,
      campaign_id: link.campaignId,
      ad_group_id: link.adGroupId,
      ad_id: link.adId,
      method,
      address_hash,
      user_agent,
      referrer_host: referrerHost(headers.referer),
      accept_language,
      purpose,
      nth_in_minute,
      ...verdict,
      rule_version: ruleVersion,
      platform_click: readPlatformClick(url),
      visitor_key: visitor ? hashVisitor({ merchantId: link.merchantId, value: visitor.value }) : "",
      network: facts.network,
      links_at_once: facts.linksAtOnce,
      city: cities.find(ip),
      device: parseDevice(user_agent),
      app: parseApp(user_agent),
    };
    return { click, newVisitor: visitor?.isNew ? visitor.value : null };
  };
}

/**
 * `POST /t/opened`, sent by our pixel when a click of ours opened a page that carries it: `link click` as plain text. The
 * answer is the same whatever it names; anybody can send it, and it can only say of one click that a page was seen.
 */
function mountOpenings(app: FastifyInstance, { openings, worldClock }: RedirectDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 200 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/t/opened", async (request, reply) => {
      const [, linkId, clickId] = /^(\d{8}) ([\w-]{22})$/.exec(String(request.body ?? "")) ?? [];
      if (linkId && clickId) await openings.record({ linkId, clickId, at: worldClock.now() });
      return reply.status(204).header("cache-control", "no-store").send();
    });
  });
}

/** A page for a person; it loads nothing and runs nothing. */
function sendPage(reply: FastifyReply, status: 404 | 503, page: string) {
  if (status === 503) reply.header("retry-after", "5");
  return reply
    .status(status)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", visitorPagePolicy)
    .send(page);
}
