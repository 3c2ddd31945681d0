import type { FastifyInstance } from "fastify";
import type { ZodType, z } from "zod";
import type { DeclaredAbilities, HeldAbility } from "../shared/abilities.ts";
import type { Audience } from "../shared/audience.ts";
import type { Calls } from "../shared/contract.ts";
import type { EventShapes } from "../shared/events.ts";
import type { Clock } from "./clock.ts";
import type { Db, Driver } from "./db/db.ts";
import type { ReadReplica } from "./db/read-replica.ts";
import type { HttpContext } from "./http/mount.ts";
import type { JobHandler } from "./jobs.ts";
import type { Log } from "./log.ts";
import type { Messages } from "./messages.ts";
import type { Meters } from "./meters.ts";
import type { OperationDefinition } from "./operations/define-operation.ts";
import type { Subscription } from "./outbox-relay.ts";
import type { PersonalData, PersonalDataActs } from "./personal-data/personal-data.ts";
import type { SealedColumns } from "./sealed/sealed-columns.ts";
import type { Vault } from "./secrets.ts";

/** Each layer with those below it: a module may need facades of these alone. */
type Below = {
  0: never;
  1: 0;
  2: 0 | 1;
  3: 0 | 1 | 2;
  4: 0 | 1 | 2 | 3;
  5: 0 | 1 | 2 | 3 | 4;
  6: 0 | 1 | 2 | 3 | 4 | 5;
  7: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  8: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
};
export type Layer = keyof Below;

/** Layer and facade by module; the name is the module's folder. A module that nothing calls has no facade. */
// biome-ignore lint/suspicious/noEmptyInterface: every manifest adds its module
export interface ModuleRegistry {}

/** The adapters that modules need, by name. `src/app/server/ports.ts` provides each. */
// biome-ignore lint/suspicious/noEmptyInterface: every manifest adds its ports
export interface PortRegistry {}

export type ModuleName = keyof ModuleRegistry;
type LayerOf<Name extends ModuleName> = ModuleRegistry[Name] extends { layer: infer Own extends Layer }
  ? Own
  : never;
type FacadeOf<Name extends ModuleName> = ModuleRegistry[Name] extends { facade: infer Own } ? Own : undefined;
export type Facades = { [Name in ModuleName]: FacadeOf<Name> };

/** The modules that a module of this layer may need. */
type NamesBelow<Own extends Layer> = {
  [Name in ModuleName]: LayerOf<Name> extends Below[Own] ? Name : never;
}[ModuleName];

/** What every module gets. */
export type SharedDeps = {
  db: Db;
  driver: Driver;
  /** Where reads go that a replica of the database may answer; the database itself where there is none. */
  replica: ReadReplica;
  log: Log;
  messages: Messages;
  vault: Vault;
  meters: Meters;
  systemClock: Clock;
  worldClock: Clock;
  /** The product's own address, without a trailing slash. */
  publicUrl: string;
  /** A key of 32 bytes for one use, derived from the product's own secret. A use keeps its words for ever. */
  deriveKey(use: string): Buffer;
  /** The same of every secret that is still accepted, the present one first. */
  deriveKeys(use: string): readonly Buffer[];
  /** What all modules together declare for each audience. */
  abilities: Readonly<Record<Audience, readonly HeldAbility[]>>;
};

/** What a module does while the product runs. */
export type ModuleParts = {
  /** Its calls and other addresses, in the role `web`. */
  mount?(app: FastifyInstance, http: HttpContext): void;
  /** Addresses that may be served by a process of their own, in the role `redirect`. */
  mountRedirect?(app: FastifyInstance): Promise<void>;
  /** In the role `jobs`: handlers of jobs, of events, and of operations over many items. */
  jobs?: readonly JobHandler[];
  subscriptions?: readonly Subscription[];
  operations?: readonly OperationDefinition[];
  /** What it does, beside its tables, when an account is exported or erased. */
  personalData?: PersonalDataActs;
  /** In the role `jobs`: what runs by a timer of its own. */
  startBackground?(): { stop(): void | Promise<void> };
};

type SettingsShape = Readonly<Record<string, ZodType>>;
type SettingsOf<Shape extends SettingsShape> = { [Setting in keyof Shape]: z.output<Shape[Setting]> };

/** What a module declares of its contract. */
type Declared = {
  calls?: Calls;
  events?: EventShapes;
  refusals?: { table: Readonly<Record<string, number>> };
  abilities?: readonly DeclaredAbilities[];
  /** What its tables hold of a merchant. */
  personalData?: PersonalData;
  /** Which of its columns are sealed and kept: a rotation of keys seals them anew. */
  sealed?: readonly SealedColumns[];
};

type Manifest<
  Name extends ModuleName,
  Needs extends NamesBelow<LayerOf<Name>>,
  Port extends keyof PortRegistry,
  Shape extends SettingsShape,
> = Declared & {
  /** The module's folder. */
  name: Name;
  layer: LayerOf<Name>;
  /** The modules of lower layers whose facades it calls. */
  needs?: readonly Needs[];
  ports?: readonly Port[];
  /** Its own settings by the name of their environment variable, validated at start. */
  settings?: Shape;
  /** What production refuses of its settings, one line per setting: `SELLER_NAME_AR: …`. */
  findProductionProblems?(settings: SettingsOf<Shape>): readonly string[];
  build(
    deps: SharedDeps & {
      facades: Pick<Facades, Needs>;
      ports: Pick<PortRegistry, Port>;
      settings: SettingsOf<Shape>;
    },
  ): ModuleParts & (FacadeOf<Name> extends undefined ? { facade?: undefined } : { facade: FacadeOf<Name> });
};

/** A manifest as the app composes it: names are texts, and `build` takes what they stand for. */
export type ServerModule = Declared & {
  name: string;
  layer: Layer;
  needs: readonly string[];
  ports: readonly string[];
  settings: SettingsShape;
  findProductionProblems?(settings: Readonly<Record<string, unknown>>): readonly string[];
  build(
    deps: SharedDeps & {
      facades: Readonly<Record<string, unknown>>;
      ports: Readonly<Record<string, unknown>>;
      settings: Readonly<Record<string, unknown>>;
    },
  ): ModuleParts & { facade?: unknown };
};

/**
 * A module's manifest for the server, exported as `server` by `server/<name>.module.ts`. The app finds it there; nothing
 * else has to name the module. The module adds itself and its ports to the registries, so that a module which needs one
 * of its own or of a higher layer does not compile:
 *
 *     declare module "#base/server/module.ts" {
 *       interface ModuleRegistry {
 *         wallet: { layer: 2; facade: WalletFacade };
 *       }
 *     }
 */
export function defineModule<
  const Name extends ModuleName,
  const Needs extends NamesBelow<LayerOf<Name>> = never,
  const Port extends keyof PortRegistry = never,
  const Shape extends SettingsShape = Record<never, never>,
>({
  needs = [],
  ports = [],
  settings,
  findProductionProblems,
  build,
  ...declared
}: Manifest<Name, Needs, Port, Shape>): ServerModule {
  return {
    ...declared,
    needs,
    ports,
    settings: settings ?? {},
    ...(findProductionProblems
      ? { findProductionProblems: (own) => findProductionProblems(own as SettingsOf<Shape>) }
      : {}),
    // The app hands each manifest exactly what it names.
    build: (deps) => build(deps as unknown as Parameters<typeof build>[0]),
  };
}
