import type { z } from "zod";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import type { AdPost } from "./posts.ts";
import type { Wire } from "./wire.ts";
import { promotion } from "./wire-shapes.ts";

/** A post that is, or was, promoted in a line item: what X calls a promoted tweet, and shows as an ad. */
export type Promotion = z.output<typeof promotion>;

const idsMax = 200;
const pathOf = ({ adAccountId }: AdAccountContext) => `/accounts/${adAccountId}/promoted_tweets`;

export const isRunning = ({ deleted, entity_status }: Promotion) => !deleted && entity_status === "ACTIVE";

/** Every promotion of these line items, or with these ids, ended ones too. */
export async function promotionsOf(
  wire: Wire,
  account: AdAccountContext,
  by: "line_item_ids" | "promoted_tweet_ids",
  ids: readonly string[],
): Promise<Promotion[]> {
  const found: Promotion[] = [];
  for (let from = 0; from < ids.length; from += idsMax) {
    const parameters = { [by]: ids.slice(from, from + idsMax), with_deleted: true };
    for await (const raw of wire.list(account.accessToken, pathOf(account), parameters))
      found.push(readAs(promotion, raw));
  }
  return found;
}

/** Promotes a post; the line item's other promotions of the same ad end with it. */
export async function promote(
  wire: Wire,
  account: AdAccountContext,
  { id, lineItemId }: AdPost,
  ofAd: readonly Promotion[],
): Promise<void> {
  const running = ofAd.filter(isRunning);
  if (!running.some(({ tweet_id }) => tweet_id === id))
    await wire.ask(account.accessToken, {
      method: "POST",
      path: pathOf(account),
      parameters: { line_item_id: lineItemId, tweet_ids: [id] },
    });
  await end(
    wire,
    account,
    running.filter(({ tweet_id }) => tweet_id !== id),
  );
}

/** X knows no pausing of an ad: its promotion is deleted, and a new one is made when it goes on. */
export async function end(wire: Wire, account: AdAccountContext, promotions: readonly Promotion[]): Promise<void> {
  for (const each of promotions.filter(isRunning))
    await wire.remove(account.accessToken, `${pathOf(account)}/${each.id}`);
}
