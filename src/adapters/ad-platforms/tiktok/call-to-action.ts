import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import type { Wire } from "./wire.ts";

const asset = z.object({ asset_content: z.string(), asset_ids: z.array(z.string()) });
type Asset = z.output<typeof asset>;
const recommended = z.looseObject({ recommend_assets: z.array(asset) });
const portfolio = z.looseObject({ portfolio_content: z.array(asset).nullish() });
const made = z.looseObject({ creative_portfolio_id: z.string() });

/**
 * The button of a Smart+ ad: under a TikTok account it is a portfolio of buttons that TikTok recommends (portal doc
 * 1740307296329730). Ours holds the one that was ordered; where that is not among them, all of them. A portfolio that
 * stands in the ad and still holds it is kept; one that was made in vain harms nobody.
 */
export async function callToActionId(
  wire: Wire,
  account: AdAccountContext,
  { callToAction }: AdSpec,
  standingId: string | null | undefined,
): Promise<string> {
  const { accessToken, adAccountId } = account;
  const assets = await recommendedFor(wire, account);
  const wanted = assets.filter((each) => wordOf(each) === callToAction);
  const content = wanted.length > 0 ? wanted : assets;
  if (standingId && sameButtons(await contentOf(wire, account, standingId), content)) return standingId;
  const answer = await wire.post(accessToken, "/creative/portfolio/create/", {
    advertiser_id: adAccountId,
    creative_portfolio_type: "CTA",
    portfolio_content: content,
  });
  return readAs(made, answer).creative_portfolio_id;
}

async function recommendedFor(wire: Wire, { accessToken, adAccountId }: AdAccountContext): Promise<Asset[]> {
  const answer = await wire.get(accessToken, "/creative/cta/recommend/", {
    advertiser_id: adAccountId,
    new_version: true,
    objective_type: "WEB_CONVERSIONS",
    promotion_type: "WEBSITE",
    language: "en",
  });
  return readAs(recommended, answer).recommend_assets;
}

/** None when the portfolio is gone. */
async function contentOf(wire: Wire, account: AdAccountContext, portfolioId: string): Promise<Asset[]> {
  const query = { advertiser_id: account.adAccountId, creative_portfolio_id: portfolioId };
  try {
    const answer = await wire.get(account.accessToken, "/creative/portfolio/get/", query);
    return readAs(portfolio, answer).portfolio_content ?? [];
  } catch (error) {
    if (isFault(error, "rejected")) return [];
    throw error;
  }
}

/** "Shop now" is our `shop_now`. */
const wordOf = ({ asset_content }: Asset): string => asset_content.toLowerCase().replaceAll(" ", "_");

function sameButtons(some: readonly Asset[], others: readonly Asset[]): boolean {
  const words = (assets: readonly Asset[]) => assets.map(wordOf).sort().join();
  return words(some) === words(others);
}
