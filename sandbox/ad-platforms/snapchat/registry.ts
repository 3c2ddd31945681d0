import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import type { Json } from "../shared/field-table.ts";
import { DEMO_KEYS, type DemoAccount, type Identity, identityOf } from "./demo.ts";

export type Kind = "campaigns" | "adsquads" | "ads" | "creatives" | "media";

/** One object as it is kept: `wire` holds what was written, the statuses are worked out when it is shown. */
export interface Kept {
  id: string;
  kind: Kind;
  account_id: string;
  /** The campaign of an ad squad, the ad squad of an ad; the ad account of the others. */
  parent_id: string;
  /** Lists are in the order of creation. */
  turn: number;
  deleted: boolean;
  /** World time in milliseconds from which the reviewer counts. */
  submitted_at: number;
  wire: Json;
}

export interface Owner {
  identity: Identity;
  account: DemoAccount;
}

/** What the simulator remembers, and whose it is. */
export interface Registry {
  tables: Record<Kind, Table<Kept>>;
  /** The object when it stands; a deleted one counts as not there. */
  find(kind: Kind, id: string): Kept | undefined;
  childrenOf(kind: Kind, parentId: string): Kept[];
  inAccount(kind: Kind, accountId: string): Kept[];
  nextTurn(): number;
  ownerOf(accountId: string): Owner | null;
  identityOfOrganization(organizationId: string): Identity | null;
  /** Makes a key of its own for a new organisation. */
  freshIdentity(): Identity;
  /** Those made here last, newest first: a person can come back as who they were. */
  recentIdentities(): Identity[];
}

export function makeRegistry(world: World): Registry {
  const turns = world.state<{ objects: number; fresh: number }>("snapchat.turns", () => ({
    objects: 0,
    fresh: 0,
  }));
  const tables: Record<Kind, Table<Kept>> = {
    campaigns: world.table<Kept>("snapchat.campaigns"),
    adsquads: world.table<Kept>("snapchat.adsquads"),
    ads: world.table<Kept>("snapchat.ads"),
    creatives: world.table<Kept>("snapchat.creatives"),
    media: world.table<Kept>("snapchat.media"),
  };
  const identities = () => [
    ...DEMO_KEYS,
    ...Array.from({ length: turns.fresh }, (_, index) => `fresh-${index + 1}`),
  ];
  /** Ids by parent and by account: a market that is asked every minute must not read whole tables. */
  const families = new Map<Kind, { version: string; ids: Map<string, string[]> }>();
  const familyOf = (kind: Kind) => {
    const version = `${turns.objects}/${tables[kind].size}`;
    const known = families.get(kind);
    if (known?.version === version) return known.ids;
    const ids = new Map<string, string[]>();
    for (const row of [...tables[kind].values()].sort((one, other) => one.turn - other.turn)) {
      for (const key of new Set([row.parent_id, row.account_id])) {
        const list = ids.get(key) ?? [];
        ids.set(key, list);
        list.push(row.id);
      }
    }
    families.set(kind, { version, ids });
    return ids;
  };
  const under = (kind: Kind, id: string) =>
    (familyOf(kind).get(id) ?? []).map((each) => tables[kind].get(each)).filter((row) => row !== undefined);
  const owners = new Map<string, Owner>();
  const known = new Map<string, Identity>();
  const learn = () => {
    for (const key of identities()) {
      const identity = identityOf(key);
      if (!identity || known.has(identity.organization.id)) continue;
      known.set(identity.organization.id, identity);
      for (const account of identity.accounts) owners.set(account.id, { identity, account });
    }
  };

  return {
    tables,
    find(kind, id) {
      const row = tables[kind].get(id);
      return row && !row.deleted ? row : undefined;
    },
    childrenOf: under,
    inAccount: under,
    nextTurn() {
      turns.objects += 1;
      return turns.objects;
    },
    ownerOf(accountId) {
      if (!owners.has(accountId)) learn();
      return owners.get(accountId) ?? null;
    },
    identityOfOrganization(organizationId) {
      if (!known.has(organizationId)) learn();
      return known.get(organizationId) ?? null;
    },
    freshIdentity() {
      turns.fresh += 1;
      const identity = identityOf(`fresh-${turns.fresh}`);
      if (!identity) throw new Error("a fresh key always has an identity");
      return identity;
    },
    recentIdentities() {
      const numbers = Array.from({ length: Math.min(3, turns.fresh) }, (_, index) => turns.fresh - index);
      return numbers.map((number) => identityOf(`fresh-${number}`)).filter((identity) => identity !== null);
    },
  };
}
