import { connectStore, linkAdAccount } from "#app/testing/connections.ts";
import { type CampaignParts, deposit, type Merchant, uploadPicture } from "#app/testing/merchant.ts";

/** Everything a campaign needs: a store, an ad account, money, and an image. */
export async function prepare(merchant: Merchant, riyals: number): Promise<CampaignParts> {
  const store = await connectStore(merchant);
  const { id: adAccountId } = await linkAdAccount(merchant);
  await deposit(merchant, riyals);
  const { id: mediaId } = await uploadPicture(merchant);
  return { adAccountId, store, mediaId, dailyRiyals: 100 };
}
