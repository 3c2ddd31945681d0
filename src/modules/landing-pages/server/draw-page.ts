import type { ReadContext } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { parseLink } from "#modules/stores/contract/store-address.ts";
import type { SellingFacts } from "#modules/stores/server/stores.facade.ts";
import { landingPagesRefusals } from "../contract/landing-pages.refusals.ts";
import type { PageContent } from "../contract/page-content.ts";
import { composeBlocks } from "../domain/compose-blocks.ts";
import { composeSeller } from "../domain/compose-seller.ts";
import type { LandingFacts, Translate } from "../domain/landing-facts.ts";
import { renderPage } from "../domain/render-page.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import type { PageRecord } from "./pages.store.ts";
import { findPictures } from "./pictures.store.ts";

export const translatePage =
  (messages: Messages, language: Language): Translate =>
  (key, params) =>
    messages.translate(language, `landing_pages:page.${key}`, params);

type Drawn = Pick<PageRecord, "id" | "slug"> & {
  language: string;
  content: PageContent;
  isPreview?: boolean;
};

/** The page as the store's records are now. */
export const drawPage =
  ({ messages, billing }: Pick<LandingPagesDeps, "messages" | "billing">) =>
  async (
    ctx: ReadContext,
    { id, slug, content, isPreview = false, ...page }: Drawn,
    records: SellingFacts,
  ): Promise<string> => {
    const language = page.language as Language;
    const facts = toFacts(language, records);
    const t = translatePage(messages, language);
    return renderPage({
      slug,
      language,
      storeName: records.store.name,
      colors: content.colors,
      pictures: await findPictures(ctx, id),
      isPreview,
      seller: composeSeller(await billing.findCompany(ctx), t),
      ...composeBlocks(content, facts, t),
    });
  };

type DrawnHalves = Pick<Drawn, "id" | "slug" | "language" | "content"> & { other_half: PageContent | null };

/** Both halves of a page that is tried out; `other_html` null where it is one page alone. */
export const drawHalves =
  (deps: Pick<LandingPagesDeps, "messages" | "billing">) =>
  async (
    ctx: ReadContext,
    { id, slug, language, content, other_half }: DrawnHalves,
    records: SellingFacts,
  ) => {
    const draw = (half: PageContent) => drawPage(deps)(ctx, { id, slug, language, content: half }, records);
    return { html: await draw(content), other_html: other_half && (await draw(other_half)) };
  };

/** Where the order button leads: the product's page in its store; null when the product is gone or has none. */
export function findOrderUrl({ product }: SellingFacts): string | null {
  const link = product.url === null || product.status === "gone" ? null : parseLink(product.url);
  return link?.href ?? null;
}

/** The same; refuses `landing_pages.product_without_page`, and `landing_pages.product_gone`. */
export function readOrderUrl(records: SellingFacts): string {
  if (records.product.status === "gone")
    landingPagesRefusals.refuse("landing_pages.product_gone", {}, "product_id");
  return (
    findOrderUrl(records) ??
    landingPagesRefusals.refuse("landing_pages.product_without_page", {}, "product_id")
  );
}

function toFacts(language: Language, records: SellingFacts): LandingFacts {
  const { name, price_halalas, currency, quantity, status } = records.product;
  return {
    language,
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
