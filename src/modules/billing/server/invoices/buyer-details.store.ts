import type { Context, ReadContext } from "#base/server/context.ts";
import { prepared, sql } from "#base/server/db/db.ts";
import type { Buyer } from "../../domain/invoices/invoice.ts";

/** Who the merchant's invoices are made out to; null until it is given. */
export async function findBuyerDetails({ db, actor }: ReadContext): Promise<Buyer | null> {
  const found = await db.maybeOne<Buyer>(
    prepared(
      "billing.buyer_details",
      sql`
    select name, vat_number, coalesce(registration_number, '') as registration_number, street, building_number,
      district, city, postal_code
    from billing.buyer_details where merchant_id = ${actor.merchantId}`,
    ),
  );
  return found ?? null;
}

export async function saveBuyerDetails({ tx, actor, now }: Context, buyer: Buyer): Promise<void> {
  await tx.run(sql`
    insert into billing.buyer_details
      (merchant_id, name, vat_number, registration_number, street, building_number, district, city, postal_code,
       updated_at)
    values (${actor.merchantId}, ${buyer.name}, ${buyer.vat_number}, ${buyer.registration_number || null},
      ${buyer.street}, ${buyer.building_number}, ${buyer.district}, ${buyer.city}, ${buyer.postal_code}, ${now})
    on conflict (merchant_id) do update set name = excluded.name, vat_number = excluded.vat_number,
      registration_number = excluded.registration_number, street = excluded.street,
      building_number = excluded.building_number, district = excluded.district, city = excluded.city,
      postal_code = excluded.postal_code, updated_at = excluded.updated_at`);
}
