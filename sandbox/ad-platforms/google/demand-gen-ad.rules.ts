import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import { DEMAND_GEN_IMAGE_AD, DEMAND_GEN_VIDEO_AD, type ImageShape, SHAPES } from "./facts.ts";
import type { StoredObject } from "./registry.ts";
import { type Mutation, requireByName } from "./rules.ts";
import { checkCount, checkTexts, checkWidth } from "./text-checks.ts";

type Where = (string | number)[];

/** developers.google.com/google-ads/api, Demand Gen: the video ad and the multi-asset image ad. */
export function checkDemandGenAd(mutation: Mutation, ad: Json): void {
  if (ad.demandGenVideoResponsiveAd !== undefined)
    checkVideoAd(mutation, ad.demandGenVideoResponsiveAd as Json);
  else checkImageAd(mutation, ad.demandGenMultiAssetAd as Json);
}

function checkVideoAd(mutation: Mutation, ad: Json): void {
  const at = ["ad", "demand_gen_video_responsive_ad"];
  const limits = DEMAND_GEN_VIDEO_AD;
  checkTexts(ad.headlines, limits.headlines, [...at, "headlines"]);
  checkTexts(ad.longHeadlines, limits.longHeadlines, [...at, "long_headlines"]);
  checkTexts(ad.descriptions, limits.descriptions, [...at, "descriptions"]);
  for (const [name, type, count] of [
    ["videos", "YOUTUBE_VIDEO", limits.videos],
    ["logoImages", "IMAGE", limits.logos],
    ["callToActions", "CALL_TO_ACTION", limits.callsToAction],
  ] as const) {
    for (const [index, entry] of checkCount(ad[name], count, [...at, name]).entries()) {
      const asset = requireAsset(mutation, entry as Json, type, [...at, name, index, "asset"]);
      if (name === "logoImages") checkShape(asset, SHAPES.logoImages, [...at, name, index, "asset"]);
    }
  }
  const businessName = (ad.businessName as Json | undefined)?.text;
  checkBusinessName(businessName, limits.businessNameWidth, [...at, "business_name"]);
}

function checkImageAd(mutation: Mutation, ad: Json): void {
  const at = ["ad", "demand_gen_multi_asset_ad"];
  const limits = DEMAND_GEN_IMAGE_AD;
  checkTexts(ad.headlines, limits.headlines, [...at, "headlines"]);
  checkTexts(ad.descriptions, limits.descriptions, [...at, "descriptions"]);
  const slots = [
    "marketingImages",
    "squareMarketingImages",
    "portraitMarketingImages",
    "tallPortraitMarketingImages",
  ] as const;
  const pictures = slots.flatMap((slot) => checkPictures(mutation, ad[slot], SHAPES[slot], [...at, slot]));
  checkCount(pictures, limits.images, [...at, "marketing_images"]);
  if (
    checkCount(ad.marketingImages, { min: 0, max: 20 }, at).length +
      checkCount(ad.squareMarketingImages, { min: 0, max: 20 }, at).length ===
    0
  )
    refuse("adError", "MISSING_IMAGE", "A landscape or a square picture is needed.", [
      ...at,
      "marketing_images",
    ]);
  checkCount(
    checkPictures(mutation, ad.logoImages, SHAPES.logoImages, [...at, "logo_images"]),
    limits.logos,
    [...at, "logo_images"],
  );
  checkBusinessName(ad.businessName, limits.businessNameWidth, [...at, "business_name"]);
}

function checkPictures(mutation: Mutation, list: unknown, shape: ImageShape, at: Where): StoredObject[] {
  return checkCount(list, { min: 0, max: 20 }, at).map((entry, index) => {
    const here = [...at, index, "asset"];
    const asset = requireAsset(mutation, entry as Json, "IMAGE", here);
    checkShape(asset, shape, here);
    return asset;
  });
}

function requireAsset(mutation: Mutation, entry: Json, type: string, at: Where): StoredObject {
  if (typeof entry.asset !== "string")
    refuse("fieldError", "REQUIRED", "The required field was not present.", at);
  const asset = requireByName(mutation, "assets", entry.asset, at);
  if (asset.wire.type !== type)
    refuse("assetError", "FIELD_INCOMPATIBLE_WITH_ASSET_TYPE", `An asset of type ${type} is needed.`, at);
  return asset;
}

function checkShape(asset: StoredObject, shape: ImageShape, at: Where): void {
  const { fullSize } = asset.wire.imageAsset as { fullSize: { widthPixels: string; heightPixels: string } };
  const [width, height] = [Number(fullSize.widthPixels), Number(fullSize.heightPixels)];
  if (Math.abs(width / height / shape.ratio - 1) > 0.01)
    refuse("imageError", "ASPECT_RATIO_NOT_ALLOWED", "The picture has another shape than its place.", at);
  if (width < shape.width || height < shape.height)
    refuse("imageError", "IMAGE_TOO_SMALL", `At least ${shape.width}x${shape.height} pixels are needed.`, at);
}

function checkBusinessName(name: unknown, width: number, at: Where): void {
  if (typeof name !== "string" || name.trim() === "")
    refuse("adError", "MISSING_BUSINESS_NAME", "The business name is missing.", at);
  checkWidth(name, width, at);
}
