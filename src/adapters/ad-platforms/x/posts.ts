import { createHash } from "node:crypto";
import type { AdAccountContext, AdMedia, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readAs } from "../shared/read-as.ts";
import { all } from "./accessible-accounts.ts";
import { bears, markOf, nameWith } from "./reference.ts";
import type { Parameters, Wire } from "./wire.ts";
import { card, post } from "./wire-shapes.ts";

/** X docs, Ads API, Tweets and Cards: names of posts and cards. */
const nameMax = 80;

/**
 * A post of one of our ads. Posts cannot be changed: a changed ad is a new post under the same reference, the newest
 * counts. Their names say whose they are, in which line item they are promoted, and what content they have.
 */
export type AdPost = { id: string; reference: string; lineItemId: string; content: string; name: string };

/** Posts of an ad, the newest first. */
export async function postsOf(wire: Wire, account: AdAccountContext, reference: string): Promise<AdPost[]> {
  const found = await all(
    wire.list(account.accessToken, pathOf(account), { ...published, name: markOf(reference) }),
  );
  return found
    .flatMap((raw) => adPost(raw) ?? [])
    .filter(({ name }) => bears(name, reference))
    .sort(newestFirst);
}

/** Posts of many ads, the newest first: a few are looked up one by one, for more the account's posts are read once. */
export async function postsOfMany(
  wire: Wire,
  account: AdAccountContext,
  references: readonly string[],
): Promise<AdPost[]> {
  if (references.length <= lookupsMax)
    return (await Promise.all(references.map((reference) => postsOf(wire, account, reference)))).flat();
  const asked = new Set(references);
  const found: AdPost[] = [];
  for await (const raw of wire.list(account.accessToken, pathOf(account), published))
    found.push(
      ...(adPost(raw) ?? []).filter(({ name, reference }) => asked.has(reference) && bears(name, reference)),
    );
  return found.sort(newestFirst);
}

/** Ads' posts by their ids, removed ones too. */
export async function postsWith(wire: Wire, account: AdAccountContext, ids: readonly string[]): Promise<AdPost[]> {
  const found: AdPost[] = [];
  for (let from = 0; from < ids.length; from += idsMax) {
    const parameters = { ...published, tweet_ids: ids.slice(from, from + idsMax) };
    for await (const raw of wire.list(account.accessToken, pathOf(account), parameters))
      found.push(...(adPost(raw) ?? []));
  }
  return found;
}

const published = { tweet_type: "PUBLISHED", timeline_type: "NULLCAST" } as const;
const idsMax = 200;
const lookupsMax = 5;
const pathOf = ({ adAccountId }: AdAccountContext) => `/accounts/${adAccountId}/tweets`;

const shape = /^(?:removed )?\[(?<reference>[^\]]+)\] (?<lineItemId>[a-z0-9]+)\.(?<content>[0-9a-f]{8})/;

/** Reads a post's name; none of ours when it says nothing. */
function adPost(raw: unknown): [AdPost] | null {
  const { id_str, name } = readAs(post, raw);
  const { reference = "", lineItemId = "", content = "" } = shape.exec(name ?? "")?.groups ?? {};
  return reference ? [{ id: id_str, reference, lineItemId, content, name: name ?? "" }] : null;
}

/** Ids of posts grow with time and are past 2^53. */
export function newestFirst(one: AdPost, other: AdPost): number {
  return BigInt(one.id) < BigInt(other.id) ? 1 : -1;
}

/** What people see of an ad, in eight digits: posts of the same content need not be made twice. */
export function contentOf(order: AdSpec, profileId: string | null): string {
  const { headline, text, description, callToAction, url, media } = order;
  const seen = [headline, text, description, callToAction, url, media?.reference, profileId];
  return createHash("sha256").update(JSON.stringify(seen)).digest("hex").slice(0, 8);
}

export function nameOf(order: AdSpec, content: string): string {
  return nameWith(order.reference, `${order.platformAdGroupId}.${content} ${order.name}`, nameMax);
}

type Publishing = { account: AdAccountContext; order: AdSpec; mediaKey: string; content: string; revision: number };

/** Publishes a post for ads alone. A lost card is found again by its name; a lost post by its own. */
export async function publish(wire: Wire, publishing: Publishing): Promise<AdPost> {
  const { account, order, mediaKey, content } = publishing;
  const media = order.media as AdMedia;
  const seen: Record<AdMedia["kind"], () => Promise<Parameters> | Parameters> = {
    image: async () => ({ text: words(order), card_uri: await standingCard(wire, publishing) }),
    video: () => ({ ...withText(order), media_keys: [mediaKey], ...videoFields(order) }),
    // A moving picture has no card: its link stands in the text.
    animated_image: () => ({ text: `${words(order)} ${order.url}`, media_keys: [mediaKey] }),
  };
  const made = await wire.write(account.accessToken, {
    method: "POST",
    path: `/accounts/${account.adAccountId}/tweet`,
    parameters: {
      as_user_id: account.profileId ?? "",
      nullcast: true,
      name: nameOf(order, content),
      ...(await seen[media.kind]()),
    },
  });
  const { id_str, name } = readAs(post, made);
  return {
    id: id_str,
    reference: order.reference,
    lineItemId: order.platformAdGroupId,
    content,
    name: name ?? nameOf(order, content),
  };
}

const words = (order: AdSpec) => order.text.trim() || order.headline;

function withText(order: AdSpec): Parameters {
  return order.text.trim() ? { text: order.text.trim() } : {};
}

/** Of our calls to action a video's button knows one; every other leads to the site all the same. */
function videoFields(order: AdSpec): Parameters {
  return {
    video_title: order.headline,
    video_description: order.description || undefined,
    video_cta: order.callToAction === "watch_now" ? "WATCH_NOW" : "VISIT_SITE",
    video_cta_value: order.url,
  };
}

/** Each revision of an ad has a card of its own, so that X never takes its post for a repetition. */
async function standingCard(
  wire: Wire,
  { account, order, mediaKey, content, revision }: Publishing,
): Promise<string> {
  const path = `/accounts/${account.adAccountId}/cards`;
  const name = nameWith(order.reference, `${revision}.${content}`, nameMax);
  for await (const raw of wire.list(account.accessToken, path, { q: name, count: 200 })) {
    const standing = readAs(card, raw);
    if (standing.name === name) return standing.card_uri;
  }
  const json = {
    name,
    components: [
      { type: "MEDIA", media_key: mediaKey },
      { type: "DETAILS", title: order.headline, destination: { type: "WEBSITE", url: order.url } },
    ],
  };
  return readAs(card, await wire.write(account.accessToken, { method: "POST", path, json })).card_uri;
}

/** The one thing of a post that can be changed. */
export async function rename(wire: Wire, account: AdAccountContext, { id }: AdPost, name: string): Promise<void> {
  const path = `${pathOf(account)}/${id}/name`;
  await wire.write(account.accessToken, { method: "PUT", path, parameters: { name } });
}

/** Takes our reference from the beginning of a name: it is not found any more, and its figures still know whose it was. */
export function removedName(name: string): string {
  return `removed ${name}`.slice(0, nameMax).toWellFormed().trimEnd();
}

export const isRemoved = (name: string): boolean => name.startsWith("removed ");
