import type { Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, missing, notFound, XError } from "./errors.ts";
import {
  LINK_WEIGHT,
  POST_NAME_MAX,
  POST_TEXT_MAX,
  VIDEO_CTAS,
  VIDEO_DESCRIPTION_MAX,
  VIDEO_TITLE_MAX,
} from "./facts.ts";
import { boolean, id, listOf, oneOf, type ParamTable, parseParams, type RawParams, text } from "./params.ts";
import type { StoredObject } from "./registry.ts";
import type { Context } from "./router.ts";
import { insertObject, markDeleted, requireObject, updateObject } from "./stored-objects.ts";

/** docs.x.com, X Ads API, Tweets: POST accounts/:account_id/tweet. */
export const postParams: ParamTable = {
  as_user_id: { read: id, required: true },
  card_uri: { read: text(100) },
  conversation_settings: { read: oneOf(["EVERYONE", "FOLLOWING", "MENTIONED_USERS"]) },
  media_keys: { read: listOf(id, 4) },
  name: { read: text(POST_NAME_MAX) },
  nullcast: { read: boolean },
  text: { read: text(4_000) },
  trim_user: { read: boolean },
  tweet_mode: { read: oneOf(["compat", "extended"]) },
  video_cta: { read: oneOf(VIDEO_CTAS) },
  video_cta_value: { read: text(2_048) },
  video_description: { read: text(VIDEO_DESCRIPTION_MAX) },
  video_title: { read: text(VIDEO_TITLE_MAX) },
};
const SEEN = [
  "text",
  "card_uri",
  "media_keys",
  "video_title",
  "video_description",
  "video_cta",
  "video_cta_value",
];

/** Publishes a post. It is for ads only (nullcast) by default, and cannot be changed any more. */
export function createPost(
  context: Context,
  account: DemoAccount,
  rawParams: RawParams,
): { row: StoredObject; params: Json } {
  const params = parseParams(postParams, rawParams);
  const { userId, type } = account.promotable;
  if (params.as_user_id !== userId || type !== "FULL")
    throw new XError(403, {
      code: "USER_NOT_FOUND",
      message: `User (${params.as_user_id}) cannot be posted for`,
    });
  if (params.text === undefined && params.media_keys === undefined) throw new XError(400, missing("text"));
  const weight = computeTextWeight(String(params.text ?? ""));
  if (weight > POST_TEXT_MAX) throw invalid("text", `The text weighs ${weight}, at most ${POST_TEXT_MAX}`);
  if (typeof params.card_uri === "string") checkCard(context, account, params);
  checkMediaChoice(context, account, params);
  isNotRepeated(context, account, params);
  const wire = { name: null, nullcast: true, ...params };
  return { row: insertObject(context, { account, kind: "tweets", parentId: account.id, wire }), params };
}

/** Only the internal name of a post can be changed. */
export function renamePost(context: Context, account: DemoAccount, postId: string, rawParams: RawParams) {
  const row = requireObject(context, account, "tweets", postId);
  const params = parseParams({ name: { read: text(POST_NAME_MAX), required: true } }, rawParams);
  return { row: updateObject(context, row, params), params: { tweet_id: postId, ...params } };
}

/** X's own weights: a link counts 23 whatever its length; letters up to U+10FF (Arabic among them) one, others two. */
export function computeTextWeight(words: string): number {
  const links = words.match(/https?:\/\/\S+/g) ?? [];
  const rest = words.replace(/https?:\/\/\S+/g, "").normalize("NFC");
  return links.length * LINK_WEIGHT + [...rest].reduce((sum, sign) => sum + (isLight(sign) ? 1 : 2), 0);
}

const LIGHT = [
  [0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;
function isLight(sign: string): boolean {
  const point = sign.codePointAt(0) ?? 0;
  return LIGHT.some(([from, to]) => point >= from && point <= to);
}

function checkCard(context: Context, account: DemoAccount, params: Json): void {
  const cardId = String(params.card_uri).replace("card://", "");
  const card = context.registry.find("cards", cardId);
  if (card?.account_id !== account.id) throw notFound("Card", String(params.card_uri));
  if (params.media_keys !== undefined)
    throw new XError(400, {
      code: "EXCLUSIVE_PARAMETERS",
      message: "card_uri and media_keys exclude each other",
    });
  if (/https?:\/\//.test(String(params.text ?? "")))
    throw invalid("text", "A post with a website card carries no link in its text");
}

function checkMediaChoice(context: Context, account: DemoAccount, params: Json): void {
  const media = ((params.media_keys ?? []) as string[]).map((key) => readyMedia(context, account, key));
  const kinds = media.map(({ wire }) => String(wire.media_type));
  if (kinds.length > 1 && kinds.some((kind) => kind !== "IMAGE"))
    throw invalid("media_keys", "A post shows up to four images, or one GIF, or one video");
  const isVideo = kinds[0] === "VIDEO";
  for (const field of ["video_title", "video_description", "video_cta", "video_cta_value"])
    if (params[field] !== undefined && !isVideo) throw invalid(field, `${field} goes with a video only`);
  if ((params.video_cta === undefined) !== (params.video_cta_value === undefined))
    throw new XError(400, missing(params.video_cta === undefined ? "video_cta" : "video_cta_value"));
}

/** Media in the account's library that X has finished processing. */
export function readyMedia(context: Context, account: DemoAccount, key: string): StoredObject {
  const row = context.registry.tables.media.get(key);
  if (!row || row.deleted || row.parent_id !== account.id) throw notFound("Media", key);
  if (mediaStatus(row) !== "TRANSCODE_COMPLETED")
    throw new XError(400, { code: "INVALID_MEDIA", message: `Media (${key}) is not ready` });
  return row;
}

/** A video is processed for a while of system time after its upload. */
export function mediaStatus(row: StoredObject): string {
  return Date.now() >= Number(row.wire.ready_at ?? 0) ? "TRANSCODE_COMPLETED" : "TRANSCODE_IN_PROGRESS";
}

/** X refuses a post with the same text and media as the one before it. */
function isNotRepeated(context: Context, account: DemoAccount, params: Json): void {
  const last = context.registry.listInAccount("tweets", account.id).at(-1);
  if (last && SEEN.every((field) => JSON.stringify(last.wire[field]) === JSON.stringify(params[field])))
    throw new XError(400, { code: "DUPLICATE_TWEET", message: "The post repeats the one before it" });
}

export const promoteParams: ParamTable = {
  line_item_id: { read: id, required: true },
  tweet_ids: { read: listOf(id, 50), required: true },
};

/** Promotes posts in a line item: this is the ad. It cannot be updated or paused. */
export function promotePosts(
  context: Context,
  account: DemoAccount,
  rawParams: RawParams,
): { rows: StoredObject[]; params: Json } {
  const params = parseParams(promoteParams, rawParams);
  const lineItem = requireObject(context, account, "line_items", String(params.line_item_id));
  const posts = (params.tweet_ids as string[]).map((each) => requireObject(context, account, "tweets", each));
  const existing = context.registry.listChildren("promoted_tweets", lineItem.id);
  for (const post of posts)
    if (existing.some(({ deleted, wire }) => !deleted && wire.tweet_id === post.id))
      throw new XError(400, {
        code: "DUPLICATE_PROMOTABLE_ENTITY",
        message: `Tweet (${post.id}) is promoted in this line item already`,
      });
  const rows = posts.map((post) => {
    const earlier = context.registry
      .listInAccount("promoted_tweets", account.id)
      .find(({ wire }) => wire.tweet_id === post.id);
    const wire = { line_item_id: lineItem.id, tweet_id: post.id, entity_status: "ACTIVE" };
    const again = earlier ? { submittedAt: earlier.submitted_at } : {};
    return insertObject(context, { account, kind: "promoted_tweets", parentId: lineItem.id, wire, ...again });
  });
  return { rows, params };
}

export function demotePost(context: Context, account: DemoAccount, promotedId: string) {
  const row = markDeleted(context, requireObject(context, account, "promoted_tweets", promotedId));
  return { row, params: { promoted_tweet_id: promotedId } };
}
