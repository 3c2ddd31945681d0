import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { StoreAddress } from "../contract/store-address.ts";

/** At most 100 a merchant, as many as there can be landing pages. */
export async function listLandingAddresses({ db, actor }: ReadContext): Promise<StoreAddress[]> {
  const rows = await db.many<Row<"stores.landing_addresses", "address">>(sql`
    select address from stores.landing_addresses where merchant_id = ${actor.merchantId} order by address`);
  return rows.map(({ address }) => address);
}

export async function registerLandingAddress(
  { tx, actor }: Context,
  { address }: { address: StoreAddress },
): Promise<void> {
  await tx.run(sql`
    insert into stores.landing_addresses (merchant_id, address) values (${actor.merchantId}, ${address})
    on conflict (merchant_id, address) do nothing`);
}

export async function removeLandingAddresses(
  { tx, actor }: Context,
  { addresses }: { addresses: readonly StoreAddress[] },
): Promise<void> {
  await tx.run(sql`
    delete from stores.landing_addresses
    where merchant_id = ${actor.merchantId} and address = any(${[...addresses]}::text[])`);
}
