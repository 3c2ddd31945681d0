import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { landingPagesRefusals } from "../contract/landing-pages.refusals.ts";
import { toSlug } from "../domain/slug.ts";
import { drawPage, readOrderUrl } from "./draw-page.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { readPictureJob } from "./landing-pages.jobs.ts";
import {
  countPages,
  deletePublication,
  findPage,
  insertPage,
  type PageRecord,
  savePublication,
  updateTexts,
} from "./pages.store.ts";
import { readPicture } from "./read-picture.ts";

type Texts = { language: Language; headline: string; introduction: string };

/** As many pages a merchant can have: each is an address that the merchant's links may lead to. */
const pagesMax = 100;

export const toPageUrl = (publicUrl: string, slug: string): string => `${publicUrl}/p/${slug}`;

export async function loadPage(ctx: ReadContext, id: string): Promise<PageRecord> {
  return (await findPage(ctx, id)) ?? baseRefusals.refuse("base.not_found");
}

/** A page that is not published yet; its picture is read from the store by a job. */
export const createPage =
  ({ stores, publicUrl }: LandingPagesDeps) =>
  async (ctx: Context, { product_id, ...texts }: Texts & { product_id: string }): Promise<PageRecord> => {
    if ((await countPages(ctx)) >= pagesMax)
      landingPagesRefusals.refuse("landing_pages.too_many", { max: pagesMax });
    const records = await stores.loadSellingFacts(ctx, { productId: product_id });
    readOrderUrl(records);
    const { name } = records.product;
    const id = newId("lpg");
    let slug: string;
    do slug = toSlug(name, newId("x").slice(-8));
    while (!(await insertPage(ctx, { id, slug, product_id, product_name: name, ...texts })));
    await stores.registerLandingAddress(ctx, { address: toPageUrl(publicUrl, slug) });
    await ctx.tx.enqueue(readPictureJob, { merchant_id: ctx.actor.merchantId, page_id: id });
    await publishChanged(ctx, id);
    return loadPage(ctx, id);
  };

/** Refuses `landing_pages.changed_elsewhere` where another change came first. */
export async function editPage(
  ctx: ReadContext,
  { id, ...page }: Texts & { id: string; revision: number },
): Promise<PageRecord> {
  await loadPage(ctx, id);
  return transact(ctx, async (tx) => {
    if (!(await updateTexts(tx, { id, ...page })))
      return landingPagesRefusals.refuse("landing_pages.changed_elsewhere");
    await publishChanged(tx, id);
    return loadPage(tx, id);
  });
}

/** Reads the picture and the store's records, draws the page, and serves it from now on. */
export const publishPage =
  (deps: LandingPagesDeps) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<PageRecord> => {
    const page = await loadPage(ctx, id);
    const records = await deps.stores.loadSellingFacts(ctx, { productId: page.product_id });
    const orderUrl = readOrderUrl(records);
    await readPicture(deps)(ctx, { pageId: id, address: records.product.image_url });
    return transact(ctx, async (tx) => {
      const html = await drawPage(deps)(tx, page, records);
      const { revision, slug } = page;
      if (!(await savePublication(tx, { id, revision, slug, html, orderUrl })))
        return landingPagesRefusals.refuse("landing_pages.changed_elsewhere");
      await publishChanged(tx, id);
      return loadPage(tx, id);
    });
  };

/** A page that is not published stays as it is. */
export async function unpublishPage(ctx: ReadContext, { id }: { id: string }): Promise<PageRecord> {
  const { slug } = await loadPage(ctx, id);
  return transact(ctx, async (tx) => {
    if (await deletePublication(tx, { id, slug })) await publishChanged(tx, id);
    return loadPage(tx, id);
  });
}

const publishChanged = ({ tx, actor }: Context, pageId: string) =>
  tx.publish({ name: "landing_pages.changed", merchant_id: actor.merchantId, page_id: pageId });
