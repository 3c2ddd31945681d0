import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import type { LandingPage, PageDetails, pageStatuses } from "../contract/landing-pages.calls.ts";
import { toPageUrl } from "./change-pages.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { type PageRecord, toContent } from "./pages.store.ts";
import { findPictures } from "./pictures.store.ts";
import type { PreviewLinks } from "./preview-links.ts";
import type { Version } from "./versions.store.ts";

export const presentPage =
  ({ publicUrl, previews }: Pick<LandingPagesDeps, "publicUrl" | "previews">) =>
  (page: PageRecord): LandingPage => {
    const { id, slug, product_id, product_name, headline, introduction, revision } = page;
    return {
      id,
      slug,
      url: toPageUrl(publicUrl, slug),
      preview_url: toPreviewUrl(previews, page),
      language: page.language as Language,
      product_id,
      product_name,
      headline,
      introduction,
      status: page.status as (typeof pageStatuses)[number],
      revision,
      has_unpublished_changes: page.published_revision !== null && page.published_revision !== revision,
      published_at: page.published_at?.toISOString() ?? null,
      updated_at: page.updated_at.toISOString(),
    };
  };

/** The page as its editor shows it. */
export const presentDetails =
  (deps: Parameters<typeof presentPage>[0]) =>
  async (ctx: ReadContext, page: PageRecord): Promise<PageDetails> => {
    const pictures = await findPictures(ctx, page.id);
    const versions = [...pictures.values()].map(({ version }) => version.slice(0, 6));
    return {
      ...presentPage(deps)(page),
      content: toContent(page),
      other_half: page.other_half,
      preview_stamp: [page.revision, ...versions].join("-"),
    };
  };

export const presentVersions =
  ({ previews }: Pick<LandingPagesDeps, "previews">) =>
  (page: PageRecord, versions: readonly Pick<Version, "number" | "published_at">[]) => ({
    items: versions.map(({ number, published_at }) => ({
      number,
      published_at: published_at.toISOString(),
      is_published: number === page.published_version,
      preview_url: `${toPreviewUrl(previews, page)}?version=${number}`,
    })),
  });

const toPreviewUrl = (previews: PreviewLinks, { slug, merchant_id: merchantId, id: pageId }: PageRecord) =>
  `/p/${slug}/preview/${previews.seal({ merchantId, pageId })}`;
