import type { World } from "../../base/world.ts";
import type { Grant, Store } from "./model.ts";
import type { Records } from "./records.ts";

/** The documented lifetime of a token: a year of system time. */
export const LIFETIME_SECONDS = 365 * 24 * 3_600;

export type Grants = ReturnType<typeof makeGrants>;

/** Issues, refreshes, expires and revokes the pairs of tokens. A refresh token can be used many times. */
export function makeGrants(world: World, records: Records) {
  const { grants } = records;
  const all = (matches: (grant: Grant) => boolean) => [...grants.values()].filter(matches);

  const issue = (store: Store, refreshToken = `def502${world.ids.token("zid/refresh", 60)}`): Grant =>
    grants.put({
      id: `eyJpdiI6${world.ids.token("zid/manager", 60)}`,
      authorization: `eyJ0eXAi${world.ids.token("zid/partner", 60)}`,
      refreshToken,
      storeId: store.id,
      expires: Date.now() + LIFETIME_SECONDS * 1_000,
      state: "good",
    });

  return {
    issue,
    /** A new pair, or null when the refresh token is unknown or the app was uninstalled. */
    refresh(refreshToken: string): Grant | null {
      const [grant] = all((known) => known.refreshToken === refreshToken && known.state !== "uninstalled");
      const store = grant && records.stores.get(grant.storeId);
      return store ? issue(store, refreshToken) : null;
    },
    expireAll(): number {
      const active = all((grant) => grant.state === "good");
      for (const grant of active) grants.put({ ...grant, state: "expired" });
      return active.length;
    },
    uninstall(storeId: string) {
      for (const grant of all((known) => known.storeId === storeId))
        grants.put({ ...grant, state: "uninstalled" });
    },
    /** The active grant with this manager token. */
    ofManager(token: string): Grant | null {
      const grant = grants.get(token);
      return grant?.state === "good" && grant.expires > Date.now() ? grant : null;
    },
    /** Whether this is an active partner token, of any store. */
    isPartner: (token: string) =>
      all(({ authorization, state }) => authorization === token && state === "good").length > 0,
  };
}
