import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { StoreAddress } from "../contract/store-address.ts";

export async function registerLandingAddress(
  { tx, actor }: Context,
  { address }: { address: StoreAddress },
): Promise<void> {
  await tx.run(sql`
    insert into stores.landing_addresses (merchant_id, address) values (${actor.merchantId}, ${address})
    on conflict (merchant_id, address) do nothing`);
}
