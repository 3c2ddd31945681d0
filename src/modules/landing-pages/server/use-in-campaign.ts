import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { headlineMax } from "#modules/campaigns/contract/enums.ts";
import { landingPagesRefusals } from "../contract/landing-pages.refusals.ts";
import { listAddresses } from "./addresses.store.ts";
import { loadPage, toPageUrl } from "./change-pages.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";

/** A new campaign's draft whose ads lead to the page. Refuses `landing_pages.not_published`. */
export const useInCampaign =
  ({ campaigns, stores, publicUrl }: Pick<LandingPagesDeps, "campaigns" | "stores" | "publicUrl">) =>
  async (ctx: Context, { id }: { id: string }): Promise<{ draft_id: string }> => {
    const { slug, status, headline, product_id } = await loadPage(ctx, id);
    if (status !== "published") landingPagesRefusals.refuse("landing_pages.not_published");
    const { product, store } = await stores.loadSellingFacts(ctx, { productId: product_id });
    const draft = await campaigns.createWrittenDraft(ctx, {
      // An ad's headline is shorter than a page's: one that does not fit is left to the merchant.
      headline: headline.length <= headlineMax ? headline : "",
      text: "",
      product: {
        id: product.id,
        name: product.name,
        url: toPageUrl(publicUrl, slug),
        store_id: store.id,
        store_name: store.name,
      },
    });
    const after = { draft_id: draft.id };
    await recordAudit(ctx, { module: "landing-pages", action: "page.used", subject: id, after });
    return { draft_id: draft.id };
  };

/** The running campaigns that lead to the page, by any address that it has or had. */
export const listLeading =
  ({ campaigns, publicUrl }: Pick<LandingPagesDeps, "campaigns" | "publicUrl">) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<{ items: { id: string; name: string }[] }> => {
    await loadPage(ctx, id);
    const addresses = await listAddresses(ctx, [id]);
    const items = await campaigns.listRunningTo(
      ctx,
      addresses.map(({ slug }) => toPageUrl(publicUrl, slug)),
    );
    return { items };
  };
