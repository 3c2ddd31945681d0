import { defineModule } from "#base/server/module.ts";
import { storesAbilities } from "../contract/stores.abilities.ts";
import { storesCalls } from "../contract/stores.calls.ts";
import { storesEvents } from "../contract/stores.events.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { disconnectAll } from "./disconnect-all.ts";
import { makeOrderContacts, type OrderContactsFacade } from "./order-contacts.ts";
import type { SiteProbe } from "./site-probe.port.ts";
import { makeStoreAccess } from "./store-access.ts";
import type { Platforms } from "./stores.deps.ts";
import { makeStoresFacade, type StoresFacade } from "./stores.facade.ts";
import { storesJobHandlers } from "./stores.job-handlers.ts";
import { storesData } from "./stores.personal-data.ts";
import { mountStores } from "./stores.routes.ts";

import { storesSealed } from "./stores.sealed.ts";

export const server = defineModule({
  name: "stores",
  layer: 1,
  needs: ["merchants"],
  ports: ["storePlatforms", "siteProbe"],
  calls: storesCalls,
  events: storesEvents,
  refusals: storesRefusals,
  abilities: [storesAbilities],
  personalData: storesData,
  sealed: storesSealed,
  build({ facades: { merchants }, ports: { storePlatforms: platforms, siteProbe: sites }, ...shared }) {
    const access = makeStoreAccess({ ...shared, merchants, platforms });
    const use = "shoppers' contacts";
    const [contactKey, olderContactKeys] = [shared.deriveKey(use), shared.deriveKeys(use).slice(1)];
    const contacts = makeOrderContacts({ vault: shared.vault, contactKey, olderContactKeys });
    const deps = { ...shared, merchants, platforms, access, contacts, sites };
    return {
      facade: { ...makeStoresFacade(access), ...contacts.facade },
      mount: (app, http) => mountStores(app, http, deps),
      jobs: storesJobHandlers(deps),
      personalData: { beforeErasure: [disconnectAll(deps)] },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    stores: { layer: 1; facade: StoresFacade & OrderContactsFacade };
  }
  interface PortRegistry {
    /** The store platforms we have credentials for. */
    storePlatforms: Platforms;
    siteProbe: SiteProbe;
  }
}
