import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import { type DesignRecord, findDesign } from "./designs.store.ts";

type Deps = Pick<DesignerDeps, "campaigns" | "media" | "stores">;
type Input = { designId: string; mediaIds: readonly string[]; draftId: string | null; adKey: string | null };

/**
 * Files of a design in an ad of a draft, each where its size fits. A new draft begins with the design's headline, which the
 * ad law's check of the campaign form reads like any other, and with the product's page.
 */
export const useInDraft =
  ({ campaigns, media, stores }: Deps) =>
  async (
    ctx: Context,
    { designId, mediaIds, draftId, adKey }: Input,
  ): Promise<{ draft_id: string; without: Platform[] }> => {
    const design = await findDesign(ctx, designId);
    const files = await Promise.all(mediaIds.map((id) => media.findMediaFile(ctx, id)));
    const pictures = files.flatMap((file) => file ?? []);
    if (!design || pictures.length < files.length) return baseRefusals.refuse("base.not_found");
    const product = draftId === null ? await findAdProduct(stores, ctx, design.product_id) : null;
    const { id, without } = await campaigns.placeInDraft(ctx, {
      draftId,
      adKey,
      pictures,
      written: { headline: findHeadline(design), text: "", product },
    });
    const after = { draft_id: id, media_ids: mediaIds };
    await recordAudit(ctx, { module: "designer", action: "design.used", subject: design.id, after });
    return { draft_id: id, without };
  };

function findHeadline({ sizes, placements: [first = "story"] }: DesignRecord): string {
  const layer = sizes[first]?.find(({ key }) => key === "headline");
  return layer?.kind === "text" ? layer.text : "";
}

/** Null when the product is gone. */
async function findAdProduct(stores: Deps["stores"], ctx: Context, productId: string) {
  const known = await stores.findProduct(ctx, productId);
  if (!known || known.is_gone) return null;
  const { product, store } = await stores.loadSellingFacts(ctx, { productId });
  return { id: product.id, name: product.name, url: product.url, store_id: store.id, store_name: store.name };
}
