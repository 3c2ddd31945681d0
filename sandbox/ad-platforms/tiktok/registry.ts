import type { World } from "../../base/world.ts";
import { type Deliveries, makeDeliveries } from "../shared/deliveries.ts";
import { type Kept as AnyKept, makeObjects, type Objects } from "../shared/objects.ts";
import { makePeople, type People } from "../shared/people.ts";
import { type AdIdentity, DEMO_KEYS, type Identity, identityOf, type Wishes } from "./people.ts";

const KINDS = ["campaigns", "adgroups", "ads", "images", "videos", "identities", "portfolios"] as const;
export type Kind = (typeof KINDS)[number];
export type Kept = AnyKept<Kind>;

/** What the simulator remembers, and whose it is. */
export interface Registry extends Objects<Kind>, People<Identity, Wishes> {
  /** The demo identity of an ad account and those that were made in it. */
  adIdentities(accountId: string): AdIdentity[];
  nextId(): string;
  /** What was made under a `request_id` of the caller's own: of several calls with one value only one succeeds. */
  requests: {
    isTaken(accountId: string, requestId: string): boolean;
    take(accountId: string, id: string): void;
  };
}

/** Everything a handler needs to know of the world. */
export type Room = { world: World; registry: Registry; deliveries: Deliveries };

export function makeRoom(world: World): Room {
  return { world, registry: makeRegistry(world), deliveries: makeDeliveries(world, "tiktok") };
}

function makeRegistry(world: World): Registry {
  const taken = world.table<{ id: string }>("tiktok.requests");
  const objects = makeObjects(world, "tiktok", KINDS);
  const people = makePeople(world, "tiktok", DEMO_KEYS, identityOf);
  return {
    ...objects,
    ...people,
    adIdentities(accountId) {
      const made = objects.inAccount("identities", accountId).map((row) => row.wire as AdIdentity);
      return [...(people.ownerOf(accountId)?.account.identities ?? []), ...made];
    },
    nextId: () => `1790${world.ids.number("tiktok/object", 15)}`,
    requests: {
      isTaken: (accountId, requestId) => taken.get(`${accountId}|${requestId}`) !== undefined,
      take: (accountId, requestId) => void taken.put({ id: `${accountId}|${requestId}` }),
    },
  };
}
