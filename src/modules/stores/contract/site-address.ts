import type { StorePlatformName } from "./enums.ts";
import { storePlatformTable } from "./platform-table.ts";
import { parseLink } from "./store-address.ts";

const shopifyDomain = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;
const localHosts = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const parsers = {
  nothing: () => null,
  shopify_domain: parseShopifyDomain,
  site_address: parseSiteAddress,
};

/** Normalises the store address a merchant typed. Null when it is invalid or the platform needs no address. */
export function parseSite(platform: StorePlatformName, typed: string): string | null {
  return parsers[storePlatformTable[platform].addressKind](typed);
}

/** "noura", "noura.myshopify.com" or its admin page: the shop's own name at Shopify, in lower case. */
export function parseShopifyDomain(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const admin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([a-z0-9-]+)(?:\/.*)?$/.exec(text)?.[1];
  const host = admin ?? text.replace(/^https?:\/\//, "").replace(/[/?#].*$/, "");
  const domain = host.includes(".") ? host : `${host}.myshopify.com`;
  return domain.length <= 100 && shopifyDomain.test(domain) ? domain : null;
}

/** A site's address with its path, without a trailing slash. Always https; a site on this machine may use http. */
export function parseSiteAddress(typed: string): string | null {
  const text = typed.trim();
  const link = parseLink(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (link === null || link.search !== "" || link.hash !== "") return null;
  const isLocal = localHosts.test(link.hostname);
  if (!isLocal && !link.hostname.includes(".")) return null;
  if (link.protocol === "http:" && !isLocal) link.protocol = "https:";
  return `${link.origin}${link.pathname.replace(/\/+$/, "")}`;
}
