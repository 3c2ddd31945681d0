import type { World } from "../../base/world.ts";
import { makePeople, type People } from "../shared/identities.ts";
import { type StoredObject as AnyStoredObject, makeObjects, type Objects } from "../shared/objects.ts";
import {
  DEMO_KEYS,
  type DemoAccount,
  type DemoPage,
  findIdentity,
  type Identity,
  type Overrides,
} from "./demo.ts";

const KINDS = ["campaigns", "adsets", "ads", "adcreatives", "advideos", "adimages", "reports"] as const;
export type Kind = (typeof KINDS)[number];
export type StoredObject = AnyStoredObject<Kind>;

/** The simulator's state, with the owners of objects. */
export interface Registry extends Objects<Kind>, People<Identity, Overrides> {
  /** The node with this id in the graph, deleted objects too: Meta's nodes stay readable. */
  findObject(id: string): StoredObject | undefined;
  pageAt(id: string): { identity: Identity; page: DemoPage } | undefined;
  loadAccount(row: StoredObject): { identity: Identity; account: DemoAccount };
  nextId(): string;
}

export function makeRegistry(world: World): Registry {
  const objects = makeObjects(world, "meta", KINDS);
  const people = makePeople(world, "meta", DEMO_KEYS, findIdentity);
  return {
    ...objects,
    ...people,
    findObject: (id) => KINDS.map((kind) => objects.tables[kind].get(id)).find((row) => row !== undefined),
    pageAt(id) {
      for (const identity of people.all()) {
        const page = identity.pages.find((each) => each.id === id);
        if (page) return { identity, page };
      }
      return undefined;
    },
    loadAccount(row) {
      const owner = people.findOwner(row.account_id);
      if (!owner) throw new Error(`nobody owns the ad account ${row.account_id}`);
      return owner;
    },
    nextId: () => `120${world.ids.number("meta/object", 15)}`,
  };
}
