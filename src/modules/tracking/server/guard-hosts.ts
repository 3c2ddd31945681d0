import type { FastifyInstance } from "fastify";
import type { DomainCache } from "./domain-cache.ts";
import { hostPage, visitorPagePolicy } from "./visitor-pages.ts";

type Deps = {
  domains: DomainCache;
  publicUrl: string;
  /** The same as `publicUrl`, where links have no host of their own. */
  trackingUrl: string;
};

/** What a host of links serves: links, reports of abuse, and what the machines around it ask. */
const served = /^\/(?:t\/|report-link(?:[?/]|$)|healthz$|readyz$|metrics$)/;

/**
 * Hosts of links serve links and nothing else: the product's pages and calls are on its own host alone. So a host that
 * browsers or mail programs block for one merchant's abuse, and a merchant's own host, touch nothing else.
 */
export function guardHosts(app: FastifyInstance, { domains, publicUrl, trackingUrl }: Deps): void {
  const own = new URL(publicUrl).hostname;
  const tracking = new URL(trackingUrl).hostname;
  const isForLinks = (host: string) =>
    (host === tracking && host !== own) || domains.findOwner(host) !== undefined;
  app.addHook("onRequest", async ({ hostname, url }, reply) => {
    if (url.startsWith("/t/") || served.test(url) || !isForLinks(hostname)) return;
    return reply
      .status(url === "/" ? 200 : 404)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", visitorPagePolicy)
      .send(hostPage);
  });
}
