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

/** The merchant's company as they gave it: the buyer on invoices, and how shoppers reach it. */
export type CompanyRecord = Buyer & { contact_email: string; contact_phone: string };

/** Null until it is given. */
export async function findCompany({ db, actor }: ReadContext): Promise<CompanyRecord | null> {
  const found = await db.maybeOne<CompanyRecord>(sql`
    select name, vat_number, coalesce(registration_number, '') as registration_number, street, building_number,
      district, city, postal_code, contact_email, contact_phone
    from billing.buyer_details where merchant_id = ${actor.merchantId}`);
  return found ?? null;
}

export async function saveCompany({ tx, actor, now }: Context, company: CompanyRecord): Promise<void> {
  await tx.run(sql`
    insert into billing.buyer_details
      (merchant_id, name, vat_number, registration_number, street, building_number, district, city, postal_code,
       contact_email, contact_phone, updated_at)
    values (${actor.merchantId}, ${company.name}, ${company.vat_number}, ${company.registration_number || null},
      ${company.street}, ${company.building_number}, ${company.district}, ${company.city}, ${company.postal_code},
      ${company.contact_email}, ${company.contact_phone}, ${now})
    on conflict (merchant_id) do update set name = excluded.name, vat_number = excluded.vat_number,
      registration_number = excluded.registration_number, street = excluded.street,
      building_number = excluded.building_number, district = excluded.district, city = excluded.city,
      postal_code = excluded.postal_code, contact_email = excluded.contact_email,
      contact_phone = excluded.contact_phone, updated_at = excluded.updated_at`);
}
