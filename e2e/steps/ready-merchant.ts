import type { Page } from "@playwright/test";
import { type CampaignParts, createCampaign, type Merchant } from "#app/testing/merchant.ts";
import { prepare } from "./prepare.ts";
import { aMerchant } from "./story.ts";

export type Ready = { merchant: Merchant; parts: CampaignParts };

/** A merchant with a store, an ad account and money, signed in to this browser; campaigns can be created at once. */
export async function aReadyMerchant(
  page: Page,
  fixtures: Parameters<typeof aMerchant>[1],
  riyals = 2_000,
): Promise<Ready> {
  const merchant = await aMerchant(page, fixtures);
  return { merchant, parts: await prepare(merchant, riyals) };
}

/** A campaign of theirs, not started. */
export const aCampaign = ({ merchant, parts }: Ready, name: string) => createCampaign(merchant, parts, name);
