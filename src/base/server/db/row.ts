import type { Rows } from "#db/generated/rows.ts";

/**
 * A row of a table as it is read: all its columns, or those named. A column that code knows more precisely than the
 * database is narrowed by an intersection: `Row<"tracking.links", "platform"> & { platform: Platform }`.
 */
export type Row<Table extends keyof Rows, Column extends keyof Rows[Table] = keyof Rows[Table]> = Pick<
  Rows[Table],
  Column
>;
