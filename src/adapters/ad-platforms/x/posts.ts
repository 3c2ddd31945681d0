import { createHash } from "node:crypto";
import type { AdAccountContext, AdMedia, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import { collect } from "./accessible-accounts.ts";
import type { ApiClient, Parameters } from "./api-client.ts";
import { formatObjectName, formatReference, hasReference } from "./reference.ts";
import { card, post } from "./response-schemas.ts";

/** X docs, Ads API, Tweets and Cards: the longest name of a post or card. */
const nameMax = 80;

/**
 * A post of one of our ads. Posts cannot be changed: a changed ad is a new post under the same reference, and the
 * newest counts. A post's name contains the ad's reference, its line item and a hash of its content.
 */
export type AdPost = { id: string; reference: string; lineItemId: string; content: string; name: string };

/** Posts of an ad, newest first. */
export async function listPosts(
  client: ApiClient,
  account: AdAccountContext,
  reference: string,
): Promise<AdPost[]> {
  const found = await collect(
    client.list(account.accessToken, toPath(account), { ...published, name: formatReference(reference) }),
  );
  return found
    .flatMap((raw) => parseAdPost(raw) ?? [])
    .filter(({ name }) => hasReference(name, reference))
    .sort(newestFirst);
}

/** Posts of many ads, newest first: for a few ads one by one; for more, the account's posts are read once. */
export async function listPostsOfAds(
  client: ApiClient,
  account: AdAccountContext,
  references: readonly string[],
): Promise<AdPost[]> {
  if (references.length <= lookupsMax)
    return (await Promise.all(references.map((reference) => listPosts(client, account, reference)))).flat();
  const referenceSet = new Set(references);
  const found: AdPost[] = [];
  for await (const raw of client.list(account.accessToken, toPath(account), published))
    found.push(
      ...(parseAdPost(raw) ?? []).filter(
        ({ name, reference }) => referenceSet.has(reference) && hasReference(name, reference),
      ),
    );
  return found.sort(newestFirst);
}

/** Ads' posts by their ids, removed ones included. */
export async function listPostsByIds(
  client: ApiClient,
  account: AdAccountContext,
  ids: readonly string[],
): Promise<AdPost[]> {
  const found: AdPost[] = [];
  for (let from = 0; from < ids.length; from += idsMax) {
    const parameters = { ...published, tweet_ids: ids.slice(from, from + idsMax) };
    for await (const raw of client.list(account.accessToken, toPath(account), parameters))
      found.push(...(parseAdPost(raw) ?? []));
  }
  return found;
}

const published = { tweet_type: "PUBLISHED", timeline_type: "NULLCAST" } as const;
const idsMax = 200;
const lookupsMax = 5;
const toPath = ({ adAccountId }: AdAccountContext) => `/accounts/${adAccountId}/tweets`;

const shape = /^(?:removed )?\[(?<reference>[^\]]+)\] (?<lineItemId>[a-z0-9]+)\.(?<content>[0-9a-f]{8})/;

/** Parses a post's name; null if the post is not ours. */
function parseAdPost(raw: unknown): [AdPost] | null {
  const { id_str, name } = parseAs(post, raw);
  const { reference = "", lineItemId = "", content = "" } = shape.exec(name ?? "")?.groups ?? {};
  return reference ? [{ id: id_str, reference, lineItemId, content, name: name ?? "" }] : null;
}

/** Ids of posts grow with time and are larger than 2^53. */
export function newestFirst(one: AdPost, other: AdPost): number {
  return BigInt(one.id) < BigInt(other.id) ? 1 : -1;
}

/** Hash of an ad's visible content, eight hex digits: an unchanged ad needs no new post. */
export function hashContent(spec: AdSpec, profileId: string | null): string {
  const { headline, text, description, callToAction, url, media } = spec;
  const visibleParts = [headline, text, description, callToAction, url, media?.reference, profileId];
  return createHash("sha256").update(JSON.stringify(visibleParts)).digest("hex").slice(0, 8);
}

export function toPostName(spec: AdSpec, content: string): string {
  return formatObjectName(spec.reference, `${spec.platformAdGroupId}.${content} ${spec.name}`, nameMax);
}

type PublishInput = {
  account: AdAccountContext;
  spec: AdSpec;
  mediaKey: string;
  content: string;
  revision: number;
};

/** Publishes a post for ads only. If a response was lost, the card and the post are found again by their names. */
export async function publish(client: ApiClient, input: PublishInput): Promise<AdPost> {
  const { account, spec, mediaKey, content } = input;
  const media = spec.media as AdMedia;
  const postFieldsByKind: Record<AdMedia["kind"], () => Promise<Parameters> | Parameters> = {
    image: async () => ({ text: toPostText(spec), card_uri: await ensureCard(client, input) }),
    video: () => ({ ...toTextFields(spec), media_keys: [mediaKey], ...toVideoFields(spec) }),
    // An animated image has no card: its link is part of the text.
    animated_image: () => ({ text: `${toPostText(spec)} ${spec.url}`, media_keys: [mediaKey] }),
  };
  const created = await client.write(account.accessToken, {
    method: "POST",
    path: `/accounts/${account.adAccountId}/tweet`,
    parameters: {
      as_user_id: account.profileId ?? "",
      nullcast: true,
      name: toPostName(spec, content),
      ...(await postFieldsByKind[media.kind]()),
    },
  });
  const { id_str, name } = parseAs(post, created);
  return {
    id: id_str,
    reference: spec.reference,
    lineItemId: spec.platformAdGroupId,
    content,
    name: name ?? toPostName(spec, content),
  };
}

const toPostText = (spec: AdSpec) => spec.text.trim() || spec.headline;

function toTextFields(spec: AdSpec): Parameters {
  return spec.text.trim() ? { text: spec.text.trim() } : {};
}

/** A video's button supports one of our calls to action, "watch now"; every other becomes "visit site". */
function toVideoFields(spec: AdSpec): Parameters {
  return {
    video_title: spec.headline,
    video_description: spec.description || undefined,
    video_cta: spec.callToAction === "watch_now" ? "WATCH_NOW" : "VISIT_SITE",
    video_cta_value: spec.url,
  };
}

/** Each revision of an ad has its own card, so that X does not refuse its post as a duplicate. */
async function ensureCard(
  client: ApiClient,
  { account, spec, mediaKey, content, revision }: PublishInput,
): Promise<string> {
  const path = `/accounts/${account.adAccountId}/cards`;
  const name = formatObjectName(spec.reference, `${revision}.${content}`, nameMax);
  for await (const raw of client.list(account.accessToken, path, { q: name, count: 200 })) {
    const existing = parseAs(card, raw);
    if (existing.name === name) return existing.card_uri;
  }
  const json = {
    name,
    components: [
      { type: "MEDIA", media_key: mediaKey },
      { type: "DETAILS", title: spec.headline, destination: { type: "WEBSITE", url: spec.url } },
    ],
  };
  return parseAs(card, await client.write(account.accessToken, { method: "POST", path, json })).card_uri;
}

/** The name is the only part of a post that can be changed. */
export async function rename(
  client: ApiClient,
  account: AdAccountContext,
  { id }: AdPost,
  name: string,
): Promise<void> {
  const path = `${toPath(account)}/${id}/name`;
  await client.write(account.accessToken, { method: "PUT", path, parameters: { name } });
}

/**
 * Puts a prefix before our reference: the post no longer matches it, and its figures can still be assigned to the ad.
 */
export function removedName(name: string): string {
  return `removed ${name}`.slice(0, nameMax).toWellFormed().trimEnd();
}

export const isRemoved = (name: string): boolean => name.startsWith("removed ");
