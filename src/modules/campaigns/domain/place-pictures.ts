import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { setAd } from "./edit-draft.ts";
import { getLimits } from "./plan-body.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";

export type Picture = { id: string; width: number; height: number };

/** The size that most platforms take, for a plan whose platforms are not chosen yet. */
const usual = { width: 1_080, height: 1_920 };

/**
 * The ad with a picture of the size that each chosen platform takes: the first platform's is shared, others have their
 * own where theirs differs. `without`: platforms that none of the pictures fits.
 */
export function placePictures(
  draft: PlanDraft,
  adKey: string,
  pictures: readonly Picture[],
): { draft: PlanDraft; without: Platform[] } {
  const found = listPlatforms(draft).map((platform) => ({
    platform,
    picture: findFitting(draft, platform, pictures),
  }));
  const fitting = found.flatMap(({ platform, picture }) => (picture ? [{ platform, picture }] : []));
  const shared = fitting[0]?.picture ?? pictures.find((picture) => isOfSize(picture, usual)) ?? pictures[0];
  const withShared = shared ? setAd(draft, null, adKey, { media_id: shared.id }) : draft;
  return {
    draft: fitting.reduce(
      (next, { platform, picture }) => setAd(next, platform, adKey, { media_id: picture.id }),
      withShared,
    ),
    without: found.filter(({ picture }) => !picture).map(({ platform }) => platform),
  };
}

const findFitting = (
  draft: PlanDraft,
  platform: Platform,
  pictures: readonly Picture[],
): Picture | undefined => {
  const image = getLimits(draft, platform)?.media.find(({ kind }) => kind === "image");
  return image && pictures.find((picture) => isOfSize(picture, image));
};

/** Null: of any size. */
const isOfSize = (picture: Picture, { width, height }: { width: number | null; height: number | null }) =>
  (width === null || picture.width === width) && (height === null || picture.height === height);
