import { isObject, type Json } from "../shared/field-table.ts";
import { checkCreative, creativeCreateFields, creativeUpdateFields } from "./ad.fields.ts";
import { badParameter, notFound, TikTokError } from "./errors.ts";
import { ADS_PER_GROUP_MAX, SINGLE_IMAGE_SIZES } from "./facts.ts";
import { refuseClosedFlow } from "./flows.ts";
import { present } from "./present.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser, requireBody } from "./router.ts";
import { withoutNulls } from "./rules.ts";
import { checked, insertObject, isHalfDone, requireObject, updateObject } from "./stored-objects.ts";

export function adRoutes(context: Context): Route[] {
  return [
    { method: "POST", path: "/ad/create/", scope: "ads", handle: (call) => create(context, call) },
    { method: "POST", path: "/ad/update/", scope: "ads", handle: (call) => update(context, call) },
  ];
}

/** All creatives are checked before one is created. The fault `half_done` creates the first half, and fails. */
function create(context: Context, call: Call): Json {
  const { group, creatives } = creativesIn(context, call, ["advertiser_id", "adgroup_id", "creatives"]);
  const campaign = requireObject(context, call, "campaigns", group.account_id, group.parent_id);
  refuseClosedFlow(
    context,
    requireAdvertiser(call, group.account_id, context.registry),
    campaign.wire.objective_type,
  );
  const ready = creatives.map((each) => {
    const wire: Json = { operation_status: "ENABLE", ...withoutNulls(checked(each, creativeCreateFields)) };
    refuseUnfit(context, group, wire);
    return wire;
  });
  const existingAds = context.registry.listChildren("ads", group.id).filter((row) => !row.deleted).length;
  if (existingAds + ready.length > ADS_PER_GROUP_MAX)
    throw new TikTokError(40502, `At most ${ADS_PER_GROUP_MAX} ads are allowed in an ad group`);
  const half = isHalfDone(context, call);
  const created = ready
    .slice(0, half ? Math.ceil(ready.length / 2) : ready.length)
    .map((wire) => insertObject(context, "ads", { accountId: group.account_id, parentId: group.id, wire }));
  if (half) throw new TikTokError(50000, "System error");
  return {
    ad_ids: created.map((row) => row.id),
    creatives: created.map((row) => present(row, context)),
    need_audit: true,
  };
}

/** Without `patch_update` a creative is replaced completely, and a required field cannot be left out. */
function update(context: Context, call: Call): Json {
  const known = ["advertiser_id", "adgroup_id", "creatives", "patch_update"];
  const { group, creatives, patch } = creativesIn(context, call, known);
  const changes = creatives.map((each) => {
    const { ad_id, ...change } = withoutNulls(checked(each, creativeUpdateFields));
    const ad = context.registry.find("ads", String(ad_id));
    if (ad?.parent_id !== group.id) throw notFound("Ad", String(ad_id));
    const { operation_status, create_time } = ad.wire;
    const wire: Json = { ...(patch ? ad.wire : { ad_id, operation_status, create_time }), ...change };
    refuseUnfit(context, group, wire);
    return { ad, wire };
  });
  const changed = changes.map(({ ad, wire }) => saveAdChange(context, ad, wire));
  if (isHalfDone(context, call)) throw new TikTokError(50000, "System error");
  return {
    ad_ids: changed.map((row) => row.id),
    creatives: changed.map((row) => present(row, context)),
    need_audit: true,
  };
}

function creativesIn(context: Context, call: Call, known: string[]) {
  const body = requireBody(call);
  const unexpected = Object.keys(body).find((field) => !known.includes(field));
  if (unexpected) throw badParameter(`${unexpected}: Unknown field`);
  const group = requireObject(context, call, "adgroups", body.advertiser_id, body.adgroup_id);
  const { creatives } = body;
  if (!Array.isArray(creatives) || !creatives.every(isObject) || creatives.length === 0)
    throw badParameter("creatives: a list of objects is expected");
  if (creatives.length > ADS_PER_GROUP_MAX)
    throw badParameter(`creatives: at most ${ADS_PER_GROUP_MAX} are allowed`);
  return { group, creatives, patch: body.patch_update === true };
}

function refuseUnfit(context: Context, group: StoredObject, wire: Json): void {
  const problem = checkCreative(wire, group.wire);
  if (problem) throw badParameter(problem);
  const identity = context.registry
    .adIdentities(group.account_id)
    .find((each) => each.identity_id === wire.identity_id && each.identity_type === wire.identity_type);
  if (!identity) throw badParameter("identity_id: the identity does not exist or is of another type");
  refuseUnfitFiles(context, group.account_id, {
    format: String(wire.ad_format),
    images: wire.image_ids as string[],
    video: wire.video_id,
  });
}

type Files = { format: string; images: readonly string[]; video: unknown };

/** The files of an ad belong to its account, and its images have a size that their placement supports. */
export function refuseUnfitFiles(
  { registry }: Context,
  accountId: string,
  { format, images, video }: Files,
): void {
  for (const id of images) {
    const image = registry.find("images", id);
    if (image?.account_id !== accountId) throw badParameter("image_ids: the image does not exist");
    const { width, height, is_carousel_usable } = image.wire;
    if (format === "CAROUSEL_ADS" && !is_carousel_usable) throw badParameter("Image size is not supported");
    if (format === "SINGLE_IMAGE" && !SINGLE_IMAGE_SIZES.includes(`${width}x${height}`))
      throw badParameter("Image size is not supported");
  }
  if (video !== undefined && registry.find("videos", String(video))?.account_id !== accountId)
    throw new TikTokError(40053, "video_id: the video does not exist");
}

const SEEN = [
  "ad_text",
  "call_to_action",
  "landing_page_url",
  "display_name",
  "video_id",
  "image_ids",
  "music_id",
  "identity_id",
];

/** A change of the visible content starts a new review; a new name does not. */
function saveAdChange(context: Context, ad: StoredObject, wire: Json): StoredObject {
  const hasVisibleChange = SEEN.some(
    (field) => JSON.stringify(ad.wire[field]) !== JSON.stringify(wire[field]),
  );
  if (!hasVisibleChange)
    return updateObject(context, ad, { ...wire, reviewed_before: ad.wire.reviewed_before });
  const now = context.world.now().getTime();
  return updateObject(context, ad, { ...wire, reviewed_before: true }, { submitted_at: now });
}
