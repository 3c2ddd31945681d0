import type { World } from "../../base/world.ts";
import { turnsOf } from "./objects.ts";

/** Somebody one may be on a consent page, with the ad accounts they can reach. */
export interface Person<Account extends { id: string } = { id: string }> {
  key: string;
  accounts: Account[];
}

/** `fresh-1`, `fresh-2` …: a person of one's own, so that two trials need not share one. */
const FRESH = /^fresh-(\d{1,9})$/;

/** The number of a fresh person's key, or null when the key is not one. */
export function freshNumberOf(key: string): string | null {
  return FRESH.exec(key)?.[1] ?? null;
}

/** Who there is on a platform, and whose an ad account is. */
export interface People<Someone extends Person> {
  /** The demo people, and everybody who was made here. */
  all(): Someone[];
  ownerOf(accountId: string): { identity: Someone; account: Someone["accounts"][number] } | null;
  /** Makes a key of its own for a new person. */
  freshIdentity(): Someone;
  /** Those made here last, newest first: a person can come back as who they were. */
  recentIdentities(): Someone[];
}

/** `identityOf` answers who stands behind a key, fresh ones included, or null when nobody does. */
export function makePeople<Someone extends Person>(
  world: World,
  platform: string,
  demoKeys: readonly string[],
  identityOf: (key: string) => Someone | null,
): People<Someone> {
  const turns = turnsOf(world, platform);
  const owners = new Map<string, { identity: Someone; account: Someone["accounts"][number] }>();
  const fresh = (numbers: number[]) =>
    numbers.map((number) => identityOf(`fresh-${number}`)).filter((identity) => identity !== null);
  const all = () => [
    ...demoKeys.map(identityOf).filter((identity) => identity !== null),
    ...fresh(Array.from({ length: turns.fresh }, (_, index) => index + 1)),
  ];
  const learn = () => {
    for (const identity of all()) {
      for (const account of identity.accounts) owners.set(account.id, { identity, account });
    }
  };

  return {
    all,
    ownerOf(accountId) {
      if (!owners.has(accountId)) learn();
      return owners.get(accountId) ?? null;
    },
    freshIdentity() {
      turns.fresh += 1;
      const identity = identityOf(`fresh-${turns.fresh}`);
      if (!identity) throw new Error("a fresh key always has an identity");
      return identity;
    },
    recentIdentities: () =>
      fresh(Array.from({ length: Math.min(3, turns.fresh) }, (_, index) => turns.fresh - index)),
  };
}
