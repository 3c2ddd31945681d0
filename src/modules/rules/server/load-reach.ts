import type { ReadContext } from "#base/server/context.ts";
import { isProductPage } from "#modules/stores/contract/product-page.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { RulesDeps } from "./deps.ts";

type Deps = Pick<RulesDeps, "campaigns" | "stores">;
export type Reach = Pick<ControlRuleFields, "reach" | "platform" | "product_id" | "campaign_ids">;
type Campaign = { id: string; platform: string };

/**
 * Answers whether a rule looks at a campaign. A campaign is for a product while it or one of its ads leads to the
 * product's page, so that new ones are reached too. Pages are read only where a rule is for a product.
 */
export const loadReach =
  ({ campaigns, stores }: Deps) =>
  async (
    ctx: ReadContext,
    rules: readonly Reach[],
  ): Promise<(rule: Reach, campaign: Campaign) => boolean> => {
    const productIds = [...new Set(rules.flatMap(({ product_id }) => product_id ?? []))];
    const byProduct = new Map<string, Set<string>>();
    if (productIds.length > 0) {
      const pages = await campaigns.listAdvertisedPages(ctx);
      for (const { id, url } of await stores.findProducts(ctx, productIds)) {
        const own = url === null ? [] : pages.filter((page) => isProductPage(url, page.url));
        byProduct.set(id, new Set(own.map(({ campaign_id }) => campaign_id)));
      }
    }
    return ({ reach, platform, product_id, campaign_ids }, campaign) => {
      switch (reach) {
        case "all":
          return true;
        case "platform":
          return platform === campaign.platform;
        case "product":
          return byProduct.get(product_id ?? "")?.has(campaign.id) ?? false;
        case "campaigns":
          return campaign_ids.includes(campaign.id);
      }
    };
  };
