import type { World } from "../../base/world.ts";
import { makePeople, type People } from "../shared/identities.ts";
import { type StoredObject as AnyStoredObject, makeObjects, type Objects } from "../shared/objects.ts";
import { DEMO_KEYS, findIdentity, type Identity } from "./demo.ts";

const KINDS = ["campaigns", "adsquads", "ads", "creatives", "media"] as const;
export type Kind = (typeof KINDS)[number];
export type StoredObject = AnyStoredObject<Kind>;

/** The simulator's state, with the owners of objects. */
export interface Registry extends Objects<Kind>, People<Identity> {
  findOrganizationOwner(organizationId: string): Identity | null;
}

export function makeRegistry(world: World): Registry {
  const people = makePeople(world, "snapchat", DEMO_KEYS, findIdentity);
  const known = new Map<string, Identity>();
  return {
    ...makeObjects(world, "snapchat", KINDS),
    ...people,
    findOrganizationOwner(organizationId) {
      if (!known.has(organizationId))
        for (const identity of people.all()) known.set(identity.organization.id, identity);
      return known.get(organizationId) ?? null;
    },
  };
}
