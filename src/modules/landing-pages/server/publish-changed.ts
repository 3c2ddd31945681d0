import type { Context } from "#base/server/context.ts";

export const publishChanged = ({ tx, actor }: Context, pageId: string): Promise<void> =>
  tx.publish({ name: "landing_pages.changed", merchant_id: actor.merchantId, page_id: pageId });
