import type { Rows } from "#db/generated/rows.ts";
import { type TokenTable, tokenSeal } from "../oauth/sealed-tokens.ts";

/** Columns of one table that hold sealed text, and how the seal of a row is found: for sealing them anew with another key. */
export type SealedColumns = {
  table: string;
  /** The columns that name the row in its seal, in the order of `toContext`. */
  key: readonly string[];
  columns: readonly string[];
  toContext(...key: string[]): string;
  /** SQL that holds of rows whose text must not change now: they are left to the next run. */
  isBusy?: string;
};

type Options<Columns extends string> = Omit<SealedColumns, "table" | "key" | "columns"> & {
  key: readonly Columns[];
  columns: readonly Columns[];
};

/** Typed by the migrations: a column that does not exist does not compile. */
export const sealedColumns = <Table extends keyof Rows>(
  table: Table,
  options: Options<keyof Rows[Table] & string>,
): SealedColumns => ({ table, ...options });

/** Those of a table of vendors' tokens. During a renewal the pair is known by its text, which stays as it is. */
export const sealedTokens = (table: TokenTable): SealedColumns => ({
  table: table.name,
  key: [table.key],
  columns: ["access_token_sealed", "refresh_token_sealed"],
  toContext: (id) => tokenSeal(table, id),
  isBusy: "renewing_until > now()",
});
