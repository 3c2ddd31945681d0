import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { toLocation } from "../domain/landing.ts";
import { parseApp, parseDevice } from "../domain/user-agent.ts";
import { classifyVisitor, ruleVersion } from "../domain/visitor.ts";
import { headerText, makeAddressHash, makeMinuteCounter, referrerHost, toPurpose } from "./click-facts.ts";
import { newClickId } from "./click-id.ts";
import type { ClickRecorder } from "./click-recorder.ts";
import type { Click } from "./clicks.store.ts";
import type { DomainCache } from "./domain-cache.ts";
import type { IpCities } from "./ip-cities/open-ip-cities.ts";
import type { LinkCache, TrackedLink } from "./link-cache.ts";
import { busyPage, gonePage, visitorPagePolicy } from "./visitor-pages.ts";

export type RedirectDeps = {
  links: LinkCache;
  /** Merchants' own hosts: each serves its merchant's links alone. */
  domains: DomainCache;
  clicks: ClickRecorder;
  cities: Pick<IpCities, "find">;
  worldClock: Clock;
  /** A 32-byte key for hashing addresses. */
  addressKey: Buffer;
  /** Called for every click once it is committed. */
  onClickRecorded?: (visitor: Click["visitor"]) => void;
};

/**
 * `GET /t/{8 digits}`, the busiest endpoint: one click is committed, then the visitor is redirected to the shop. The
 * target is what the merchant registered; nothing in the request can change it.
 */
export function mountRedirect(app: FastifyInstance, deps: RedirectDeps): void {
  const readClick = clickReader(deps);

  // Its answers are short: even the means to compress them would slow each click.
  app.get<{ Params: { id: string } }>("/t/:id", { compress: false }, async (request, reply) => {
    const { id } = request.params;
    const found = /^\d{8}$/.test(id) ? deps.links.find(id) : null;
    const link = found instanceof Promise ? await found.catch(() => undefined) : found;
    if (link === undefined) return sendPage(reply, 503, busyPage);
    if (link === null || !mayOpen(deps, request, link)) return sendPage(reply, 404, gonePage);
    const click = readClick(request, link);
    try {
      await deps.clicks.record(click);
    } catch (error) {
      request.log.error({ err: error }, "a click could not be stored");
      return sendPage(reply, 503, busyPage);
    }
    deps.onClickRecorded?.(click.visitor);
    return reply
      .status(302)
      .header("location", toLocation(link.landing, click.click_id))
      .header("cache-control", "no-store")
      .header("x-robots-tag", "noindex, nofollow")
      .send();
  });
}

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

function clickReader({ worldClock, addressKey, cities }: RedirectDeps) {
  const hashAddress = makeAddressHash(addressKey);
  const countInMinute = makeMinuteCounter();

  return ({ headers, method, ip }: FastifyRequest, link: TrackedLink): Click => {
    const now = worldClock.now();
    const day = toRiyadhDay(now);
    const address_hash = hashAddress(ip, day);
    const user_agent = headerText(headers["user-agent"], 400);
    const accept_language = headerText(headers["accept-language"], 60);
    const purpose = toPurpose(headers);
    const nth_in_minute = countInMinute(`${address_hash}${link.id}${user_agent}`, now);
    const facts = {
      method,
      userAgent: user_agent,
      acceptLanguage: accept_language,
      purpose,
      nthInMinute: nth_in_minute,
    };
    return {
      merchant_id: link.merchantId,
      clicked_at: now.toISOString(),
      day,
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
      ...classifyVisitor(facts),
      rule_version: ruleVersion,
      city: cities.find(ip),
      device: parseDevice(user_agent),
      app: parseApp(user_agent),
    };
  };
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
