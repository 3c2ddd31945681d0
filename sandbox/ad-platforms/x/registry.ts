import type { World } from "../../base/world.ts";
import { makePeople, type People } from "../shared/identities.ts";
import { type StoredObject as AnyStoredObject, makeObjects, type Objects } from "../shared/objects.ts";
import { base36, DEMO_KEYS, findIdentity, type Identity } from "./demo.ts";

const KINDS = [
  "campaigns",
  "line_items",
  "targeting_criteria",
  "promoted_tweets",
  "tweets",
  "cards",
  "media",
] as const;
export type Kind = (typeof KINDS)[number];
export type StoredObject = AnyStoredObject<Kind>;

/** The simulator's state, with the owners of objects. */
export interface Registry extends Objects<Kind>, People<Identity> {
  /** A new id of a kind: base 36 for objects of the Ads API, 19 digits for posts, cards and media. */
  newId(kind: Kind): string;
}

export function makeRegistry(world: World): Registry {
  return {
    ...makeObjects(world, "x", KINDS),
    ...makePeople(world, "x", DEMO_KEYS, findIdentity),
    newId: (kind) =>
      ["tweets", "cards", "media"].includes(kind)
        ? `1990${world.ids.number("x/post", 15)}`
        : base36(world.ids.number(`x/${kind}`, 8)),
  };
}
