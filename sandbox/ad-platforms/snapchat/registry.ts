import type { World } from "../../base/world.ts";
import { type Kept as AnyKept, makeObjects, type Objects } from "../shared/objects.ts";
import { makePeople, type People } from "../shared/people.ts";
import { DEMO_KEYS, type Identity, identityOf } from "./demo.ts";

const KINDS = ["campaigns", "adsquads", "ads", "creatives", "media"] as const;
export type Kind = (typeof KINDS)[number];
export type Kept = AnyKept<Kind>;

/** What the simulator remembers, and whose it is. */
export interface Registry extends Objects<Kind>, People<Identity> {
  identityOfOrganization(organizationId: string): Identity | null;
}

export function makeRegistry(world: World): Registry {
  const people = makePeople(world, "snapchat", DEMO_KEYS, identityOf);
  const known = new Map<string, Identity>();
  return {
    ...makeObjects(world, "snapchat", KINDS),
    ...people,
    identityOfOrganization(organizationId) {
      if (!known.has(organizationId))
        for (const identity of people.all()) known.set(identity.organization.id, identity);
      return known.get(organizationId) ?? null;
    },
  };
}
