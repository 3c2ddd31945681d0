import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type ContactKeys = Pick<Row<"stores.order_contacts">, "person_key" | "phone_key" | "email_key">;

export async function sharesContacts({ db, actor }: ReadContext): Promise<boolean> {
  const row = await db.maybeOne(
    sql`select 1 from stores.contact_sharing where merchant_id = ${actor.merchantId}`,
  );
  return row !== undefined;
}

export async function allowSharing({ tx, actor, now }: Context): Promise<void> {
  await tx.run(sql`
    insert into stores.contact_sharing (merchant_id, allowed_at) values (${actor.merchantId}, ${now})
    on conflict (merchant_id) do nothing`);
}

/** Also deletes every contact that was stored. */
export async function endSharing({ tx, actor }: Context): Promise<void> {
  await tx.run(sql`delete from stores.contact_sharing where merchant_id = ${actor.merchantId}`);
  await tx.run(sql`delete from stores.order_contacts where merchant_id = ${actor.merchantId}`);
}

/** Stores nothing for a merchant who does not share contacts, nor for a person who was erased under a known key. */
export async function upsertContact(
  { tx, actor, now }: Context,
  {
    orderId,
    keys,
    known,
    sealed,
  }: { orderId: string; keys: ContactKeys; known: readonly string[]; sealed: string },
): Promise<void> {
  const { person_key, phone_key, email_key } = keys;
  await tx.run(sql`
    insert into stores.order_contacts (order_id, merchant_id, person_key, phone_key, email_key, sealed, recorded_at)
    select ${orderId}, merchant_id, ${person_key}, ${phone_key}, ${email_key}, ${sealed}, ${now}
    from stores.contact_sharing
    where merchant_id = ${actor.merchantId} and not exists (
      select 1 from stores.erased_contacts as erased
      where erased.merchant_id = ${actor.merchantId} and erased.contact_key = any(${[...known]}::text[]))
    on conflict (order_id) do update set person_key = excluded.person_key, phone_key = excluded.phone_key,
      email_key = excluded.email_key, sealed = excluded.sealed`);
}

export function listContacts(
  { db, actor }: ReadContext,
  orderIds: readonly string[],
): Promise<Pick<Row<"stores.order_contacts">, "order_id" | "sealed">[]> {
  return db.many(sql`
    select order_id, sealed from stores.order_contacts
    where order_id = any(${[...orderIds]}::text[]) and merchant_id = ${actor.merchantId}`);
}

export type BuyerRow = Pick<Row<"stores.order_contacts">, "order_id" | "person_key" | "sealed">;

/** People with an order that was placed or delivered, each once, in the order of their keys. */
export function listBuyers(
  { db, actor }: ReadContext,
  { after, limit }: { after: string; limit: number },
): Promise<BuyerRow[]> {
  return db.many<BuyerRow>(sql`
    select distinct on (person_key) person_key, order_id, sealed
    from stores.order_contacts join stores.orders on orders.id = order_id
    where order_contacts.merchant_id = ${actor.merchantId} and person_key > ${after}
      and orders.status in ('placed', 'delivered') and orders.is_confirmed
    order by person_key, placed_at desc limit ${limit}`);
}

/** Deletes a person's contacts and remembers that they are not stored again; returns the keys they were known by. */
export async function eraseByKeys({ tx, actor, now }: Context, keys: string[]): Promise<string[]> {
  await tx.run(sql`
    insert into stores.erased_contacts (merchant_id, contact_key, erased_at)
    select ${actor.merchantId}, key, ${now} from unnest(${keys}::text[]) as given (key)
    on conflict (merchant_id, contact_key) do nothing`);
  const erased = await tx.many<Pick<Row<"stores.order_contacts">, "person_key">>(sql`
    delete from stores.order_contacts
    where merchant_id = ${actor.merchantId} and (phone_key = any(${keys}::text[]) or email_key = any(${keys}::text[]))
    returning person_key`);
  return [...new Set([...keys, ...erased.map(({ person_key }) => person_key)])];
}
