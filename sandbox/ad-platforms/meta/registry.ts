import type { World } from "../../base/world.ts";
import { type Kept as AnyKept, makeObjects, type Objects } from "../shared/objects.ts";
import { makePeople, type People } from "../shared/people.ts";
import { DEMO_KEYS, type DemoAccount, type DemoPage, type Identity, identityOf, type Wish } from "./demo.ts";

const KINDS = ["campaigns", "adsets", "ads", "adcreatives", "advideos", "adimages", "reports"] as const;
export type Kind = (typeof KINDS)[number];
export type Kept = AnyKept<Kind>;

/** What the simulator remembers, and whose it is. */
export interface Registry extends Objects<Kind>, People<Identity, Wish> {
  /** Whatever bears this id in the graph, deleted objects too: Meta's nodes stay readable. */
  keptAt(id: string): Kept | undefined;
  pageAt(id: string): { identity: Identity; page: DemoPage } | undefined;
  accountOf(row: Kept): { identity: Identity; account: DemoAccount };
  nextId(): string;
}

export function makeRegistry(world: World): Registry {
  const objects = makeObjects(world, "meta", KINDS);
  const people = makePeople(world, "meta", DEMO_KEYS, identityOf);
  return {
    ...objects,
    ...people,
    keptAt: (id) => KINDS.map((kind) => objects.tables[kind].get(id)).find((row) => row !== undefined),
    pageAt(id) {
      for (const identity of people.all()) {
        const page = identity.pages.find((each) => each.id === id);
        if (page) return { identity, page };
      }
      return undefined;
    },
    accountOf(row) {
      const owner = people.ownerOf(row.account_id);
      if (!owner) throw new Error(`nobody owns the ad account ${row.account_id}`);
      return owner;
    },
    nextId: () => `120${world.ids.number("meta/object", 15)}`,
  };
}
