import type { AdAccountContext, AdSpec, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAd, refuse } from "../shared/checks.ts";
import type { AdsPart } from "../shared/parts.ts";
import { rejected } from "./faults.ts";
import { readyMedia } from "./media.ts";
import {
  type AdPost,
  contentOf,
  isRemoved,
  nameOf,
  newestFirst,
  postsOf,
  postsOfMany,
  postsWith,
  publish,
  removedName,
  rename,
} from "./posts.ts";
import { end, isRunning, type Promotion, promote, promotionsOf } from "./promotions.ts";
import type { Wire } from "./wire.ts";

/**
 * An ad on X is a post and its promotion, and neither can be changed or paused. What stays the same over all its posts and
 * promotions is the line item and our reference: together they are the ad's id for us.
 */
export function makeAds(ads: Wire, api: Wire): AdsPart {
  return {
    async createAd(account, order) {
      const media = checked(order, account);
      const [standing] = await postsOf(ads, account, order.reference);
      if (standing) return { platformId: adIdOf(standing) };
      const mediaKey = await readyMedia(ads, api, account, media);
      const content = contentOf(order, account.profileId);
      return { platformId: adIdOf(await publish(ads, { account, order, mediaKey, content, revision: 1 })) };
    },
    async updateAd(account, platformId, order) {
      const media = checked(order, account);
      const posts = await postsOf(ads, account, referenceIn(platformId));
      const [newest] = posts;
      if (!newest) throw rejected("the post is gone", "ad_accounts:not_found_there");
      const content = contentOf(order, account.profileId);
      if (newest.content !== content) {
        const mediaKey = await readyMedia(ads, api, account, media);
        const revision = posts.length + 1;
        posts.unshift(await publish(ads, { account, order, mediaKey, content, revision }));
      } else if (newest.name !== nameOf(order, content)) {
        await rename(ads, account, newest, nameOf(order, content));
      }
      const promotions = await promotionsOfAd(ads, account, posts);
      if (posts[0] && promotions.some(isRunning)) await promote(ads, account, posts[0], promotions);
    },
  };
}

function checked(order: AdSpec, account: AdAccountContext) {
  checkAd("x", order, account);
  return order.media ?? refuse("media_missing", "no picture or video");
}

export async function setAdStatus(
  wire: Wire,
  account: AdAccountContext,
  platformId: string,
  status: "active" | "paused",
): Promise<void> {
  const posts = await postsOf(wire, account, referenceIn(platformId));
  const [newest] = posts;
  if (!newest) throw rejected("the post is gone", "ad_accounts:not_found_there");
  const promotions = await promotionsOfAd(wire, account, posts);
  if (status === "active") await promote(wire, account, newest, promotions);
  else await end(wire, account, promotions);
}

/** The promotion ends; the posts, which only X's own apps delete, give up our reference. */
export async function removeAd(wire: Wire, account: AdAccountContext, platformId: string): Promise<void> {
  const posts = await postsOf(wire, account, referenceIn(platformId));
  await end(wire, account, await promotionsOfAd(wire, account, posts));
  for (const post of posts) await rename(wire, account, post, removedName(post.name));
}

/** The ad that bears our reference, in the line item or anywhere in the account. */
export async function adWith(
  wire: Wire,
  account: AdAccountContext,
  reference: string,
  lineItemId: string | null,
): Promise<PlatformState | null> {
  const posts = await postsOf(wire, account, reference);
  if (posts.length === 0 || (lineItemId && posts[0]?.lineItemId !== lineItemId)) return null;
  return stateOf(posts, await promotionsOfAd(wire, account, posts));
}

/** States of many ads: promotions are read by line item; ads that never ran have none, and are found by their posts. */
export async function adStates(
  wire: Wire,
  account: AdAccountContext,
  platformIds: readonly string[],
): Promise<PlatformState[]> {
  const lineItems = [...new Set(platformIds.map(lineItemIn))];
  const promotions = await promotionsOf(wire, account, "line_item_ids", lineItems);
  const promoted = await postsWith(wire, account, [...new Set(promotions.map(({ tweet_id }) => tweet_id))]);
  const standing = promoted.filter(({ name }) => !isRemoved(name));
  const known = new Set(standing.map(adIdOf));
  const unknown = platformIds.filter((platformId) => !known.has(platformId)).map(referenceIn);
  const posts = Map.groupBy([...standing, ...(await postsOfMany(wire, account, unknown))], adIdOf);
  return platformIds.flatMap((platformId) => {
    const ofAd = posts.get(platformId);
    if (!ofAd) return [];
    const ids = new Set(ofAd.map(({ id }) => id));
    return [
      stateOf(
        ofAd.sort(newestFirst),
        promotions.filter(({ tweet_id }) => ids.has(tweet_id)),
      ),
    ];
  });
}

async function promotionsOfAd(
  wire: Wire,
  account: AdAccountContext,
  posts: readonly AdPost[],
): Promise<Promotion[]> {
  const lineItems = [...new Set(posts.map(({ lineItemId }) => lineItemId))];
  const found = await promotionsOf(wire, account, "line_item_ids", lineItems);
  return found.filter(({ tweet_id }) => posts.some(({ id }) => id === tweet_id));
}

const reviews = { ACCEPTED: "approved", REJECTED: "rejected" } as const;

/** X reviews a post once it is promoted, and gives no reason. */
function stateOf(posts: readonly AdPost[], promotions: readonly Promotion[]): PlatformState {
  const latest = promotions.findLast(({ tweet_id }) => tweet_id === posts[0]?.id) ?? promotions.at(-1);
  const outcome = reviews[latest?.approval_status as keyof typeof reviews] ?? "pending";
  return {
    platformId: posts[0] ? adIdOf(posts[0]) : "",
    status: promotions.some(isRunning) ? "active" : "paused",
    review: { outcome, reasons: [] },
  };
}

export const adIdOf = ({ lineItemId, reference }: Pick<AdPost, "lineItemId" | "reference">) =>
  `${lineItemId}:${reference}`;
const lineItemIn = (platformId: string) => platformId.split(":")[0] ?? "";
const referenceIn = (platformId: string) => platformId.slice(platformId.indexOf(":") + 1);
