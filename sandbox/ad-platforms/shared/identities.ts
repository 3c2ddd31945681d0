import type { FastifyInstance } from "fastify";
import { Refusal } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { loadCounters } from "./objects.ts";

/** An identity to choose on a consent page, with its ad accounts. */
export interface Person<Account extends { id: string } = { id: string }> {
  key: string;
  accounts: Account[];
}

/** A platform's identities and the owner of each ad account. Overrides say how a fresh person differs from Noura. */
export interface People<Identity extends Person, Overrides extends object = object> {
  /** The demo people, and the fresh people created here. */
  all(): Identity[];
  /** The identity with this key, or null. */
  findIdentity(key: string): Identity | null;
  findOwner(accountId: string): { identity: Identity; account: Identity["accounts"][number] } | null;
  /** Creates a fresh person; their overrides stay for the life of this world. */
  createFreshIdentity(overrides?: Overrides): Identity;
  /** The choices on the consent page: the demo people, and the latest fresh ones, who can be chosen again. */
  choices(): Identity[];
  /** The chosen identity: a key, or "fresh" for a new person. */
  resolveChoice(choice: string, overrides?: Overrides): Identity | null;
}

/** `findIdentity` returns the identity with a key, fresh ones included, or null. */
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

/** The identity of `POST /control/tokens`: Noura by default. */
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

/** A person revokes the app's access in their own settings on the platform; there is no public call for it. */
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
