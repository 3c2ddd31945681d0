import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import { IMAGE_BYTES_MAX } from "./facts.ts";
import type { Kept } from "./registry.ts";
import { checkName, type KindRules, type Made, type Scene } from "./rules.ts";

/** Pictures, texts, videos and buttons that ads are put together from. They are never removed. */
export const assetRules: KindRules = {
  kind: "assets",
  message: "Asset",
  operation: "assetOperation",
  path: "assets",
  create(scene, wire) {
    if (wire.imageAsset !== undefined) return image(scene, wire);
    const { youtubeVideoAsset, textAsset, callToActionAsset } = wire as Record<string, Json | undefined>;
    if (youtubeVideoAsset) {
      if (!/^[A-Za-z0-9_-]{11}$/.test(String(youtubeVideoAsset.youtubeVideoId)))
        refuse("fieldError", "INVALID_VALUE", "There is no such video.", [
          "youtube_video_asset",
          "youtube_video_id",
        ]);
      refuseRejected(scene, youtubeVideoAsset.youtubeVideoId);
      return made(
        scene,
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
      return made(
        scene,
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
    return made(
      scene,
      wire,
      "CALL_TO_ACTION",
      (row) => (row.wire.callToActionAsset as Json | undefined)?.callToAction === callToAction,
    );
  },
  update: (_scene, _kept, next) => next,
};

/** A video that came through the API and was found not to be one. Others are YouTube's, which is not asked here. */
function refuseRejected({ stage, customer, now }: Scene, videoId: unknown): void {
  const upload = stage
    .inAccount("youTubeVideoUploads", customer.id)
    .find((row) => row.wire.videoId === videoId);
  if (upload && !upload.wire.isVideo && now.getTime() >= Number(upload.wire.ready_at))
    refuse("fieldError", "INVALID_VALUE", "The video was rejected.", [
      "youtube_video_asset",
      "youtube_video_id",
    ]);
}

function image(scene: Scene, wire: Json): Made {
  const at = ["image_asset", "data"];
  const { data } = wire.imageAsset as Json;
  if (typeof data !== "string" || data === "")
    refuse("assetError", "ASSET_DATA_IS_MISSING", "The picture is missing.", at);
  const facts = scene.pictures.get(data);
  if (!facts || "problem" in facts)
    refuse("mediaUploadError", "UNPARSEABLE_IMAGE", "The picture cannot be read.", at);
  if (facts.bytes > IMAGE_BYTES_MAX)
    refuse("mediaUploadError", "FILE_TOO_BIG", "The picture is too large.", at);
  const { name: _named, ...rest } = wire;
  const name = checkName(wire);
  const kept = {
    ...rest,
    name,
    hash: facts.hash,
    imageAsset: {
      fileSize: String(facts.bytes),
      mimeType: facts.mime,
      fullSize: { widthPixels: String(facts.width), heightPixels: String(facts.height) },
    },
  };
  return made(scene, kept, "IMAGE", (row) => row.wire.hash === facts.hash);
}

/** What is there already is answered again; another thing of the same name is refused. */
function made(scene: Scene, wire: Json, type: string, isSame: (row: Kept) => boolean): Made {
  const all = scene.stage.inAccount("assets", scene.customer.id).filter((row) => row.wire.type === type);
  const twin = all.find(isSame);
  if (twin) return { number: "", parentId: "", wire, standing: twin };
  if (typeof wire.name === "string" && all.some((row) => row.wire.name === wire.name))
    refuse("assetError", "DUPLICATE_ASSET_NAME", "An asset of this type has the name.", ["name"], {
      trigger: wire.name,
    });
  const number = String(scene.room.world.ids.number("google/asset", 12));
  return { number, parentId: scene.customer.id, wire: { ...wire, type, source: "ADVERTISER" } };
}
