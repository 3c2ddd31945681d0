import type { Page } from "@playwright/test";
import { linkAdAccount } from "#app/testing/connections.ts";
import {
  buildCampaignInput,
  type CampaignParts,
  createCampaign,
  type Merchant,
  uploadPicture,
} from "#app/testing/merchant.ts";
import { aRuleBody } from "#modules/rules/testing/rule-body.ts";
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

type CreatedCampaign = Awaited<ReturnType<typeof createCampaign>>;

/** A plan of theirs on Meta and Snapchat, in this order, not started. */
export async function aPlan({ merchant, parts }: Ready, name: string) {
  const { id: adAccountId } = await linkAdAccount(merchant, "meta");
  const { id: mediaId } = await uploadPicture(merchant, "meta");
  const onMeta = { ...parts, platform: "meta", adAccountId, mediaId } as const;
  return merchant.call<{ id: string; campaigns: [CreatedCampaign, CreatedCampaign] }>(
    "POST Clients/Plans/create",
    {
      body: {
        name,
        objective: "sales",
        campaigns: [buildCampaignInput(parts, name), buildCampaignInput(onMeta, `${name} 2`)],
      },
    },
  );
}

/** A control rule of theirs, switched off; its id. */
export async function aRule({ merchant }: Ready): Promise<string> {
  const { id } = await merchant.call<{ id: string }>("POST Clients/ControlRules/create", { body: aRuleBody });
  return id;
}
