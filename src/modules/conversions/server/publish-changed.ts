import type { Context } from "#base/server/context.ts";

/** What the health panel shows has changed; `adAccountId` null: the settings of all. */
export const publishChanged = ({ tx, actor }: Context, adAccountId: string | null): Promise<void> =>
  tx.publish({
    name: "conversions.changed",
    merchant_id: actor.merchantId,
    ad_account_id: adAccountId,
  });
