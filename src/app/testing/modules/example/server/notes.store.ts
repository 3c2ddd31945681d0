import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

type Note = { id: string; text: string; is_checked: boolean };

export const listNotes = ({ db, actor }: ReadContext): Promise<Note[]> =>
  db.many<Note>(sql`
    select id, text, is_checked from example.notes where merchant_id = ${actor.merchantId} order by id`);

/** False when the merchant has this note already. */
export async function insertNote({ tx, actor }: Context, { id, text }: Pick<Note, "id" | "text">) {
  const inserted = await tx.run(sql`
    insert into example.notes (id, merchant_id, text) values (${id}, ${actor.merchantId}, ${text})
    on conflict (merchant_id, text) do nothing`);
  return inserted === 1;
}

export const saveChecked = ({ db, actor }: ReadContext, { noteId }: { noteId: string }) =>
  db.run(sql`
    update example.notes set is_checked = true where id = ${noteId} and merchant_id = ${actor.merchantId}`);
