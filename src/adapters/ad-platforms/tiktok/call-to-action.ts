import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";

const assetSchema = z.object({ asset_content: z.string(), asset_ids: z.array(z.string()) });
type Asset = z.output<typeof assetSchema>;
const recommendedSchema = z.looseObject({ recommend_assets: z.array(assetSchema) });
const portfolioSchema = z.looseObject({ portfolio_content: z.array(assetSchema).nullish() });
const createdSchema = z.looseObject({ creative_portfolio_id: z.string() });

/**
 * The button of a Smart+ ad: under a TikTok account it is a portfolio of buttons that TikTok recommends (portal doc
 * 1740307296329730). Ours holds the button of the spec; if TikTok does not recommend it, all recommended ones. The ad's
 * portfolio is kept while it still fits; an unused portfolio does no harm.
 */
export async function ensureCallToActionId(
  client: ApiClient,
  account: AdAccountContext,
  { callToAction }: AdSpec,
  existingId: string | null | undefined,
): Promise<string> {
  const { accessToken, adAccountId } = account;
  const assets = await listRecommended(client, account);
  const matching = assets.filter((each) => toCallToAction(each) === callToAction);
  const content = matching.length > 0 ? matching : assets;
  if (existingId && hasSameButtons(await loadPortfolio(client, account, existingId), content))
    return existingId;
  const response = await client.post(accessToken, "/creative/portfolio/create/", {
    advertiser_id: adAccountId,
    creative_portfolio_type: "CTA",
    portfolio_content: content,
  });
  return parseAs(createdSchema, response).creative_portfolio_id;
}

async function listRecommended(
  client: ApiClient,
  { accessToken, adAccountId }: AdAccountContext,
): Promise<Asset[]> {
  const response = await client.get(accessToken, "/creative/cta/recommend/", {
    advertiser_id: adAccountId,
    new_version: true,
    objective_type: "WEB_CONVERSIONS",
    promotion_type: "WEBSITE",
    language: "en",
  });
  return parseAs(recommendedSchema, response).recommend_assets;
}

/** Empty if the portfolio no longer exists. */
async function loadPortfolio(
  client: ApiClient,
  account: AdAccountContext,
  portfolioId: string,
): Promise<Asset[]> {
  const query = { advertiser_id: account.adAccountId, creative_portfolio_id: portfolioId };
  try {
    const response = await client.get(account.accessToken, "/creative/portfolio/get/", query);
    return parseAs(portfolioSchema, response).portfolio_content ?? [];
  } catch (error) {
    if (isFault(error, "rejected")) return [];
    throw error;
  }
}

/** "Shop now" is our `shop_now`. */
const toCallToAction = ({ asset_content }: Asset): string => asset_content.toLowerCase().replaceAll(" ", "_");

function hasSameButtons(one: readonly Asset[], other: readonly Asset[]): boolean {
  const toKey = (assets: readonly Asset[]) => assets.map(toCallToAction).sort().join();
  return toKey(one) === toKey(other);
}
