import type { World } from "../../base/world.ts";
import type { Grant, Store } from "./model.ts";
import type { Records } from "./records.ts";

/** Salla's documented lifetime of an access token: 14 days of system time. */
const LIFETIME_SECONDS = 14 * 24 * 3600;

export const appScopes = [
  "offline_access",
  ...[
    "settings",
    "orders",
    "products",
    "customers",
    "webhooks",
    "marketing",
    "carts",
    "categories",
    "branches",
  ].flatMap((name) => [`${name}.read`, `${name}.read_write`]),
];

export type Grants = ReturnType<typeof makeGrants>;

/**
 * Issues, refreshes, expires and revokes tokens. A refresh token works once; a second use revokes the whole install.
 */
export function makeGrants(world: World, records: Records) {
  const { grants } = records;
  const ofStore = (storeId: string) => [...grants.values()].filter((grant) => grant.storeId === storeId);
  const setState = (grant: Grant, state: Grant["state"]) => grants.put({ ...grant, state });

  const issue = (store: Store, scopes: string[]): Grant =>
    grants.put({
      id: `ory_at_${world.ids.token("salla/access", 43)}`,
      refreshToken: scopes.includes("offline_access")
        ? `ory_rt_${world.ids.token("salla/refresh", 43)}`
        : null,
      storeId: store.id,
      scopes,
      expires: Math.floor(Date.now() / 1000) + LIFETIME_SECONDS,
      state: "good",
    });

  return {
    issue,
    /** The new pair, or null: unknown, already used (then all tokens of the install are revoked), or uninstalled. */
    refresh(refreshToken: string): Grant | null {
      const grant = [...grants.values()].find((known) => known.refreshToken === refreshToken);
      if (!grant) return null;
      if (grant.state === "replaced") {
        for (const active of ofStore(grant.storeId)) {
          if (active.state === "good" || active.state === "expired") setState(active, "killed_by_reuse");
        }
        return null;
      }
      if (grant.state !== "good" && grant.state !== "expired") return null;
      const store = records.stores.get(grant.storeId);
      if (!store) return null;
      setState(grant, "replaced");
      return issue(store, grant.scopes);
    },
    expireAll(): number {
      const active = [...grants.values()].filter((grant) => grant.state === "good");
      for (const grant of active) setState(grant, "expired");
      return active.length;
    },
    uninstall(storeId: string) {
      for (const grant of ofStore(storeId)) setState(grant, "uninstalled");
    },
    find: (accessToken: string) => grants.get(accessToken),
  };
}
