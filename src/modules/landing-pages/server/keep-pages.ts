import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { landingPagesRefusals } from "../contract/landing-pages.refusals.ts";
import { claimSlug, closeSlugs, listAddresses } from "./addresses.store.ts";
import { editPage, insertUnderNewSlug, loadPage, toPageUrl } from "./change-pages.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { deletePageRow, type PageRecord, toContent, updateSlug } from "./pages.store.ts";
import { copyPictures } from "./pictures.store.ts";
import { notifyPublicationChanged } from "./publications.store.ts";
import { publishChanged } from "./publish-changed.ts";
import { redrawPage } from "./redraw-pages.ts";
import { findVersion } from "./versions.store.ts";
import { deleteVisits } from "./visits.store.ts";

/** As many addresses a page can have had: each stays taken. */
const slugsMax = 10;

/** Another address, to which the old ones lead. Refuses `landing_pages.slug_taken`, `landing_pages.slugs_too_many`. */
export const changeSlug =
  (deps: Pick<LandingPagesDeps, "stores" | "billing" | "messages" | "publicUrl">) =>
  (ctx: ReadContext, { id, slug }: { id: string; slug: string }): Promise<PageRecord> =>
    transact(ctx, async (tx) => {
      const before = await loadPage(tx, id);
      if (before.slug === slug) return before;
      const known = (await listAddresses(tx, [id])).map((address) => address.slug);
      if (!known.includes(slug) && known.length >= slugsMax)
        landingPagesRefusals.refuse("landing_pages.slugs_too_many", { max: slugsMax }, "slug");
      if (!(await claimSlug(tx, { id, slug })))
        landingPagesRefusals.refuse("landing_pages.slug_taken", {}, "slug");
      await updateSlug(tx, { id, slug });
      await deps.stores.registerLandingAddress(tx, { address: toPageUrl(deps.publicUrl, slug) });
      // Its pictures and its button are under its address.
      await redrawPage(deps)(tx, id);
      await notifyPublicationChanged(tx.tx, [...known, slug]);
      await audit(tx, "page.address_changed", id, { before: { slug: before.slug }, after: { slug } });
      await publishChanged(tx, id);
      return loadPage(tx, id);
    });

/** For good: its addresses say so, and the merchant's links may lead to them no longer. */
export const deletePage =
  ({ stores, publicUrl }: Pick<LandingPagesDeps, "stores" | "publicUrl">) =>
  (ctx: ReadContext, { id }: { id: string }): Promise<Record<string, never>> =>
    transact(ctx, async (tx) => {
      const page = await loadPage(tx, id);
      const slugs = (await listAddresses(tx, [id])).map(({ slug }) => slug);
      await closeSlugs(tx, id);
      await deletePageRow(tx, id);
      await deleteVisits(tx, id);
      await stores.removeLandingAddresses(tx, { addresses: slugs.map((slug) => toPageUrl(publicUrl, slug)) });
      await notifyPublicationChanged(tx.tx, slugs);
      await audit(tx, "page.deleted", id, { before: { slug: page.slug, product_id: page.product_id } });
      await publishChanged(tx, id);
      return {};
    });

/** A page of the same product with the same content and pictures, under an address of its own; not published. */
export const duplicatePage =
  (deps: LandingPagesDeps) =>
  async (ctx: Context, { id }: { id: string }): Promise<PageRecord> => {
    const page = await loadPage(ctx, id);
    const copyId = newId("lpg");
    const { product_id, product_name, other_half } = page;
    const language = page.language as Language;
    const copied = { product_id, product_name, language, other_half, ...toContent(page) };
    await insertUnderNewSlug(deps)(ctx, { id: copyId, ...copied });
    await copyPictures(ctx, { from: id, to: copyId });
    await publishChanged(ctx, copyId);
    return loadPage(ctx, copyId);
  };

/** A version's content as the draft; visitors see it once it is published. */
export async function restoreVersion(
  ctx: ReadContext,
  { id, number, revision }: { id: string; number: number; revision: number },
): Promise<PageRecord> {
  await loadPage(ctx, id);
  const version = await findVersion(ctx, { pageId: id, number });
  if (!version) return baseRefusals.refuse("base.not_found");
  const { language, content, other_half } = version;
  return editPage(ctx, { id, revision, language: language as Language, content, other_half });
}

const audit = (ctx: Context, action: string, subject: string, change: { before?: object; after?: object }) =>
  recordAudit(ctx, { module: "landing-pages", action, subject, ...change });
