import type {
  AdAccountContext,
  AdSpec,
  PlatformState,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd, refuse } from "../shared/checks.ts";
import type { AdsPart } from "../shared/parts.ts";
import type { ApiClient } from "./api-client.ts";
import { rejected } from "./faults.ts";
import { ensureMedia } from "./media.ts";
import {
  type AdPost,
  hashContent,
  isRemoved,
  listPosts,
  listPostsByIds,
  listPostsOfAds,
  newestFirst,
  publish,
  removedName,
  rename,
  toPostName,
} from "./posts.ts";
import { end, isRunning, listPromotions, type Promotion, promote } from "./promotions.ts";

/**
 * An ad on X is a post and its promotion, and neither can be changed or paused. The line item and our reference stay
 * the same over all its posts and promotions: together they are the ad's id for us.
 */
export function makeAds(ads: ApiClient, api: ApiClient): AdsPart {
  return {
    async createAd(account, spec) {
      const media = requireMedia(spec, account);
      const [existing] = await listPosts(ads, account, spec.reference);
      if (existing) return { platformId: toAdId(existing) };
      const mediaKey = await ensureMedia(ads, api, account, media);
      const content = hashContent(spec, account.profileId);
      return { platformId: toAdId(await publish(ads, { account, spec, mediaKey, content, revision: 1 })) };
    },
    async updateAd(account, platformId, spec) {
      const media = requireMedia(spec, account);
      const posts = await listPosts(ads, account, parseReference(platformId));
      const [newest] = posts;
      if (!newest) throw rejected("the post no longer exists", "ad_accounts:not_found_there");
      const content = hashContent(spec, account.profileId);
      if (newest.content !== content) {
        const mediaKey = await ensureMedia(ads, api, account, media);
        const revision = posts.length + 1;
        posts.unshift(await publish(ads, { account, spec, mediaKey, content, revision }));
      } else if (newest.name !== toPostName(spec, content)) {
        await rename(ads, account, newest, toPostName(spec, content));
      }
      const promotions = await listAdPromotions(ads, account, posts);
      if (posts[0] && promotions.some(isRunning)) await promote(ads, account, posts[0], promotions);
    },
  };
}

function requireMedia(spec: AdSpec, account: AdAccountContext) {
  checkAd("x", spec, account);
  return spec.media ?? refuse("media_missing", "no image or video");
}

export async function setAdStatus(
  client: ApiClient,
  account: AdAccountContext,
  platformId: string,
  status: "active" | "paused",
): Promise<void> {
  const posts = await listPosts(client, account, parseReference(platformId));
  const [newest] = posts;
  if (!newest) throw rejected("the post no longer exists", "ad_accounts:not_found_there");
  const promotions = await listAdPromotions(client, account, posts);
  if (status === "active") await promote(client, account, newest, promotions);
  else await end(client, account, promotions);
}

/**
 * Ends the promotion. Only X's own apps can delete posts, so the posts are renamed to no longer match our reference.
 */
export async function removeAd(
  client: ApiClient,
  account: AdAccountContext,
  platformId: string,
): Promise<void> {
  const posts = await listPosts(client, account, parseReference(platformId));
  await end(client, account, await listAdPromotions(client, account, posts));
  for (const post of posts) await rename(client, account, post, removedName(post.name));
}

/** The ad with our reference, in the line item or anywhere in the account. */
export async function findAd(
  client: ApiClient,
  account: AdAccountContext,
  reference: string,
  lineItemId: string | null,
): Promise<PlatformState | null> {
  const posts = await listPosts(client, account, reference);
  if (posts.length === 0 || (lineItemId && posts[0]?.lineItemId !== lineItemId)) return null;
  return toState(posts, await listAdPromotions(client, account, posts));
}

/** States of many ads: promotions are read by line item; ads that never ran have none, and are found by their posts. */
export async function listAdStates(
  client: ApiClient,
  account: AdAccountContext,
  platformIds: readonly string[],
): Promise<PlatformState[]> {
  const lineItems = [...new Set(platformIds.map(parseLineItemId))];
  const promotions = await listPromotions(client, account, "line_item_ids", lineItems);
  const promoted = await listPostsByIds(client, account, [
    ...new Set(promotions.map(({ tweet_id }) => tweet_id)),
  ]);
  const existing = promoted.filter(({ name }) => !isRemoved(name));
  const known = new Set(existing.map(toAdId));
  const unknown = platformIds.filter((platformId) => !known.has(platformId)).map(parseReference);
  const posts = Map.groupBy([...existing, ...(await listPostsOfAds(client, account, unknown))], toAdId);
  return platformIds.flatMap((platformId) => {
    const adPosts = posts.get(platformId);
    if (!adPosts) return [];
    const ids = new Set(adPosts.map(({ id }) => id));
    return [
      toState(
        adPosts.sort(newestFirst),
        promotions.filter(({ tweet_id }) => ids.has(tweet_id)),
      ),
    ];
  });
}

async function listAdPromotions(
  client: ApiClient,
  account: AdAccountContext,
  posts: readonly AdPost[],
): Promise<Promotion[]> {
  const lineItems = [...new Set(posts.map(({ lineItemId }) => lineItemId))];
  const found = await listPromotions(client, account, "line_item_ids", lineItems);
  return found.filter(({ tweet_id }) => posts.some(({ id }) => id === tweet_id));
}

const reviews = { ACCEPTED: "approved", REJECTED: "rejected" } as const;

/** X reviews a post after it is promoted, and gives no reason. */
function toState(posts: readonly AdPost[], promotions: readonly Promotion[]): PlatformState {
  const latest = promotions.findLast(({ tweet_id }) => tweet_id === posts[0]?.id) ?? promotions.at(-1);
  const outcome = reviews[latest?.approval_status as keyof typeof reviews] ?? "pending";
  return {
    platformId: posts[0] ? toAdId(posts[0]) : "",
    status: promotions.some(isRunning) ? "active" : "paused",
    review: { outcome, reasons: [] },
  };
}

export const toAdId = ({ lineItemId, reference }: Pick<AdPost, "lineItemId" | "reference">) =>
  `${lineItemId}:${reference}`;
const parseLineItemId = (platformId: string) => platformId.split(":")[0] ?? "";
const parseReference = (platformId: string) => platformId.slice(platformId.indexOf(":") + 1);
