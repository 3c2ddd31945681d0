import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import type { PackageFields } from "../../contract/catalogue-packages.calls.ts";

export type Package = Row<"billing.packages">;

/** Packages for sale, in the order in which they are shown. */
export function listOfferedPackages(db: Db): Promise<Package[]> {
  return db.many<Package>(sql`
    select * from billing.packages where is_active order by position, id limit 200`);
}

/** All packages, for the staff that edits them. */
export function listPackages(db: Db): Promise<Package[]> {
  return db.many<Package>(sql`select * from billing.packages order by position, id limit 500`);
}

export function findPackage(db: Db, id: string): Promise<Package | undefined> {
  return db.maybeOne<Package>(sql`select * from billing.packages where id = ${id}`);
}

/** Those that are for sale, of these ids. */
export function findOfferedPackages(db: Db, ids: readonly string[]): Promise<Package[]> {
  return db.many<Package>(
    sql`select * from billing.packages where id = any(${[...ids]}::text[]) and is_active`,
  );
}

type Writing = Pick<Context, "tx" | "now">;

/** A new package, as the last. Returns its id. */
export async function insertPackage({ tx, now }: Writing, fields: PackageFields): Promise<string> {
  const id = newId("pkg");
  await tx.run(sql`
    insert into billing.packages (id, service, units, price_halalas, valid_days, title_ar, title_en, description_ar,
      description_en, is_active, position, updated_at)
    values (${id}, ${fields.service}, ${fields.units}, ${fields.price_halalas}, ${fields.valid_days}, ${fields.title_ar},
      ${fields.title_en}, ${fields.description_ar}, ${fields.description_en}, ${fields.is_active},
      (select coalesce(max(position), 0) + 1 from billing.packages), ${now})`);
  return id;
}

/** What was sold keeps its own copy. */
export async function savePackage(
  { tx, now }: Writing,
  { id, fields }: { id: string; fields: PackageFields },
): Promise<void> {
  await tx.run(sql`
    update billing.packages set service = ${fields.service}, units = ${fields.units},
      price_halalas = ${fields.price_halalas}, valid_days = ${fields.valid_days}, title_ar = ${fields.title_ar},
      title_en = ${fields.title_en}, description_ar = ${fields.description_ar},
      description_en = ${fields.description_en}, is_active = ${fields.is_active}, updated_at = ${now},
      revision = revision + 1
    where id = ${id}`);
}

/** All packages in their new order. A package that moves has another revision. */
export async function savePackagePositions({ tx, now }: Writing, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update billing.packages set position = ordered.position, updated_at = ${now}, revision = revision + 1
    from unnest(${[...ids]}::text[]) with ordinality as ordered (id, position)
    where packages.id = ordered.id and packages.position <> ordered.position`);
}
