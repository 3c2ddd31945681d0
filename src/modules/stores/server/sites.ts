import { type Db, sql } from "#base/server/db/db.ts";
import { newId, randomToken } from "#base/server/ids.ts";
import type { Vault } from "#base/server/secrets.ts";
import { parseSite } from "../contract/site-address.ts";
import type { SiteAnswer } from "../contract/stores.calls.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import type { VerificationMethod } from "../contract/words.ts";
import { limitConnecting, refuseMoreSites } from "./connect-limits.ts";
import { buildSiteTags } from "./site-tags.ts";
import type { StoresDeps } from "./stores.deps.ts";

export type SiteRow = {
  id: string;
  merchant_id: string;
  address: string;
  verification_token: string;
  pixel_key: string;
  signing_key_sealed: string;
  verified_by: VerificationMethod | null;
  pixel_seen_at: Date | null;
  store_id: string | null;
};

const sealContext = (siteId: string) => `stores.sites:${siteId}`;

/** Adds a site; adding the same address again returns the same site. */
export async function addSite(deps: StoresDeps, merchantId: string, typed: string): Promise<SiteAnswer> {
  const address = parseSite("other", typed);
  if (address === null) return storesRefusals.refuse("stores.address_not_valid", {}, "address");
  const known = await findByAddress(deps.db, merchantId, address);
  if (known) return presentSite(deps, known);
  await limitConnecting(deps, merchantId, "stores.too_many_sites_named");
  await refuseMoreSites(deps.db, merchantId);
  const id = newId("sit");
  await deps.db.run(sql`
    insert into stores.sites (id, merchant_id, address, verification_token, pixel_key, signing_key_sealed, created_at)
    values (${id}, ${merchantId}, ${address}, ${randomToken(18)}, ${`px_${randomToken(12)}`},
      ${deps.vault.seal(randomToken(24), sealContext(id))}, ${deps.worldClock.now()})
    on conflict (merchant_id, address) do nothing`);
  const site = await findByAddress(deps.db, merchantId, address);
  return site ? presentSite(deps, site) : storesRefusals.refuse("stores.site_not_found");
}

function findByAddress(db: Db, merchantId: string, address: string): Promise<SiteRow | undefined> {
  return db.maybeOne<SiteRow>(
    sql`select * from stores.sites where merchant_id = ${merchantId} and address = ${address}`,
  );
}

/** The merchant's sites, newest first. */
export async function listSites(deps: StoresDeps, merchantId: string): Promise<SiteAnswer[]> {
  const rows = await deps.db.many<SiteRow>(sql`
    select * from stores.sites where merchant_id = ${merchantId} order by created_at desc, id desc limit 100`);
  return rows.map((row) => presentSite(deps, row));
}

/** One site; another merchant's is not found. */
export async function loadSite(db: Db, merchantId: string, siteId: string): Promise<SiteRow> {
  const site = await db.maybeOne<SiteRow>(
    sql`select * from stores.sites where id = ${siteId} and merchant_id = ${merchantId}`,
  );
  return site ?? storesRefusals.refuse("stores.site_not_found");
}

export function openSigningKey(vault: Vault, { id, signing_key_sealed }: SiteRow): string {
  return vault.open(signing_key_sealed, sealContext(id));
}

export function presentSite(
  { vault, publicUrl }: Pick<StoresDeps, "vault" | "publicUrl">,
  site: SiteRow,
): SiteAnswer {
  const { id, address, verified_by, pixel_seen_at, store_id } = site;
  return {
    id,
    address,
    ...buildSiteTags(publicUrl, site),
    signing_key: openSigningKey(vault, site),
    verified_by,
    pixel_seen_at: pixel_seen_at?.toISOString() ?? null,
    store_id,
  };
}
