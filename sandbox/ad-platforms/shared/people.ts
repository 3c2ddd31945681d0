import type { FastifyInstance } from "fastify";
import { Refusal } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { turnsOf } from "./objects.ts";

/** Somebody one may be on a consent page, with the ad accounts they can reach. */
export interface Person<Account extends { id: string } = { id: string }> {
  key: string;
  accounts: Account[];
}

/** Who there is on a platform, and whose an ad account is. A wish says how a fresh person differs from Noura. */
export interface People<Someone extends Person, Wish extends object = object> {
  /** The demo people, and everybody who was made here. */
  all(): Someone[];
  /** Who stands behind a key, or null when nobody does. */
  identityOf(key: string): Someone | null;
  ownerOf(accountId: string): { identity: Someone; account: Someone["accounts"][number] } | null;
  /** Makes a person of one's own; they stay as wished in this world. */
  freshIdentity(wish?: Wish): Someone;
  /** Who one may be on the consent page: the demo people, and those made here last, who can come back. */
  choices(): Someone[];
  /** Who was chosen there: a key, or "fresh" for somebody new. */
  chosen(choice: string, wish?: Wish): Someone | null;
}

/** `identityOf` answers who stands behind a key, fresh ones included, or null when nobody does. */
export function makePeople<Someone extends Person, Wish extends object = object>(
  world: World,
  platform: string,
  demoKeys: readonly string[],
  identityOf: (key: string, wish?: Wish) => Someone | null,
): People<Someone, Wish> {
  const turns = turnsOf(world, platform);
  const wishes = world.state<Record<string, Wish>>(`${platform}.wishes`, () => ({}));
  const owners = new Map<string, { identity: Someone; account: Someone["accounts"][number] }>();
  const known = (key: string) => identityOf(key, wishes[key]);
  const everybodyIn = (keys: readonly string[]) => keys.map(known).filter((identity) => identity !== null);
  const freshKeys = () => Array.from({ length: turns.fresh }, (_, index) => `fresh-${index + 1}`);
  const all = () => everybodyIn([...demoKeys, ...freshKeys()]);
  const learn = () => {
    for (const identity of all()) {
      for (const account of identity.accounts) owners.set(account.id, { identity, account });
    }
  };
  const freshIdentity = (wish?: Wish) => {
    turns.fresh += 1;
    const key = `fresh-${turns.fresh}`;
    if (wish && Object.keys(wish).length > 0) wishes[key] = wish;
    const identity = known(key);
    if (!identity) throw new Error("a fresh key always has an identity");
    return identity;
  };

  return {
    all,
    identityOf: known,
    ownerOf(accountId) {
      if (!owners.has(accountId)) learn();
      return owners.get(accountId) ?? null;
    },
    freshIdentity,
    choices: () => everybodyIn([...demoKeys, ...freshKeys().slice(-3).reverse()]),
    chosen: (choice, wish) => (choice === "fresh" ? freshIdentity(wish) : known(choice)),
  };
}

/** Whom `POST /control/tokens` means by `identity`: Noura unless told otherwise. */
export function personAsked<Someone extends Person, Wish extends object>(
  people: People<Someone, Wish>,
  ask: Record<string, unknown>,
  wish?: Wish,
): Someone {
  const key = String(ask.identity ?? "noura");
  const identity = people.chosen(key, wish);
  if (!identity) throw new Refusal(`Nobody is called ${key}`);
  return identity;
}

/** A person takes the permission back in their own settings on the platform, for which there is no public call. */
export function revokeRoute(
  app: FastifyInstance,
  platform: string,
  revoke: (identity: string) => number,
): void {
  app.post(`/control/${platform}/revoke`, (request) => {
    const { identity } = (request.body ?? {}) as { identity?: unknown };
    if (typeof identity !== "string") throw new Refusal("identity must name one of the demo people");
    return { revoked: revoke(identity) };
  });
}
