import type { ReadContext } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { cleanText } from "#base/shared/text.ts";
import { campaignsRefusals } from "#modules/campaigns/contract/campaigns.refusals.ts";
import { checkLink } from "#modules/campaigns/contract/check-campaign.ts";
import { leadsUnder } from "#modules/stores/contract/store-address.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import { toWritingFacts } from "../domain/engine/writing-facts.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import type { PlanInput, PlanSubject } from "./plans.store.ts";

type Deps = Pick<AssistantsDeps, "stores" | "servicePages">;
type Found = { subject: PlanSubject; sales: { units_sold: number; units_returned: number } | null };

/** Refuses a page that is missing, is no link, or lies outside the merchant's stores, as the campaign form does. */
export async function refuseWrongPage(
  { stores }: Pick<Deps, "stores">,
  ctx: ReadContext,
  { product_id, page_url }: Pick<PlanInput, "product_id" | "page_url">,
): Promise<void> {
  if (!page_url) {
    if (!product_id) assistantsRefusals.refuse("assistants.page_url_missing", {}, "page_url");
    return;
  }
  const [problem] = checkLink(page_url, await stores.listRegisteredHosts(ctx), "page_url");
  if (problem?.code === "campaigns.link_not_valid" || problem?.code === "campaigns.link_outside_store")
    campaignsRefusals.refuse(problem.code, problem.params, "page_url");
}

/** What is advertised: the store's product, or else what its page says. A page is read only where there is no product. */
export async function loadSubject(deps: Deps, ctx: ReadContext, input: PlanInput): Promise<Found> {
  return input.product_id ? loadProduct(deps, ctx, input, input.product_id) : readSubject(deps, ctx, input);
}

async function loadProduct(
  { stores }: Deps,
  ctx: ReadContext,
  { page_url }: PlanInput,
  productId: string,
): Promise<Found> {
  const records = await stores.loadSellingFacts(ctx, { productId });
  const { product, store, sales } = records;
  const { id, name, url } = product;
  return {
    subject: {
      product: { id, name, url: page_url ?? url, store_id: store.id, store_name: store.name },
      pictureUrl: product.image_url,
      facts: toWritingFacts(records),
    },
    sales,
  };
}

async function readSubject(
  { stores, servicePages }: Deps,
  ctx: ReadContext,
  { page_url }: PlanInput,
): Promise<Found> {
  const url = page_url ?? "";
  const connected = await stores.listConnectedStores(ctx);
  // A landing page of ours lies under no store's address: then it is about the store that was connected last.
  const store = connected.find(({ link }) => leadsUnder(url, [link])) ?? connected[0];
  if (!store) return assistantsRefusals.refuse("assistants.page_not_read", {}, "page_url");
  const page = await readPage(servicePages, url);
  const name = cleanText(page.title) || store.name;
  const { priceHalalas } = page;
  return {
    subject: {
      product: { id: null, name, url, store_id: store.id, store_name: store.name },
      pictureUrl: page.pictures[0] ?? null,
      facts: {
        product: { name, url, priceHalalas, wasHalalas: null },
        store: store.name,
        facts: priceHalalas === null ? [] : [{ kind: "price", amount_halalas: priceHalalas }],
      },
    },
    sales: null,
  };
}

async function readPage(servicePages: Deps["servicePages"], url: string) {
  try {
    return await servicePages.readPage(url);
  } catch (error) {
    if (!isFault(error)) throw error;
    return assistantsRefusals.refuse("assistants.page_not_read", {}, "page_url");
  }
}
