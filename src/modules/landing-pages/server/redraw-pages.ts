import type { Context } from "#base/server/context.ts";
import { drawHalves, findOrderUrl } from "./draw-page.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { findDrawn, updateDrawn } from "./publications.store.ts";

/**
 * What visitors are sent of a page, as the store's records are now; the words stay those that were published. Where nothing
 * changed, or the page is not published, nothing is written. A product that is gone keeps its last address, behind a page
 * that says so and has no button.
 */
export const redrawPage =
  (deps: Pick<LandingPagesDeps, "stores" | "billing" | "messages">) =>
  async (ctx: Context, pageId: string): Promise<void> => {
    const drawn = await findDrawn(ctx, pageId);
    if (!drawn) return;
    const records = await deps.stores.loadSellingFacts(ctx, { productId: drawn.product_id });
    const { html, other_html } = await drawHalves(deps)(ctx, drawn, records);
    const order_url = findOrderUrl(records) ?? drawn.order_url;
    if (html !== drawn.html || other_html !== drawn.other_html || order_url !== drawn.order_url)
      await updateDrawn(ctx, { ...drawn, html, other_html, order_url });
  };
