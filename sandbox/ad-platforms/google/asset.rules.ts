import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import { IMAGE_BYTES_MAX } from "./facts.ts";
import type { StoredObject } from "./registry.ts";
import { type CreateResult, checkName, type KindRules, type Mutation } from "./rules.ts";

/** Images, texts, videos and buttons that ads are composed of. They are never removed. */
export const assetRules: KindRules = {
  kind: "assets",
  message: "Asset",
  operation: "assetOperation",
  path: "assets",
  create(mutation, wire) {
    if (wire.imageAsset !== undefined) return image(mutation, wire);
    const { youtubeVideoAsset, textAsset, callToActionAsset } = wire as Record<string, Json | undefined>;
    if (youtubeVideoAsset) {
      if (!/^[A-Za-z0-9_-]{11}$/.test(String(youtubeVideoAsset.youtubeVideoId)))
        refuse("fieldError", "INVALID_VALUE", "There is no such video.", [
          "youtube_video_asset",
          "youtube_video_id",
        ]);
      refuseRejected(mutation, youtubeVideoAsset.youtubeVideoId);
      return createAsset(
        mutation,
        wire,
        "YOUTUBE_VIDEO",
        (row) =>
          (row.wire.youtubeVideoAsset as Json | undefined)?.youtubeVideoId ===
          youtubeVideoAsset.youtubeVideoId,
      );
    }
    if (textAsset) {
      if (typeof textAsset.text !== "string" || textAsset.text === "")
        refuse("assetError", "ASSET_DATA_IS_MISSING", "The text is missing.", ["text_asset", "text"]);
      return createAsset(
        mutation,
        wire,
        "TEXT",
        (row) => (row.wire.textAsset as Json | undefined)?.text === textAsset.text,
      );
    }
    if (!callToActionAsset) refuse("assetError", "ASSET_DATA_IS_MISSING", "The asset holds nothing.");
    const { callToAction } = callToActionAsset;
    if (callToAction === undefined)
      refuse("fieldError", "REQUIRED", "The required field was not present.", [
        "call_to_action_asset",
        "call_to_action",
      ]);
    return createAsset(
      mutation,
      wire,
      "CALL_TO_ACTION",
      (row) => (row.wire.callToActionAsset as Json | undefined)?.callToAction === callToAction,
    );
  },
  update: (_mutation, _kept, next) => next,
};

/** A video uploaded through the API that turned out invalid. Other videos are YouTube's, which is not queried here. */
function refuseRejected({ staged, customer, now }: Mutation, videoId: unknown): void {
  const upload = staged
    .listInAccount("youTubeVideoUploads", customer.id)
    .find((row) => row.wire.videoId === videoId);
  if (upload && !upload.wire.isVideo && now.getTime() >= Number(upload.wire.ready_at))
    refuse("fieldError", "INVALID_VALUE", "The video was rejected.", [
      "youtube_video_asset",
      "youtube_video_id",
    ]);
}

function image(mutation: Mutation, wire: Json): CreateResult {
  const at = ["image_asset", "data"];
  const { data } = wire.imageAsset as Json;
  if (typeof data !== "string" || data === "")
    refuse("assetError", "ASSET_DATA_IS_MISSING", "The picture is missing.", at);
  const facts = mutation.pictures.get(data);
  if (!facts || "problem" in facts)
    refuse("mediaUploadError", "UNPARSEABLE_IMAGE", "The picture cannot be read.", at);
  if (facts.bytes > IMAGE_BYTES_MAX)
    refuse("mediaUploadError", "FILE_TOO_BIG", "The picture is too large.", at);
  const { name: _named, ...rest } = wire;
  const name = checkName(wire);
  const stored = {
    ...rest,
    name,
    hash: facts.hash,
    imageAsset: {
      fileSize: String(facts.bytes),
      mimeType: facts.mime,
      fullSize: { widthPixels: String(facts.width), heightPixels: String(facts.height) },
    },
  };
  return createAsset(mutation, stored, "IMAGE", (row) => row.wire.hash === facts.hash);
}

/** An existing asset is returned again; a different one with the same name is refused. */
function createAsset(
  mutation: Mutation,
  wire: Json,
  type: string,
  isSame: (row: StoredObject) => boolean,
): CreateResult {
  const all = mutation.staged
    .listInAccount("assets", mutation.customer.id)
    .filter((row) => row.wire.type === type);
  const duplicate = all.find(isSame);
  if (duplicate) return { number: "", parentId: "", wire, existing: duplicate };
  if (typeof wire.name === "string" && all.some((row) => row.wire.name === wire.name))
    refuse("assetError", "DUPLICATE_ASSET_NAME", "An asset of this type has the name.", ["name"], {
      trigger: wire.name,
    });
  const number = String(mutation.context.world.ids.number("google/asset", 12));
  return { number, parentId: mutation.customer.id, wire: { ...wire, type, source: "ADVERTISER" } };
}
