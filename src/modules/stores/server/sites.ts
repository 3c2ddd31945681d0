import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId, randomToken } from "#base/server/ids.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { VerificationMethod } from "../contract/enums.ts";
import { parseSite } from "../contract/site-address.ts";
import type { SiteAnswer } from "../contract/stores.calls.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
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

type Deps = Pick<StoresDeps, "vault" | "systemClock" | "publicUrl">;

/** Adds a site; adding the same address again returns the same site. */
export const addSite =
  (deps: Deps) =>
  async (ctx: ReadContext, { address: typed }: { address: string }): Promise<SiteAnswer> => {
    const address = parseSite("other", typed);
    if (address === null) return storesRefusals.refuse("stores.address_not_valid", {}, "address");
    const known = await findByAddress(ctx, address);
    if (known) return presentSite(deps, known);
    await limitConnecting(ctx, "stores.too_many_sites_named", deps.systemClock.now());
    await refuseMoreSites(ctx);
    await insertSite(deps, ctx, address);
    const site = await findByAddress(ctx, address);
    return site ? presentSite(deps, site) : storesRefusals.refuse("stores.site_not_found");
  };

function insertSite({ vault }: Deps, ctx: ReadContext, address: string): Promise<void> {
  const id = newId("sit");
  return transact(ctx, async (ctx) => {
    const isNew = await ctx.tx.run(sql`
      insert into stores.sites (id, merchant_id, address, verification_token, pixel_key, signing_key_sealed, created_at)
      values (${id}, ${ctx.actor.merchantId}, ${address}, ${randomToken(18)}, ${`px_${randomToken(12)}`},
        ${vault.seal(randomToken(24), sealContext(id))}, ${ctx.now})
      on conflict (merchant_id, address) do nothing`);
    if (!isNew) return;
    await recordAudit(ctx, { module: "stores", action: "site.added", subject: id, after: { address } });
  });
}

function findByAddress({ db, actor }: ReadContext, address: string): Promise<SiteRow | undefined> {
  return db.maybeOne<SiteRow>(
    sql`select * from stores.sites where merchant_id = ${actor.merchantId} and address = ${address}`,
  );
}

/** The merchant's sites, newest first. */
export const listSites =
  (deps: Pick<StoresDeps, "vault" | "publicUrl">) =>
  async ({ db, actor }: ReadContext): Promise<{ sites: SiteAnswer[] }> => {
    const rows = await db.many<SiteRow>(sql`
      select * from stores.sites where merchant_id = ${actor.merchantId} order by created_at desc, id desc limit 100`);
    return { sites: rows.map((row) => presentSite(deps, row)) };
  };

/** One site; another merchant's is not found. */
export async function loadSite({ db, actor }: ReadContext, siteId: string): Promise<SiteRow> {
  const site = await db.maybeOne<SiteRow>(
    sql`select * from stores.sites where id = ${siteId} and merchant_id = ${actor.merchantId}`,
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
