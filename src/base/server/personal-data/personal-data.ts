import type { Rows } from "#db/generated/rows.ts";
import type { ConsentPurpose } from "../../shared/consent-purposes.ts";
import type { Context, ReadContext } from "../context.ts";

type Table = keyof Rows;
type NamesIn<Schema extends string> = Table extends infer Each
  ? Each extends `${Schema}.${infer Name}`
    ? Name
    : never
  : never;
type ColumnsOf<Name extends string> = Name extends Table ? keyof Rows[Name] & string : never;

/** How long rows live while their merchant's account exists; null: as long as the account. */
export type Retention =
  | { period: string; why: string }
  /** Deleted by the retention job, in small batches, once `since` lies so many days back. */
  | { days: number; since: string; why: string };

/** By which column rows are a merchant's; or whose child they are: `by` is a column here, `its` one of that table. */
export type Owner = { column: string } | { through: string; by: string; its: string };

/** What becomes of rows when their merchant's account is erased. */
export type Erasure =
  | { kind: "delete" }
  | { kind: "keep"; why: string; rewrite: Readonly<Record<string, string>> };

export type TablePolicy =
  /** Holds nothing of a merchant. */
  | { kind: "ours"; why: string; retention: Retention | null }
  | {
      kind: "merchants";
      owner: Owner;
      /** The columns left out of an export, or why no row is exported. */
      exported: { without: readonly string[] } | { not: string };
      erasure: Erasure;
      retention: Retention | null;
    };

export type TableData = { table: string; policy: TablePolicy };
/** A module's tables; its name is the module's folder. */
export type PersonalData = { module: string; tables: readonly TableData[] };

type Options<Columns extends string> = {
  owner?: { column: Columns } | { through: Table; by: Columns; its: string };
  /** Why these rows are not in an export; without it all columns are but those that `isSecret` names and `without`. */
  notExported?: string;
  without?: readonly Columns[];
  retention?: { period: string; why: string } | { days: number; since: Columns; why: string };
};
type KeptOptions<Columns extends string> = Options<Columns> & {
  /** Columns that get another value when the account is erased, as SQL. */
  rewrite?: Partial<Record<Columns, string>>;
};

type Declare<Columns extends string> = {
  /** The merchant's; deleted with the account. */
  erased(options?: Options<Columns>): TablePolicy;
  /** The merchant's; kept after the account is erased, for this reason. */
  kept(why: string, options?: KeptOptions<Columns>): TablePolicy;
  /** Not of one merchant. */
  ours(why: string, retention?: Retention): TablePolicy;
};

const ownColumn: Owner = { column: "merchant_id" };

const toPolicy = (
  { owner = ownColumn, notExported, without = [], retention }: Options<string>,
  erasure: Erasure,
): TablePolicy => ({
  kind: "merchants",
  owner,
  exported: notExported === undefined ? { without } : { not: notExported },
  erasure,
  retention: retention ?? null,
});

const declare: Declare<string> = {
  erased: (options = {}) => toPolicy(options, { kind: "delete" }),
  kept: (why, { rewrite = {}, ...options } = {}) =>
    toPolicy(options, { kind: "keep", why, rewrite: rewrite as Readonly<Record<string, string>> }),
  ours: (why, retention) => ({ kind: "ours", why, retention: retention ?? null }),
};

/**
 * Says of every table of a module's schema whose data it holds, how it is exported, what an erasure does with it and how
 * long rows are kept. A table that is left out does not compile.
 */
export function definePersonalData<const Schema extends string>(
  module: string,
  schema: Schema,
  tables: {
    [Name in NamesIn<Schema>]: (declare: Declare<ColumnsOf<`${Schema}.${Name}`>>) => TablePolicy;
  },
): PersonalData {
  const entries = Object.entries<(declare: Declare<never>) => TablePolicy>(tables);
  return {
    module,
    tables: entries.map(([name, policy]) => ({
      table: `${schema}.${name}`,
      policy: policy(declare as unknown as Declare<never>),
    })),
  };
}

/** Something outside our database that ends with an account. It may run twice; a failure is tried again later. */
export type ErasureStep = {
  name: string;
  /** It comes at once; others end after those of the modules that need theirs. */
  waitsForNobody?: boolean;
  /** Returns false when more is to be done later, as by a job of the module. */
  run(ctx: ReadContext): Promise<boolean>;
};

/** What a module does about a merchant's data beside its tables. */
export type PersonalDataActs = {
  /** The merchant asked for erasure: what spends money or works by itself stops, in the same transaction. */
  stopForErasure?(ctx: Context): Promise<void>;
  /** What ends before the module's rows are deleted: permissions at vendors, lists there, files. */
  beforeErasure?: readonly ErasureStep[];
  /** Consents that the merchant gives in this module. */
  consents?: readonly RegisteredConsent[];
};

/** A consent that a module asks for. Giving it stays with the module's own screen, where its meaning is explained. */
export type RegisteredConsent = {
  purpose: ConsentPurpose;
  isGiven(ctx: ReadContext): Promise<boolean>;
  withdraw(ctx: Context): Promise<void>;
};

/** What all modules registered: complete once every module is built. */
export type PersonalDataRegistry = {
  readonly data: readonly PersonalData[];
  /** In the order of the modules, from the lowest layer up; `needs` are the modules that a module calls. */
  readonly acts: readonly ({ module: string; needs: readonly string[] } & PersonalDataActs)[];
};

/**
 * Columns that no export shows: secrets and their hashes, and texts that only our own search reads. Binary columns are
 * left out too.
 */
export const isSecret = (column: string): boolean =>
  /(^|_)(sealed|hash|token|secret|folded)(_|$)|_sealed$|^sealed_|^search_text$|_key_sealed$|^p256dh$|^pixel_key$|^webhook_key$/.test(
    column,
  );
