import type { World } from "../../base/world.ts";
import { type Conversions, makeConversions } from "../shared/conversions.ts";
import { type CustomerLists, makeCustomerLists } from "../shared/customer-lists.ts";
import { type Deliveries, makeDeliveries } from "../shared/deliveries.ts";
import { makePeople, type People } from "../shared/identities.ts";
import { type StoredObject as AnyStoredObject, makeObjects, type Objects } from "../shared/objects.ts";
import { type AdIdentity, DEMO_KEYS, findIdentity, type Identity, type Overrides } from "./demo.ts";

const KINDS = ["campaigns", "adgroups", "ads", "images", "videos", "identities", "portfolios"] as const;
export type Kind = (typeof KINDS)[number];
export type StoredObject = AnyStoredObject<Kind>;

/** The simulator's state, with the owners of objects. */
export interface Registry extends Objects<Kind>, People<Identity, Overrides> {
  /** The demo identity of an ad account and those that were created in it. */
  adIdentities(accountId: string): AdIdentity[];
  nextId(): string;
  /** What was created under a caller's `request_id`: of several calls with one value only one succeeds. */
  requests: {
    isClaimed(accountId: string, requestId: string): boolean;
    claim(accountId: string, id: string): void;
  };
}

/** The dependencies of a handler. */
export type Context = {
  world: World;
  registry: Registry;
  deliveries: Deliveries;
  conversions: Conversions;
  customerLists: CustomerLists;
};

export function makeContext(world: World): Context {
  const registry = makeRegistry(world);
  const deliveries = makeDeliveries(world, "tiktok");
  const conversions = makeConversions(world, {
    platform: "tiktok",
    deliveries,
    clickName: "ttclid",
    datedBy: "conversion",
    windowDays: 7,
    findCurrency(adId) {
      const ad = registry.tables.ads.get(adId);
      return ad && registry.findOwner(ad.account_id)?.account.currency;
    },
  });
  return { world, registry, deliveries, conversions, customerLists: makeCustomerLists(world, "tiktok") };
}

function makeRegistry(world: World): Registry {
  const claimed = world.table<{ id: string }>("tiktok.requests");
  const objects = makeObjects(world, "tiktok", KINDS);
  const people = makePeople(world, "tiktok", DEMO_KEYS, findIdentity);
  return {
    ...objects,
    ...people,
    adIdentities(accountId) {
      const created = objects.listInAccount("identities", accountId).map((row) => row.wire as AdIdentity);
      return [...(people.findOwner(accountId)?.account.identities ?? []), ...created];
    },
    nextId: () => `1790${world.ids.number("tiktok/object", 15)}`,
    requests: {
      isClaimed: (accountId, requestId) => claimed.get(`${accountId}|${requestId}`) !== undefined,
      claim: (accountId, requestId) => void claimed.put({ id: `${accountId}|${requestId}` }),
    },
  };
}
