import { join, sql } from "#base/server/db/db.ts";
import type { StaffContext } from "#base/server/staff-context.ts";
import { fold, likePattern } from "#base/shared/fold.ts";
import type { LibraryRow } from "../contract/staff-library.calls.ts";
import { beyond, decodePlace, encodePlace } from "./library-cursor.ts";
import { presentRow } from "./present-row.ts";
import type { RowRecord } from "./rows.store.ts";

type Query = {
  after?: string | undefined;
  size: number;
  search?: string | undefined;
  shown: "current" | "archived";
};

/** One page of all rows for staff, the newest first. */
export async function listRows(
  { db }: Pick<StaffContext, "db">,
  { after, size, search, shown }: Query,
): Promise<{ items: LibraryRow[]; next: string | null }> {
  const words = fold(search ?? "")
    .split(" ")
    .filter(Boolean)
    .slice(0, 8);
  const filters = join(
    [
      shown === "archived" ? sql`archived_at is not null` : sql`archived_at is null`,
      ...(words.length > 0 ? [sql`search_text like all (${words.map(likePattern)}::text[])`] : []),
    ],
    " and ",
  );
  const rows = await db.many<RowRecord>(sql`
    select * from library.rows where ${filters} ${beyond(decodePlace(after), sql`created_at`, sql`id`)}
    order by created_at desc, id desc limit ${size + 1}`);
  const items = rows.slice(0, size);
  const last = items.at(-1);
  const next = last && rows.length > size ? encodePlace({ at: last.created_at, id: last.id }) : null;
  return { items: items.map(presentRow), next };
}
