import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { findCityNames } from "#base/shared/places/find-city.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { ListedOrder } from "#modules/figures/server/figures.facade.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { ReportedOrderRow } from "../../contract/reported-order.ts";

export type NamesDeps = {
  campaigns: Pick<CampaignsFacade, "findCampaigns">;
  stores: Pick<StoresFacade, "listStoreNames" | "listProductNames">;
};

type Page<Item> = { items: Item[]; next: string | null };

/** A page of orders with the names of what they point to, in the request's language. */
export async function presentOrders(
  { campaigns, stores }: NamesDeps,
  ctx: ReadContext,
  { items, next }: Page<ListedOrder>,
  language: Language,
): Promise<Page<ReportedOrderRow>> {
  const unique = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ""))];
  const foundCampaigns = await campaigns.findCampaigns(
    ctx,
    unique(items.map(({ campaign_id }) => campaign_id)),
  );
  const foundStores = await stores.listStoreNames(ctx, unique(items.map(({ store_id }) => store_id)));
  const products = await stores.listProductNames(
    ctx,
    items
      .filter(({ product_id }) => product_id !== "")
      .map(({ store_id, product_id }) => ({ store_id, product_id })),
  );
  const rows = items.map((order): ReportedOrderRow => {
    const { campaign_id, platform, witness, city_key, product_id, ...rest } = order;
    const name = foundCampaigns.find(({ id }) => id === campaign_id)?.name;
    const isSold = (product: { store_id: string; product_id: string }) =>
      product.store_id === order.store_id && product.product_id === product_id;
    return {
      ...pickShown(rest),
      store_name: foundStores.find(({ id }) => id === order.store_id)?.name ?? null,
      city: findCityNames(city_key)?.[language] ?? null,
      product: products.find(isSold)?.name ?? null,
      campaign:
        platform === "" || name === undefined
          ? null
          : { id: campaign_id, name, platform, witness: witness ?? "none" },
    };
  });
  return { items: rows, next };
}

function pickShown(
  order: Omit<ListedOrder, "campaign_id" | "platform" | "witness" | "city_key" | "product_id">,
) {
  const { rival_campaign_id, placed_at, delivered_at, ...rest } = order;
  return {
    ...rest,
    placed_at: placed_at.toISOString(),
    delivered_at: delivered_at?.toISOString() ?? null,
  };
}
