import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { newId, randomToken } from "#base/server/ids.ts";
import type { Vault } from "#base/server/secrets.ts";
import { parseSite } from "../contract/site-address.ts";
import type { SiteAnswer } from "../contract/stores.calls.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { limitConnecting, refuseMoreSites } from "./connect-limits.ts";
import { buildSiteTags } from "./site-tags.ts";
import { findByAddress, insertSite, listSiteRows, type SiteRow } from "./sites.store.ts";
import type { StoresDeps } from "./stores.deps.ts";

export const sealContext = (siteId: string) => `stores.sites:${siteId}`;

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
    await recordSite(deps, ctx, address);
    const site = await findByAddress(ctx, address);
    return site ? presentSite(deps, site) : storesRefusals.refuse("stores.site_not_found");
  };

function recordSite({ vault }: Deps, ctx: ReadContext, address: string): Promise<void> {
  const id = newId("sit");
  return transact(ctx, async (ctx) => {
    const isNew = await insertSite(ctx, {
      id,
      address,
      verification_token: randomToken(18),
      pixel_key: `px_${randomToken(12)}`,
      signing_key_sealed: vault.seal(randomToken(24), sealContext(id)),
    });
    if (!isNew) return;
    await recordAudit(ctx, { module: "stores", action: "site.added", subject: id, after: { address } });
  });
}

/** The merchant's sites, newest first. */
export const listSites =
  (deps: Pick<StoresDeps, "vault" | "publicUrl">) =>
  async (ctx: ReadContext): Promise<{ sites: SiteAnswer[] }> => {
    const rows = await listSiteRows(ctx);
    return { sites: rows.map((row) => presentSite(deps, row)) };
  };

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
