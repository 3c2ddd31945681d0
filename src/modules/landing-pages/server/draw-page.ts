import type { ReadContext } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { parseLink } from "#modules/stores/contract/store-address.ts";
import type { SellingFacts } from "#modules/stores/server/stores.facade.ts";
import { landingPagesRefusals } from "../contract/landing-pages.refusals.ts";
import { composeBlocks } from "../domain/compose-blocks.ts";
import type { LandingFacts, Translate } from "../domain/landing-facts.ts";
import { renderPage } from "../domain/render-page.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import type { PageRecord } from "./pages.store.ts";
import { findPicture } from "./pictures.store.ts";

export const translatePage =
  (messages: Messages, language: Language): Translate =>
  (key, params) =>
    messages.translate(language, `landing_pages:page.${key}`, params);

/** The page as the store's records are now. */
export const drawPage =
  ({ messages }: Pick<LandingPagesDeps, "messages">) =>
  async (ctx: ReadContext, page: PageRecord, records: SellingFacts): Promise<string> =>
    renderPage({
      slug: page.slug,
      language: page.language as Language,
      storeName: records.store.name,
      blocks: composeBlocks(toFacts(page, records), translatePage(messages, page.language as Language)),
      picture: await findPicture(ctx, page.id),
    });

/**
 * Where the order button leads: the product's page in its store. Refuses `landing_pages.product_without_page`, and
 * `landing_pages.product_gone`.
 */
export function readOrderUrl({ product }: SellingFacts): string {
  if (product.status === "gone") landingPagesRefusals.refuse("landing_pages.product_gone", {}, "product_id");
  const link = product.url === null ? null : parseLink(product.url);
  return link?.href ?? landingPagesRefusals.refuse("landing_pages.product_without_page", {}, "product_id");
}

function toFacts({ language, headline, introduction }: PageRecord, records: SellingFacts): LandingFacts {
  const { name, price_halalas, currency, quantity, status } = records.product;
  return {
    language: language as Language,
    headline,
    introduction,
    product: {
      name,
      price_halalas,
      currency,
      is_sold_out: quantity === 0 || status !== "on_sale",
    },
    store: { name: records.store.name },
    units_sold: records.sales?.units_sold ?? null,
    top_cities: records.top_cities,
    delivery_days: records.delivery_days,
    has_cash_on_delivery: records.has_cash_on_delivery,
  };
}
