import type { z } from "zod";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { ApiClient } from "./api-client.ts";
import type { AdPost } from "./posts.ts";
import { promotion } from "./response-schemas.ts";

/** A post that is, or was, promoted in a line item: a promoted tweet in X's API, an ad on X's screens. */
export type Promotion = z.output<typeof promotion>;

const idsMax = 200;
const toPath = ({ adAccountId }: AdAccountContext) => `/accounts/${adAccountId}/promoted_tweets`;

export const isRunning = ({ deleted, entity_status }: Promotion) => !deleted && entity_status === "ACTIVE";

/** All promotions of these line items, or with these ids, ended ones included. */
export async function listPromotions(
  client: ApiClient,
  account: AdAccountContext,
  by: "line_item_ids" | "promoted_tweet_ids",
  ids: readonly string[],
): Promise<Promotion[]> {
  const found: Promotion[] = [];
  for (let from = 0; from < ids.length; from += idsMax) {
    const parameters = { [by]: ids.slice(from, from + idsMax), with_deleted: true };
    for await (const raw of client.list(account.accessToken, toPath(account), parameters))
      found.push(parseAs(promotion, raw));
  }
  return found;
}

/** Promotes a post, then ends the same ad's other promotions. */
export async function promote(
  client: ApiClient,
  account: AdAccountContext,
  { id, lineItemId }: AdPost,
  adPromotions: readonly Promotion[],
): Promise<void> {
  const running = adPromotions.filter(isRunning);
  if (!running.some(({ tweet_id }) => tweet_id === id))
    await client.call(account.accessToken, {
      method: "POST",
      path: toPath(account),
      parameters: { line_item_id: lineItemId, tweet_ids: [id] },
    });
  await end(
    client,
    account,
    running.filter(({ tweet_id }) => tweet_id !== id),
  );
}

/** X cannot pause an ad: its promotion is deleted, and a new one is created when it resumes. */
export async function end(
  client: ApiClient,
  account: AdAccountContext,
  promotions: readonly Promotion[],
): Promise<void> {
  for (const each of promotions.filter(isRunning))
    await client.remove(account.accessToken, `${toPath(account)}/${each.id}`);
}
