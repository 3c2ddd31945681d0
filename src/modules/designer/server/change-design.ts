import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Layer, Sizes } from "../contract/design-shapes.ts";
import { designerRefusals } from "../contract/designer.refusals.ts";
import type { Placement } from "../contract/placements.ts";
import { forgetLogo } from "./brand-kit.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import { type DesignRecord, deleteDesign, findDesign, updateDesign } from "./designs.store.ts";
import { refusePhrases } from "./refuse-phrases.ts";
import { loadStorePrice } from "./store-price.ts";

type Input = { id: string; version: number; sizes: Sizes };

/**
 * Saves the layers of every size. Texts, colours and places are the merchant's; the price is the store's record as it is
 * now, and hidden where there is none. Refuses a version that was changed elsewhere, and other layers than the design has.
 */
export const changeDesign =
  ({ stores, systemClock }: Pick<DesignerDeps, "stores" | "systemClock">) =>
  (ctx: ReadContext, { id, version, sizes }: Input): Promise<DesignRecord> =>
    transact(ctx, async (ctx) => {
      const row = await findDesign(ctx, id);
      if (!row) return baseRefusals.refuse("base.not_found");
      if (!hasSameLayers(row.sizes, sizes)) designerRefusals.refuse("designer.layers_not_valid", {}, "sizes");
      await refusePhrases(ctx, listTexts(sizes), "sizes");
      const price = await loadStorePrice({ stores }, ctx, row.product_id);
      const priced = mapLayers(sizes, (layer) => withStorePrice(layer, price));
      const at = systemClock.now();
      if (!(await updateDesign(ctx, { id, version, sizes: priced, at })))
        designerRefusals.refuse("designer.changed_elsewhere");
      await ctx.tx.publish({ name: "designer.designs_changed", merchant_id: ctx.actor.merchantId });
      return { ...row, version: version + 1, sizes: priced, updated_at: at };
    });

function withStorePrice(layer: Layer, price: number | null): Layer {
  if (layer.kind !== "price") return layer;
  return price === null ? { ...layer, is_hidden: true } : { ...layer, amount_halalas: price };
}

const mapLayers = (sizes: Sizes, change: (layer: Layer) => Layer): Sizes =>
  Object.fromEntries(Object.entries(sizes).map(([placement, layers]) => [placement, layers.map(change)]));

const listTexts = (sizes: Sizes): string[] =>
  Object.values(sizes).flatMap((layers) =>
    layers.flatMap((layer) => (layer.kind === "text" ? [layer.text] : [])),
  );

/** The same placements, and in each the same layers in any order. */
function hasSameLayers(one: Sizes, other: Sizes): boolean {
  const list = (sizes: Sizes) =>
    (Object.keys(sizes) as Placement[])
      .map(
        (placement) =>
          `${placement}:${(sizes[placement] ?? []).map(({ kind, key }) => `${kind}.${key}`).sort()}`,
      )
      .sort()
      .join("\n");
  return list(one) === list(other);
}

/** Deletes a design for good, and the photograph with the last one that was made of it. */
export const removeDesign =
  ({ storage, log }: Pick<DesignerDeps, "storage" | "log">) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<Record<string, never>> => {
    const keys = await transact(ctx, (ctx) => forgetDesign(ctx, id));
    if (keys === null) return {};
    try {
      await storage.remove(keys.picture_key);
      if (keys.background_key) await storage.remove(keys.background_key);
      await forgetLogo(storage, ctx, keys.logo_key);
    } catch (error) {
      log.error({ err: error, ...keys }, "files of a deleted design stayed in storage");
    }
    return {};
  };

async function forgetDesign(ctx: Context, id: string) {
  if (!(await findDesign(ctx, id))) return baseRefusals.refuse("base.not_found");
  const keys = await deleteDesign(ctx, id);
  await ctx.tx.publish({ name: "designer.designs_changed", merchant_id: ctx.actor.merchantId });
  return keys;
}
