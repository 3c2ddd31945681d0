import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type QuietHours, usualQuietHours } from "../domain/quiet-hours.ts";

/** The person's, wherever they work. Null: they want none. */
export async function loadQuietHours(
  { db }: Pick<ReadContext, "db">,
  personId: string,
): Promise<QuietHours | null> {
  const found = await db.maybeOne<Row<"notifications.quiet_hours", "from_hour" | "to_hour">>(
    sql`select from_hour, to_hour from notifications.quiet_hours where person_id = ${personId}`,
  );
  if (!found) return usualQuietHours;
  const { from_hour, to_hour } = found;
  return from_hour === null || to_hour === null ? null : { from_hour, to_hour };
}

export async function saveQuietHours(
  { tx, now }: Context,
  personId: string,
  hours: QuietHours | null,
): Promise<void> {
  await tx.run(sql`
    insert into notifications.quiet_hours (person_id, from_hour, to_hour, updated_at)
    values (${personId}, ${hours?.from_hour ?? null}, ${hours?.to_hour ?? null}, ${now})
    on conflict (person_id) do update
      set from_hour = excluded.from_hour, to_hour = excluded.to_hour, updated_at = excluded.updated_at`);
}
