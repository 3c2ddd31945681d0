import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { StaffTxContext } from "#base/server/staff-context.ts";
import type { CompanyDetails, CompanyTexts, Document } from "../contract/company.calls.ts";

/** The only file that writes the tables of `company`. */

export type DetailsRecord = Row<"company.details_versions">;
export type TextRecord = Row<"company.text_versions"> & { document: Document };

/** Saves follow one another: each sees the version before it. */
export const lockCompany = ({ tx }: StaffTxContext): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('company', 0))`);

/** The newest; undefined until the first save. */
export const findDetails = (db: Db): Promise<DetailsRecord | undefined> =>
  db.maybeOne<DetailsRecord>(sql`select * from company.details_versions order by version desc limit 1`);

export const insertDetails = (
  { tx, by, now }: StaffTxContext,
  { version, ...details }: CompanyDetails & { version: number },
): Promise<DetailsRecord> =>
  tx.one<DetailsRecord>(sql`
    insert into company.details_versions (version, name_ar, name_en, email, phone, whatsapp, vat_number,
      registration_number, street, building_number, district, city, postal_code, edited_by, edited_at)
    values (${version}, ${details.name_ar}, ${details.name_en}, ${details.email}, ${details.phone}, ${details.whatsapp},
      ${details.vat_number}, ${details.registration_number}, ${details.street}, ${details.building_number},
      ${details.district}, ${details.city}, ${details.postal_code}, ${by.id}, ${now})
    returning *`);

/** The newest of each document that was saved. */
export const listTexts = (db: Db): Promise<TextRecord[]> =>
  db.many<TextRecord>(
    sql`select distinct on (document) * from company.text_versions order by document, version desc`,
  );

/** A version of a document, the newest without a number. */
export const findText = (
  db: Db,
  { document, version }: { document: Document; version: number | null },
): Promise<TextRecord | undefined> =>
  db.maybeOne<TextRecord>(sql`
    select * from company.text_versions
    where document = ${document} and (${version}::integer is null or version = ${version}::integer)
    order by version desc limit 1`);

export const insertText = (
  { tx, by, now }: StaffTxContext,
  { document, version, text_ar, text_en }: CompanyTexts & { document: Document; version: number },
): Promise<TextRecord> =>
  tx.one<TextRecord>(sql`
    insert into company.text_versions (document, version, text_ar, text_en, edited_by, edited_at)
    values (${document}, ${version}, ${text_ar}, ${text_en}, ${by.id}, ${now})
    returning *`);
