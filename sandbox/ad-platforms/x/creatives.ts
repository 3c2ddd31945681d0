import { isObject, type Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, missing, notFound, XError } from "./errors.ts";
import {
  CARD_NAME_MAX,
  CARD_TITLE_MAX,
  POST_NAME_MAX,
  VIDEO_DESCRIPTION_MAX,
  VIDEO_TITLE_MAX,
} from "./facts.ts";
import { beginsWith, ids, isRequested, listParams, paginate } from "./lists.ts";
import { boolean, id, oneOf, type ParamTable, parseParams, text } from "./params.ts";
import { createPost, mediaStatus, readyMedia, renamePost } from "./posts.ts";
import type { StoredObject } from "./registry.ts";
import {
  type ApiResponse,
  type Call,
  type Context,
  failIfHalfDone,
  type Route,
  requireAccount,
  requireWritableAccount,
  route,
} from "./router.ts";
import { insertObject, markDeleted, present, requireObject, updateObject } from "./stored-objects.ts";
import type { Uploads } from "./upload.ts";

const libraryParams: ParamTable = {
  description: { read: text(VIDEO_DESCRIPTION_MAX) },
  file_name: { read: text(255) },
  media_key: { read: id, required: true },
  name: { read: text(100) },
  poster_media_key: { read: id },
  title: { read: text(VIDEO_TITLE_MAX) },
};

/** Posts, cards and the media library. */
export function creativeRoutes(context: Context, uploads: Uploads): Route[] {
  const writing =
    (work: (account: DemoAccount, call: Call) => { params: Json; data: Json }) => (call: Call) => {
      const account = requireWritableAccount(call, context.registry);
      const { params, data } = work(account, call);
      failIfHalfDone(context.world, call);
      return { params: { account_id: account.id, ...params }, data };
    };
  return [
    route("GET", "/accounts/:account_id/tweets", "read", (call) => listPosts(context, call)),
    route(
      "POST",
      "/accounts/:account_id/tweet",
      "write",
      writing((account, call) => {
        const { row, params } = createPost(context, account, call.rawParams);
        return { params, data: presentPost(row) };
      }),
    ),
    route(
      "PUT",
      "/accounts/:account_id/tweets/:tweet_id/name",
      "write",
      writing((account, call) => {
        const { row, params } = renamePost(context, account, call.path.tweet_id ?? "", call.rawParams);
        return { params, data: presentPost(row) };
      }),
    ),
    route("GET", "/accounts/:account_id/cards", "read", (call) => listCards(context, call)),
    route(
      "POST",
      "/accounts/:account_id/cards",
      "write",
      writing((account, call) => createCard(context, account, call)),
    ),
    route(
      "DELETE",
      "/accounts/:account_id/cards/:card_id",
      "write",
      writing((account, call) => {
        const row = markDeleted(context, requireObject(context, account, "cards", call.path.card_id ?? ""));
        return { params: { card_id: row.id }, data: present(context, row) };
      }),
    ),
    route("GET", "/accounts/:account_id/media_library", "read", (call) => listMedia(context, call)),
    route("GET", "/accounts/:account_id/media_library/:media_key", "read", (call) => {
      const account = requireAccount(call, context.registry);
      const row = requireObject(context, account, "media", call.path.media_key ?? "");
      return { params: { account_id: account.id, media_key: row.id }, data: presentMedia(row) };
    }),
    route(
      "POST",
      "/accounts/:account_id/media_library",
      "write",
      writing((account, call) => addMedia(context, uploads, account, call)),
    ),
  ];
}

function presentPost(row: StoredObject): Json {
  const { as_user_id, created_at, updated_at: _kept, ...wire } = row.wire;
  return {
    ...wire,
    id: Number(row.id),
    id_str: row.id,
    created_at,
    full_text: wire.text ?? "",
    user: { id: Number(as_user_id), id_str: as_user_id },
    tweet_type: "PUBLISHED",
  };
}

function listPosts(context: Context, call: Call): ApiResponse {
  const account = requireAccount(call, context.registry);
  const { with_deleted: _none, with_total_count: _neither, ...paging } = listParams;
  const table: ParamTable = {
    ...paging,
    include_mentions_and_replies: { read: boolean },
    name: { read: text(POST_NAME_MAX) },
    timeline_type: { read: oneOf(["ALL", "NULLCAST", "ORGANIC"]) },
    trim_user: { read: boolean },
    tweet_ids: ids,
    tweet_type: { read: oneOf(["DRAFT", "PUBLISHED", "SCHEDULED"]), required: true },
    user_id: { read: id },
  };
  const params = parseParams(table, call.rawParams);
  const timeline = params.timeline_type ?? "NULLCAST";
  const rows = context.registry
    .listInAccount("tweets", account.id)
    .filter(
      (row) =>
        params.tweet_type === "PUBLISHED" &&
        isRequested(params.tweet_ids, row.id) &&
        beginsWith(row.wire.name ?? "", params.name) &&
        (timeline === "ALL" || row.wire.nullcast === (timeline === "NULLCAST")),
    )
    .map((row) => ({ presented: presentPost(row), isDeleted: row.deleted }));
  return paginate(params, account.id, rows);
}

function listCards(context: Context, call: Call): ApiResponse {
  const account = requireAccount(call, context.registry);
  const table: ParamTable = { ...listParams, q: { read: text(CARD_NAME_MAX) }, card_uris: ids, card_id: ids };
  const params = parseParams(table, call.rawParams);
  if (Number(params.count ?? 0) > 200)
    throw invalid("count", "Expected an integer from 1 to 200", params.count);
  const rows = context.registry
    .listInAccount("cards", account.id)
    .filter((row) => beginsWith(row.wire.name, params.q))
    .filter(
      (row) =>
        isRequested(params.card_uris, String(row.wire.card_uri)) && isRequested(params.card_id, row.id),
    )
    .map((row) => ({ presented: present(context, row), isDeleted: row.deleted }));
  return paginate(params, account.id, rows, 100);
}

/** A card comes as JSON: one media component, then one that describes it (docs, Cards). */
function createCard(context: Context, account: DemoAccount, call: Call): { params: Json; data: Json } {
  const { body } = call;
  if (!call.raw.headers["content-type"]?.startsWith("application/json") || !isObject(body))
    throw invalid("body", "A card is created with a JSON body");
  const unexpected = Object.keys(body).find((key) => key !== "name" && key !== "components");
  if (unexpected) throw invalid(unexpected, `"${unexpected}" is not a parameter of this call`);
  if (typeof body.name !== "string" || body.name.length === 0) throw new XError(400, missing("name"));
  if ([...body.name].length > CARD_NAME_MAX)
    throw invalid("name", `Expected at most ${CARD_NAME_MAX} characters`);
  const [media, details, ...rest] = Array.isArray(body.components) ? (body.components as Json[]) : [];
  if (!media || !details || rest.length > 0)
    throw invalid("components", "Expected one media component, then DETAILS or BUTTON");
  const shows = requireMedia(context, account, media);
  if (details.type !== "DETAILS") throw invalid("components", "Only DETAILS goes with a website");
  checkDetails(details);
  const newId = context.registry.newId("cards");
  const wire = {
    name: body.name,
    components: [media, details],
    card_uri: `card://${newId}`,
    card_type: `${shows}_WEBSITE`,
  };
  const row = insertObject(context, { account, kind: "cards", parentId: account.id, wire, id: newId });
  return { params: { name: body.name, components: body.components }, data: present(context, row) };
}

function requireMedia(
  context: Context,
  account: DemoAccount,
  { type, media_key, ...rest }: Json,
): "IMAGE" | "VIDEO" {
  if (type !== "MEDIA" || typeof media_key !== "string" || Object.keys(rest).length > 0)
    throw invalid("components", "Expected a MEDIA component with a media_key", type);
  const { wire } = readyMedia(context, account, media_key);
  if (wire.media_type === "VIDEO") return "VIDEO";
  const problem = wire.media_type === "IMAGE" ? wire.card_problem : "A card shows an image or a video";
  if (problem)
    throw new XError(400, { code: "INVALID_MEDIA", message: String(problem), parameter: "media_key" });
  return "IMAGE";
}

function checkDetails({ type: _type, title, destination, ...rest }: Json): void {
  if (Object.keys(rest).length > 0) throw invalid("components", "DETAILS has a title and a destination only");
  if (typeof title !== "string" || title.length === 0) throw new XError(400, missing("title"));
  if ([...title].length > CARD_TITLE_MAX)
    throw invalid("title", `Expected at most ${CARD_TITLE_MAX} characters`);
  const { type, url } = isObject(destination) ? destination : {};
  if (type !== "WEBSITE" || typeof url !== "string" || !URL.canParse(url))
    throw invalid("destination", "Expected a WEBSITE with its url");
}

/** Adds media uploaded for the account's own user to its library. */
function addMedia(
  context: Context,
  uploads: Uploads,
  account: DemoAccount,
  call: Call,
): { params: Json; data: Json } {
  const params = parseParams(libraryParams, call.rawParams);
  const key = String(params.media_key);
  const upload = uploads.withKey(key);
  if (!upload?.owners.includes(account.promotable.userId)) throw notFound("Media", key);
  if ((params.title ?? params.description) !== undefined && upload.wire.media_type !== "VIDEO")
    throw invalid("title", "title and description go with a video only");
  const { media_key: _key, ...named } = params;
  const existing = context.registry.find("media", key);
  const wire: Json = {
    name: null,
    file_name: null,
    title: null,
    description: null,
    ...upload.wire,
    ...named,
  };
  const row = existing
    ? updateObject(context, existing, named)
    : insertObject(context, { account, kind: "media", parentId: account.id, wire, id: key });
  return { params, data: presentMedia(row) };
}

function listMedia(context: Context, call: Call): ApiResponse {
  const account = requireAccount(call, context.registry);
  const { count, cursor } = listParams;
  const table: ParamTable = {
    ...(count && cursor ? { count, cursor } : {}),
    media_type: { read: oneOf(["GIF", "IMAGE", "VIDEO"]) },
    q: { read: text(255) },
  };
  const params = parseParams(table, call.rawParams);
  const rows = context.registry
    .listInAccount("media", account.id)
    .filter(({ wire }) => params.media_type === undefined || wire.media_type === params.media_type)
    .filter(({ wire }) =>
      [wire.name, wire.title, wire.file_name].some((each) => beginsWith(each ?? "", params.q)),
    )
    .map((row) => ({ presented: presentMedia(row), isDeleted: row.deleted }));
  return paginate(params, account.id, rows, 20);
}

function presentMedia(row: StoredObject): Json {
  const { ready_at: _ours, card_problem: _too, ...wire } = row.wire;
  return { ...wire, media_key: row.id, media_status: mediaStatus(row), tweeted: false, deleted: row.deleted };
}
