import type { Context, ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import { fold } from "#base/shared/fold.ts";

/** The only file that writes `library.collections`, `library.collected_items` and `library.notes`. */

export type CollectionRecord = { id: string; name: string; created_at: Date; items: number };

const selectCollections = (condition: Sql): Sql => sql`
  select c.id, c.name, c.created_at,
    (select count(*)::int from library.collected_items i where i.collection_id = c.id) as items
  from library.collections c where ${condition}`;

export const listCollections = ({ db, actor }: ReadContext): Promise<CollectionRecord[]> =>
  db.many(sql`${selectCollections(sql`c.merchant_id = ${actor.merchantId}`)} order by c.name_folded, c.id`);

export const findCollection = (
  { db, actor }: ReadContext,
  id: string,
): Promise<CollectionRecord | undefined> =>
  db.maybeOne(selectCollections(sql`c.merchant_id = ${actor.merchantId} and c.id = ${id}`));

/** The merchant's collections change one after the other: their number is counted under this lock. */
export async function lockCollections({ tx, actor }: Context): Promise<void> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`library.collections:${actor.merchantId}`}, 0))`,
  );
}

/** Throws on the constraint `collections_merchant_id_name_folded_key` where the name is taken, in any spelling. */
export async function insertCollection(
  { tx, actor, now }: Context,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await tx.run(sql`
    insert into library.collections (id, merchant_id, name, name_folded, created_at)
    values (${id}, ${actor.merchantId}, ${name}, ${fold(name)}, ${now})`);
}

/** The same constraint. False where the merchant has no such collection. */
export async function setCollectionName({ tx, actor }: Context, id: string, name: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update library.collections set name = ${name}, name_folded = ${fold(name)}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
  return changed > 0;
}

export async function removeCollection({ tx, actor }: Context, id: string): Promise<boolean> {
  return (
    (await tx.run(
      sql`delete from library.collections where merchant_id = ${actor.merchantId} and id = ${id}`,
    )) > 0
  );
}

/** The collection is the merchant's; an item that is in it stays once. */
export async function insertCollectedItem(
  { tx, actor, now }: Context,
  { collectionId, itemId }: { collectionId: string; itemId: string },
): Promise<void> {
  await tx.run(sql`
    insert into library.collected_items (merchant_id, collection_id, item_id, added_at)
    values (${actor.merchantId}, ${collectionId}, ${itemId}, ${now}) on conflict do nothing`);
}

export async function removeCollectedItem(
  { tx, actor }: Context,
  { collectionId, itemId }: { collectionId: string; itemId: string },
): Promise<void> {
  await tx.run(sql`
    delete from library.collected_items
    where merchant_id = ${actor.merchantId} and collection_id = ${collectionId} and item_id = ${itemId}`);
}

/** The collections that each of these items is in. */
export const listCollectionsByItem = (
  { db, actor }: ReadContext,
  itemIds: readonly string[],
): Promise<{ item_id: string; collection_id: string }[]> =>
  db.many(sql`
    select item_id, collection_id from library.collected_items
    where merchant_id = ${actor.merchantId} and item_id = any(${[...itemIds]}::text[]) order by collection_id`);

/** An empty text removes the note. */
export async function saveNote(
  { tx, actor, now }: Context,
  { itemId, text }: { itemId: string; text: string },
): Promise<void> {
  await tx.run(
    text === ""
      ? sql`delete from library.notes where merchant_id = ${actor.merchantId} and item_id = ${itemId}`
      : sql`
        insert into library.notes (merchant_id, item_id, text, updated_at)
        values (${actor.merchantId}, ${itemId}, ${text}, ${now})
        on conflict (merchant_id, item_id) do update set text = excluded.text, updated_at = excluded.updated_at`,
  );
}

export const listNotes = (
  { db, actor }: ReadContext,
  itemIds: readonly string[],
): Promise<{ item_id: string; text: string }[]> =>
  db.many(sql`
    select item_id, text from library.notes
    where merchant_id = ${actor.merchantId} and item_id = any(${[...itemIds]}::text[])`);
