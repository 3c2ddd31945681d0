import { type Db, sql } from "#base/server/db/db.ts";

/** The reader of this number wants no texts. `at` is the system clock. */
export async function insertOptOut(db: Db, number: string, at: Date): Promise<void> {
  await db.run(sql`
    insert into messages.text_opt_outs (to_number, opted_out_at) values (${number}, ${at}) on conflict do nothing`);
}

/** The reader wants them again. */
export async function deleteOptOut(db: Db, number: string): Promise<void> {
  await db.run(sql`delete from messages.text_opt_outs where to_number = ${number}`);
}

/** Which of these numbers want no texts. */
export async function findOptOuts(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<{ to_number: string }>(sql`
    select to_number from messages.text_opt_outs where to_number = any(${numbers}::text[])`);
  return new Set(rows.map(({ to_number }) => to_number));
}
