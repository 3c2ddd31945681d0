import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { VerificationMethod } from "../contract/enums.ts";
import type { SiteAnswer } from "../contract/stores.calls.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { pageHasPixel, pageHasToken, recordsHaveToken } from "../domain/site-verification.ts";
import { limitConnecting } from "./connect-limits.ts";
import { recordConnection } from "./record-connection.ts";
import { toRecordName } from "./site-tags.ts";
import { loadSite, type SiteRow, saveVerified } from "./sites.store.ts";
import { presentSite } from "./sites.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { markImported, type NewConnection, toDomain } from "./stores.store.ts";

type VerifyInput = { siteId: string; by: VerificationMethod };
type Inspection = { isVerified: boolean; hasPixel: boolean };

/** Looks for the token on the page or in DNS. If it is found, the site becomes a connected store of the merchant. */
export const verifySite =
  (deps: Pick<StoresDeps, "vault" | "systemClock" | "publicUrl" | "sites" | "merchants">) =>
  async (ctx: ReadContext, { siteId, by }: VerifyInput): Promise<SiteAnswer> => {
    const site = await loadSite(ctx, siteId);
    await limitConnecting(ctx, "stores.too_many_verifications", deps.systemClock.now());
    const inspection = await inspectSite(deps, site, by);
    if (!inspection.isVerified) return storesRefusals.refuse("stores.proof_not_found");

    const shop = {
      externalId: toDomain(site.address),
      name: toDomain(site.address),
      link: site.address,
      currency: "SAR",
      isActive: true,
    };
    const connected = await recordConnection(deps)(ctx, {
      platform: "other",
      shop,
      afterConnect: (ctx, store) => recordVerified(ctx, site, store, { by, hasPixel: inspection.hasPixel }),
    });
    if (!connected) return storesRefusals.refuse("stores.taken");
    return presentSite(deps, await loadSite(ctx, siteId));
  };

async function recordVerified(
  ctx: Context,
  { id: siteId, verified_by, store_id }: SiteRow,
  { id: storeId, connected_at: at }: NewConnection,
  { by, hasPixel }: { by: VerificationMethod; hasPixel: boolean },
): Promise<void> {
  // There is nothing to sync: its orders come by the pixel.
  await markImported(ctx, storeId, at);
  await saveVerified(ctx, { siteId, storeId, by, hasPixel, at });
  await recordAudit(ctx, {
    module: "stores",
    action: "site.verified",
    subject: siteId,
    before: { verified_by, store_id },
    after: { verified_by: by, store_id: storeId },
  });
}

/** The page is read in any case, to see whether it has the pixel. For verification by DNS it need not answer. */
async function inspectSite(
  { sites }: Pick<StoresDeps, "sites">,
  { address, verification_token, pixel_key }: SiteRow,
  by: VerificationMethod,
): Promise<Inspection> {
  if (by === "meta") {
    const page = await sites.readPage(address).catch(refuseUnreachable);
    return { isVerified: pageHasToken(page, verification_token), hasPixel: pageHasPixel(page, pixel_key) };
  }
  const records = await sites.readRecords(toRecordName(address)).catch(refuseUnreachable);
  const page = await sites.readPage(address).catch((error: unknown) => {
    if (isFault(error)) return "";
    throw error;
  });
  return {
    isVerified: recordsHaveToken(records, verification_token),
    hasPixel: pageHasPixel(page, pixel_key),
  };
}

function refuseUnreachable(error: unknown): never {
  if (isFault(error, "rejected")) storesRefusals.refuse("stores.address_not_valid", {}, "address");
  if (isFault(error)) storesRefusals.refuse("stores.site_not_answering");
  throw error;
}
