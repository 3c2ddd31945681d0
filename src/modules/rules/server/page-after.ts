import { empty, type Sql, sql } from "#base/server/db/db.ts";

/** The last row of the page before: its time and its id. */
export type After = { at: Date; id: string };

export const encodeAfter = ({ at, id }: After): string => `${at.toISOString()}~${id}`;

/** Null for a first page, and for a text that is no cursor. */
export function decodeAfter(text: string | undefined): After | null {
  const [time = "", id = ""] = text?.split("~") ?? [];
  const at = new Date(time);
  return Number.isNaN(at.getTime()) || id === "" ? null : { at, id };
}

/** The condition on two columns, time and id, of a list that is newest first. */
export const isAfter = (columns: Sql, after: After | null): Sql =>
  after ? sql`and ${columns} < (${after.at}, ${after.id})` : empty;
