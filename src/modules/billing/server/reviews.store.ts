import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Up to when everything was reviewed; the beginning of time before the first review. */
export async function loadReviewedUntil(db: Db, name: string): Promise<Date> {
  const known = await db.maybeOne<Row<"billing.reviews", "reviewed_until">>(
    sql`select reviewed_until from billing.reviews where name = ${name}`,
  );
  return known?.reviewed_until ?? new Date(0);
}

export async function saveReviewedUntil(
  db: Db,
  { name, reviewed_until }: Row<"billing.reviews">,
): Promise<void> {
  await db.run(sql`
    insert into billing.reviews (name, reviewed_until) values (${name}, ${reviewed_until})
    on conflict (name) do update set reviewed_until = excluded.reviewed_until`);
}
