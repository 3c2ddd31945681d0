import type { FastifyInstance } from "fastify";
import { Refusal } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { loadCounters } from "./objects.ts";

/** Somebody one may be on a consent page, with the ad accounts they can reach. */
export interface Person<Account extends { id: string } = { id: string }> {
  key: string;
  accounts: Account[];
}

/** Who there is on a platform, and whose an ad account is. A wish says how a fresh person differs from Noura. */
export interface People<Identity extends Person, Overrides extends object = object> {
  /** The demo people, and everybody who was made here. */
  all(): Identity[];
  /** Who stands behind a key, or null when nobody does. */
  findIdentity(key: string): Identity | null;
  findOwner(accountId: string): { identity: Identity; account: Identity["accounts"][number] } | null;
  /** Makes a person of one's own; they stay as wished in this world. */
  createFreshIdentity(overrides?: Overrides): Identity;
  /** Who one may be on the consent page: the demo people, and those made here last, who can come back. */
  choices(): Identity[];
  /** Who was chosen there: a key, or "fresh" for somebody new. */
  resolveChoice(choice: string, overrides?: Overrides): Identity | null;
}

/** `findIdentity` answers who stands behind a key, fresh ones included, or null when nobody does. */
export function makePeople<Identity extends Person, Overrides extends object = object>(
  world: World,
  platform: string,
  demoKeys: readonly string[],
  findIdentity: (key: string, overrides?: Overrides) => Identity | null,
): People<Identity, Overrides> {
  const counters = loadCounters(world, platform);
  const savedOverrides = world.state<Record<string, Overrides>>(`${platform}.wishes`, () => ({}));
  const owners = new Map<string, { identity: Identity; account: Identity["accounts"][number] }>();
  const known = (key: string) => findIdentity(key, savedOverrides[key]);
  const findIdentities = (keys: readonly string[]) => keys.map(known).filter((identity) => identity !== null);
  const freshKeys = () => Array.from({ length: counters.fresh }, (_, index) => `fresh-${index + 1}`);
  const all = () => findIdentities([...demoKeys, ...freshKeys()]);
  const indexOwners = () => {
    for (const identity of all()) {
      for (const account of identity.accounts) owners.set(account.id, { identity, account });
    }
  };
  const createFreshIdentity = (overrides?: Overrides) => {
    counters.fresh += 1;
    const key = `fresh-${counters.fresh}`;
    if (overrides && Object.keys(overrides).length > 0) savedOverrides[key] = overrides;
    const identity = known(key);
    if (!identity) throw new Error("a fresh key always has an identity");
    return identity;
  };

  return {
    all,
    findIdentity: known,
    findOwner(accountId) {
      if (!owners.has(accountId)) indexOwners();
      return owners.get(accountId) ?? null;
    },
    createFreshIdentity,
    choices: () => findIdentities([...demoKeys, ...freshKeys().slice(-3).reverse()]),
    resolveChoice: (choice, overrides) =>
      choice === "fresh" ? createFreshIdentity(overrides) : known(choice),
  };
}

/** Whom `POST /control/tokens` means by `identity`: Noura unless told otherwise. */
export function requireIdentity<Identity extends Person, Overrides extends object>(
  people: People<Identity, Overrides>,
  input: Record<string, unknown>,
  overrides?: Overrides,
): Identity {
  const key = String(input.identity ?? "noura");
  const identity = people.resolveChoice(key, overrides);
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
