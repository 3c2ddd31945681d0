import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { makeCaller } from "#base/web/data/api.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { CreativeCalls, Media } from "#modules/creative/contract/creative.calls.ts";
import { firstFit, type PictureFit } from "#modules/creative/contract/picture-fit.ts";
import { mediaQuery } from "#modules/creative/web/creative.queries.ts";
import { setAd } from "../../domain/edit-draft.ts";
import { getLimits } from "../../domain/plan-body.ts";
import type { DraftAd, PlanDraft } from "../../domain/plan-draft.ts";
import { getPart } from "../../domain/read-draft.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";

const call = makeCaller<CreativeCalls>();
export const makingKey = ["creative", "product-picture"] as const;

/** Whether a picture is being made: the campaign is not sent without it. */
export const useIsMakingPicture = (): boolean => useIsMutating({ mutationKey: makingKey }) > 0;

export type Made = { productId: string; pictures: { platform: Platform; media: Media }[] };
type Form = Pick<CampaignFormState, "draft" | "chosen" | "update">;

/** The chosen platforms whose ads may be pictures. */
export const listPictureTakers = ({ draft, chosen }: Pick<Form, "draft" | "chosen">): Platform[] =>
  chosen.filter((platform) => getLimits(draft, platform)?.media.some(({ kind }) => kind === "image"));

type Wanted = { productId: string; takers: readonly Platform[]; fit: PictureFit };

/** A product's picture in the pixels that each of these platforms takes. */
export async function makePictures(draft: PlanDraft, { productId, takers, fit }: Wanted): Promise<Made> {
  const pictures = takers.map(async (platform) => {
    const [placement] = getPart(draft, platform).own.placements;
    const body = { ...fit, product_id: productId, platform, ...(placement ? { placement } : {}) };
    return { platform, media: await call("POST Clients/Media/from-product", { body, quiet: true }) };
  });
  return { productId, pictures: await Promise.all(pictures) };
}

/**
 * Makes the image of an ad that began from a product, on each chosen platform in the pixels it takes. An ad without a file
 * gets one at once; `make` fits the picture otherwise.
 */
export function useProductPicture(form: Form, ad: DraftAd) {
  const client = useQueryClient();
  const { draft, update } = form;
  const productId = ad.product_id;
  const takers = listPictureTakers(form);
  const making = useMutation({
    mutationKey: makingKey,
    mutationFn: (fit: PictureFit) => makePictures(draft, { productId: productId ?? "", takers, fit }),
    onSuccess: (made) => {
      for (const { media } of made.pictures) client.setQueryData(mediaQuery(media.id).queryKey, media);
      update((before) => withPictures(before, ad.key, made), ["ad_groups.0.ads.0.media_id"]);
    },
  });
  const isWanted = productId !== null && ad.media_id === null && takers.length > 0;
  const makeFirst = useEffectEvent(() => {
    if (isWanted && making.isIdle) making.mutate(firstFit);
  });
  useEffect(() => makeFirst(), []);
  return {
    isPossible: productId !== null && takers.length > 0,
    isMaking: making.isPending,
    error: making.error,
    fit: making.variables ?? firstFit,
    make: making.mutate,
  };
}

/** The first platform's picture is shared; others have their own where theirs differs. Nothing of another product. */
export function withPictures(draft: PlanDraft, adKey: string, { productId, pictures }: Made): PlanDraft {
  const ad = draft.ad_groups.flatMap(({ ads }) => ads).find(({ key }) => key === adKey);
  if (ad?.product_id !== productId) return draft;
  return pictures.reduce(
    (next, { platform, media }, index) =>
      setAd(next, index === 0 ? null : platform, adKey, { media_id: media.id }),
    draft,
  );
}
