import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { landingPagesRefusals } from "../contract/landing-pages.refusals.ts";
import type { PageContent } from "../contract/page-content.ts";
import { findUnreadableColors } from "../domain/check-colors.ts";
import { listAllSources, makeContent } from "../domain/default-content.ts";
import { toSlug } from "../domain/slug.ts";
import { drawHalves, readOrderUrl } from "./draw-page.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { readPictureJob } from "./landing-pages.jobs.ts";
import {
  countPages,
  findPage,
  insertPage,
  type NewPage,
  type PageRecord,
  toContent,
  updateContent,
} from "./pages.store.ts";
import { deleteOtherPictures } from "./pictures.store.ts";
import { deletePublication, savePublication } from "./publications.store.ts";
import { publishChanged } from "./publish-changed.ts";
import { readPictures } from "./read-picture.ts";

type NewTexts = { product_id: string; language: Language } & Pick<PageContent, "headline" | "introduction">;
type Edited = {
  id: string;
  revision: number;
  language: Language;
  content: PageContent;
  other_half: PageContent | null;
};

/** As many pages a merchant can have: each is an address that the merchant's links may lead to. */
const pagesMax = 100;

export const toPageUrl = (publicUrl: string, slug: string): string => `${publicUrl}/p/${slug}`;

export async function loadPage(ctx: ReadContext, id: string): Promise<PageRecord> {
  return (await findPage(ctx, id)) ?? baseRefusals.refuse("base.not_found");
}

/** A page that is not published yet; its picture is read from the store by a job. */
export const createPage =
  (deps: LandingPagesDeps) =>
  async (ctx: Context, { product_id, language, ...texts }: NewTexts): Promise<PageRecord> => {
    const records = await deps.stores.loadSellingFacts(ctx, { productId: product_id });
    readOrderUrl(records);
    const id = newId("lpg");
    const { name: product_name } = records.product;
    await insertUnderNewSlug(deps)(ctx, {
      id,
      product_id,
      product_name,
      language,
      ...makeContent(texts),
      other_half: null,
    });
    await enqueuePictures(ctx, id);
    await publishChanged(ctx, id);
    return loadPage(ctx, id);
  };

/** Refuses `landing_pages.too_many`. The merchant's links may lead to the page from now on. */
export const insertUnderNewSlug =
  ({ stores, publicUrl }: Pick<LandingPagesDeps, "stores" | "publicUrl">) =>
  async (ctx: Context, page: Omit<NewPage, "slug">): Promise<void> => {
    if ((await countPages(ctx)) >= pagesMax)
      landingPagesRefusals.refuse("landing_pages.too_many", { max: pagesMax });
    let slug: string;
    do slug = toSlug(page.product_name, newId("x").slice(-8));
    while (!(await insertPage(ctx, { ...page, slug })));
    await stores.registerLandingAddress(ctx, { address: toPageUrl(publicUrl, slug) });
  };

/**
 * Refuses `landing_pages.changed_elsewhere` where another change came first, and `landing_pages.colors_unreadable`. Pictures
 * that the page did not show before are read by a job.
 */
export async function editPage(ctx: ReadContext, { id, content, ...page }: Edited): Promise<PageRecord> {
  const before = await loadPage(ctx, id);
  refuseUnreadable(content, "content.colors");
  if (page.other_half) refuseUnreadable(page.other_half, "other_half.colors");
  const shown = new Set(listAllSources(toContent(before), before.other_half));
  const hasNewPicture = listAllSources(content, page.other_half).some((source) => !shown.has(source));
  return transact(ctx, async (tx) => {
    if (!(await updateContent(tx, { id, ...page, ...content })))
      return landingPagesRefusals.refuse("landing_pages.changed_elsewhere");
    if (hasNewPicture) await enqueuePictures(tx, id);
    await publishChanged(tx, id);
    return loadPage(tx, id);
  });
}

function refuseUnreadable({ colors }: PageContent, field: string): void {
  if (findUnreadableColors(colors).length > 0)
    landingPagesRefusals.refuse("landing_pages.colors_unreadable", {}, field);
}

const enqueuePictures = ({ tx, actor }: Context, pageId: string) =>
  tx.enqueue(readPictureJob, { merchant_id: actor.merchantId, page_id: pageId });

/** Reads the pictures and the store's records, draws the page, and serves it from now on. */
export const publishPage =
  (deps: LandingPagesDeps) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<PageRecord> => {
    const page = await loadPage(ctx, id);
    const records = await deps.stores.loadSellingFacts(ctx, { productId: page.product_id });
    const orderUrl = readOrderUrl(records);
    const sources = listAllSources(page, page.other_half);
    await readPictures(deps)(ctx, { pageId: id, sources, address: records.product.image_url });
    return transact(ctx, async (tx) => {
      const { revision, slug, language, other_half } = page;
      await deleteOtherPictures(tx, { pageId: id, sources });
      const draft = { id, slug, language, content: toContent(page), other_half };
      const drawn = await drawHalves(deps)(tx, draft, records);
      if (!(await savePublication(tx, { ...draft, ...drawn, revision, orderUrl })))
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
