import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { VerificationMethod } from "../contract/enums.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";

export type SiteRow = Row<"stores.sites">;

/** One site; another merchant's is not found. */
export async function loadSite({ db, actor }: ReadContext, siteId: string): Promise<SiteRow> {
  const site = await db.maybeOne<SiteRow>(
    sql`select * from stores.sites where id = ${siteId} and merchant_id = ${actor.merchantId}`,
  );
  return site ?? storesRefusals.refuse("stores.site_not_found");
}

export function findByAddress({ db, actor }: ReadContext, address: string): Promise<SiteRow | undefined> {
  return db.maybeOne<SiteRow>(
    sql`select * from stores.sites where merchant_id = ${actor.merchantId} and address = ${address}`,
  );
}

/** The merchant's sites, newest first. */
export function listSiteRows({ db, actor }: ReadContext): Promise<SiteRow[]> {
  return db.many<SiteRow>(sql`
    select * from stores.sites where merchant_id = ${actor.merchantId} order by created_at desc, id desc limit 100`);
}

type NewSite = Pick<SiteRow, "id" | "address" | "verification_token" | "pixel_key" | "signing_key_sealed">;

/** False when the merchant has added the address before. */
export async function insertSite({ tx, actor, now }: Context, site: NewSite): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into stores.sites (id, merchant_id, address, verification_token, pixel_key, signing_key_sealed, created_at)
    values (${site.id}, ${actor.merchantId}, ${site.address}, ${site.verification_token}, ${site.pixel_key},
      ${site.signing_key_sealed}, ${now})
    on conflict (merchant_id, address) do nothing`);
  return inserted > 0;
}

type Verified = { siteId: string; storeId: string; by: VerificationMethod; hasPixel: boolean; at: Date };

/** The site is the merchant's, and from now on this store. */
export async function saveVerified(
  { tx, actor }: Context,
  { siteId, storeId, by, hasPixel, at }: Verified,
): Promise<void> {
  await tx.run(sql`
    update stores.sites set verified_by = ${by}, verified_at = ${at}, store_id = ${storeId},
      pixel_seen_at = case when ${hasPixel} then ${at} else pixel_seen_at end
    where id = ${siteId} and merchant_id = ${actor.merchantId}`);
}

/** An event of the site's pixel came now. */
export async function markPixelSeen({ tx, actor, now }: Context, siteId: string): Promise<void> {
  await tx.run(sql`
    update stores.sites set pixel_seen_at = ${now} where id = ${siteId} and merchant_id = ${actor.merchantId}`);
}
