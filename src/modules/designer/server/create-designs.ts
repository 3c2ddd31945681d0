import { createHash } from "node:crypto";
import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Body } from "#base/shared/contract.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { cleanText } from "#base/shared/text.ts";
import type { Sizes } from "../contract/design-shapes.ts";
import type { DesignerCalls } from "../contract/designer.calls.ts";
import { designerRefusals } from "../contract/designer.refusals.ts";
import type { FontFamily } from "../contract/designer-enums.ts";
import { type Placement, placements } from "../contract/placements.ts";
import { addBackdrop, backdropOpacities } from "../domain/add-backdrop.ts";
import { toBackgroundPrompt } from "../domain/background-prompt.ts";
import { chooseDesigns, openLayouts } from "../domain/choose-designs.ts";
import { composeDesign } from "../domain/compose-design.ts";
import { type Design, type DesignContent, type DesignStyle, toDesign } from "../domain/design.ts";
import { listLooks } from "../domain/looks.ts";
import { toColors } from "./brand-kit.ts";
import { findBrandKit } from "./brand-kits.store.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import {
  type DesignRecord,
  findRequestByKey,
  insertDesigns,
  insertRequest,
  listDesignsByRequest,
  type NewDesign,
  type RequestRecord,
} from "./designs.store.ts";
import { loadPhotograph, storeFile, storePhotograph } from "./load-picture.ts";
import { makeBackground } from "./make-background.ts";
import { refusePhrases } from "./refuse-phrases.ts";
import type { RenderedDesign } from "./render/render-design.ts";
import { isEveryTextReadable, toStored } from "./show-size.ts";
import { drawablePrice } from "./store-price.ts";

type Input = Body<DesignerCalls["POST Clients/DigitalDesigner/designs"]>;

/**
 * Makes designs and draws the first size of each, so that none is counted that cannot be drawn. Their pictures are set
 * aside before and settled with the designs; what fails gives them back. The same key comes back with the same designs.
 */
export const createDesigns =
  (deps: DesignerDeps) =>
  async (ctx: ReadContext, input: Input): Promise<DesignRecord[]> => {
    const { billing, stores, storage, systemClock } = deps;
    const request_hash = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
    const known = await findRequestByKey(ctx, input.request_key);
    if (known) return listMade(ctx, known, request_hash);
    await refusePhrases(ctx, [input.headline], "headline");
    await refusePhrases(ctx, [input.subline], "subline");
    const kit = input.uses_brand ? await findBrandKit(ctx) : undefined;
    const { product, store } = await stores.loadSellingFacts(ctx, { productId: input.product_id });
    const photograph = await loadPhotograph(deps)(ctx, {
      imageUrl: product.image_url,
      mediaId: input.media_id,
    });
    const id = newId("dsr");
    const productName = cleanText(product.name);
    // A background counts as one more.
    const pictures = input.count + (input.background === "" ? 0 : 1);
    const reservation = await reservePictures(deps, ctx, { id, pictures, name: productName });
    const key = `designs/${id.slice(-2)}/${id}.jpg`;
    const background_key = input.background === "" ? null : `designs/backgrounds/${id.slice(-2)}/${id}.jpg`;
    const keys = [key, background_key].filter((one) => one !== null);
    try {
      const content = toContent(input, {
        productName,
        store: cleanText(store.name),
        price: drawablePrice(product),
        logoRatio: kit?.logo_ratio ?? null,
      });
      const brand = { colors: toColors(kit), font: (kit?.font ?? null) as FontFamily | null };
      const composed = composeAll(input, content, listLooks(input.style, input.season, brand));
      const logo_key = kit?.logo_key ?? null;
      const backdrop = background_key === null ? null : await drawBackground(deps, ctx, input);
      if (backdrop && background_key) await storeFile(storage, background_key, backdrop);
      const picture = await storePhotograph(storage, key, photograph);
      const draw = async (design: Design) =>
        deps.drawer.drawPreview({
          merchantId: ctx.actor.merchantId,
          design,
          picture: { sha256: picture.picture_sha256, load: async () => photograph },
          logo: toStored(storage, logo_key),
          backdrop: toStored(storage, background_key),
        });
      const designs = await Promise.all(composed.map((design) => drawFirst(design, draw, backdrop !== null)));
      const made = await transact(ctx, async (ctx) => {
        const { request_key, product_id, style, season, seed } = input;
        const row = {
          id,
          request_key,
          request_hash,
          product_id,
          product_name: productName,
          store_name: store.name,
        };
        const created_at = systemClock.now();
        const isFirst = await insertRequest(ctx, {
          ...row,
          ...picture,
          logo_key,
          background_key,
          style,
          season,
          seed,
          pictures,
          created_at,
        });
        if (!isFirst) return null;
        await insertDesigns(ctx, { requestId: id, designs, at: created_at });
        await billing.settle(ctx, { reservation, units: pictures });
        await ctx.tx.publish({ name: "designer.designs_changed", merchant_id: ctx.actor.merchantId });
        return listDesignsByRequest(ctx, id);
      });
      if (made) return made;
      // The same key was sent twice at once: the other one's designs stand.
      await giveBack(deps, ctx, { reservation, keys });
      const other = await findRequestByKey(ctx, input.request_key);
      return other ? listMade(ctx, other, request_hash) : designerRefusals.refuse("designer.drawing_busy");
    } catch (error) {
      await giveBack(deps, ctx, { reservation, keys });
      throw error;
    }
  };

function listMade(ctx: ReadContext, known: RequestRecord, hash: string): Promise<DesignRecord[]> {
  if (known.request_hash !== hash) designerRefusals.refuse("designer.request_key_used");
  return listDesignsByRequest(ctx, known.id);
}

type Facts = { productName: string; store: string; price: number | null; logoRatio: number | null };

function toContent(input: Input, { productName, store, price, logoRatio }: Facts): DesignContent {
  const { headline, subline, shows_price } = input;
  return {
    // A headline with any Arabic letter is read from the right.
    language: /\p{Script=Arabic}/u.test(headline) ? "ar" : "en",
    headline,
    subline: subline || (headline === productName ? "" : productName.slice(0, 60)),
    store,
    priceHalalas: shows_price ? price : null,
    logoRatio,
  };
}

function composeAll(input: Input, content: DesignContent, looks: readonly DesignStyle[]): NewDesign[] {
  const choices = chooseDesigns({
    ...input,
    looks,
    ...(input.background === "" ? {} : { among: openLayouts }),
  });
  // The first one has the greatest id: lists go by it, from the newest on.
  const ids = choices
    .map(() => newId("dsg"))
    .sort()
    .reverse();
  return choices.map(({ layout, look }, index) => ({
    id: ids[index] ?? newId("dsg"),
    number: index + 1,
    layout,
    language: content.language,
    placements: input.placements,
    sizes: Object.fromEntries(
      input.placements.map((placement) => [
        placement,
        composeDesign(layout, placement, content, look).layers,
      ]),
    ) as Sizes,
  }));
}

const drawBackground = (deps: DesignerDeps, ctx: ReadContext, input: Input): Promise<Buffer> =>
  makeBackground(deps)(ctx, {
    prompt: toBackgroundPrompt({ ...input, description: input.background }),
    placement: input.placements[0] ?? "story",
  });

/**
 * Draws a design's first size; with a backdrop as much of that as leaves every text readable, and the least where none does.
 */
async function drawFirst(
  design: NewDesign,
  draw: (design: Design) => Promise<RenderedDesign>,
  hasBackdrop: boolean,
): Promise<NewDesign> {
  const {
    placements: [first = "story"],
    language,
  } = design;
  const toDrawn = (sizes: Sizes) => toDesign(first, sizes, language as DesignContent["language"]);
  let shown = design;
  for (const opacity of hasBackdrop ? backdropOpacities : [null]) {
    shown = opacity === null ? design : { ...design, sizes: addBackdrops(design.sizes, opacity) };
    const { texts } = await draw(toDrawn(shown.sizes));
    if (opacity === null || isEveryTextReadable(texts, shown.sizes[first] ?? [])) break;
  }
  return shown;
}

const addBackdrops = (sizes: Sizes, opacity: number): Sizes =>
  Object.fromEntries(
    Object.entries(sizes).map(([placement, layers]) => [
      placement,
      addBackdrop(layers, { ...placements[placement as Placement], opacity }),
    ]),
  );

type Wanted = { id: string; pictures: number; name: string };

/** Says 'not subscribed' where a subscription or pictures that are bought would open the designer. */
async function reservePictures(
  { billing }: Pick<DesignerDeps, "billing">,
  ctx: ReadContext,
  { id, pictures, name }: Wanted,
): Promise<string> {
  const reason = { ar: `المصمم الرقمي: ${name}`, en: `Digital designer: ${name}` };
  try {
    return await billing.reserve(ctx, {
      service: "designer_pictures",
      units: pictures,
      key: `designer:${id}`,
      reason,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "billing.subscription_inactive")
      return designerRefusals.refuse("designer.not_subscribed");
    if (error.code !== "billing.stock_not_enough") throw error;
    const { items } = await billing.loadStock(ctx);
    const stock = items.find(({ service }) => service === "designer_pictures");
    if (!stock?.quota && stock?.available_units === 0)
      return designerRefusals.refuse("designer.not_subscribed");
    return designerRefusals.refuse(
      "designer.pictures_used_up",
      { needed: pictures, available: stock?.available_units ?? 0 },
      "count",
    );
  }
}

/** The pictures go back, and no file is kept. */
async function giveBack(
  { billing, storage }: Pick<DesignerDeps, "billing" | "storage">,
  ctx: ReadContext,
  { reservation, keys }: { reservation: string; keys: readonly string[] },
): Promise<void> {
  await billing.release(ctx, { reservation });
  for (const key of keys) await storage.remove(key);
}
