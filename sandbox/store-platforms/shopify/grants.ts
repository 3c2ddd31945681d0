import type { World } from "../../base/world.ts";
import type { Grant, Shop } from "./model.ts";
import type { Records } from "./records.ts";

/**
 * An expiring offline token lives an hour, its refresh token ninety days of system time (shopify.dev, "Offline
 * tokens").
 */
const LIFETIME_SECONDS = 3_600;
const REFRESH_LIFETIME_SECONDS = 90 * 86_400;

export type Grants = ReturnType<typeof makeGrants>;

/** Issues, refreshes, expires and revokes tokens. A refresh token stays valid until its successor has been used. */
export function makeGrants(world: World, { grants, stores }: Records) {
  const now = () => Math.floor(Date.now() / 1_000);
  const setState = (grant: Grant, state: Grant["state"]) => void grants.put({ ...grant, state });
  const issue = (shop: Shop, scopes: string[], before: string | null = null): Grant =>
    grants.put({
      id: `shpat_${world.ids.token("shopify/access", 32)}`,
      refreshToken: `shprt_${world.ids.token("shopify/refresh", 32)}`,
      shopId: shop.id,
      scopes,
      expires: now() + LIFETIME_SECONDS,
      refreshExpires: now() + REFRESH_LIFETIME_SECONDS,
      state: "good",
      before,
    });

  return {
    issue,
    /** A new pair, or null: unknown, another shop's, expired, replaced or uninstalled. */
    refresh(shop: Shop, refreshToken: string): Grant | null {
      const grant = [...grants.values()].find((known) => known.refreshToken === refreshToken);
      if (grant?.shopId !== shop.id || grant.refreshExpires <= now()) return null;
      if (grant.state !== "good" && grant.state !== "expired") return null;
      const before = grant.before ? grants.get(grant.before) : undefined;
      if (before) setState(before, "replaced");
      return issue(shop, grant.scopes, grant.id);
    },
    /** The grant and its shop, when the token is valid now. */
    authenticate(domainShop: Shop, accessToken: string): Grant | null {
      const grant = grants.get(accessToken);
      if (grant?.shopId !== domainShop.id || grant.expires <= now()) return null;
      return grant.state === "good" || grant.state === "replaced" ? grant : null;
    },
    expireAll(): number {
      const active = [...grants.values()].filter(({ state }) => state === "good");
      for (const grant of active) setState(grant, "expired");
      return active.length;
    },
    uninstall(shopId: string) {
      for (const grant of grants.values()) if (grant.shopId === shopId) setState(grant, "uninstalled");
      const shop = stores.get(shopId);
      if (shop) stores.put({ ...shop, installed: false });
    },
  };
}

/** A write scope includes the read scope. */
export function hasScope(scopes: string[], scope: string): boolean {
  return scopes.includes(scope) || scopes.includes(scope.replace(/^read_/, "write_"));
}
