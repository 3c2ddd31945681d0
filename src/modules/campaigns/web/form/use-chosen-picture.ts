import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { firstFit } from "#modules/creative/contract/picture-fit.ts";
import { mediaQuery } from "#modules/creative/web/creative.queries.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { findAdFile } from "../../domain/plan-media.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";
import { listPictureTakers, makePictures, makingKey, withPictures } from "./use-product-picture.ts";

type Wanted = { productId: string; adKey: string; field: string; takers: readonly Platform[] };

/** Files that were made of products while the page is open: no merchant chose them. */
const made = new Set<string>();

/** Whether no file of the merchant's own would be lost. */
function isFree(draft: PlanDraft, platform: Platform, adKey: string): boolean {
  const file = findAdFile(draft, platform, adKey);
  return file === null || made.has(file);
}

/**
 * Gives an ad the picture of the product that was chosen for it, on each platform where it has no file yet. A file of the
 * merchant's own stays, also one that is chosen meanwhile; only a picture of the product before is replaced.
 */
export function useChosenPicture(form: CampaignFormState) {
  const client = useQueryClient();
  const making = useMutation({
    mutationKey: makingKey,
    mutationFn: ({ productId, takers }: Wanted) =>
      makePictures(form.draft, { productId, takers, fit: firstFit }),
    onSuccess: ({ productId, pictures }, { adKey, field }) => {
      for (const { media } of pictures) client.setQueryData(mediaQuery(media.id).queryKey, media);
      form.update(
        (before) => {
          const free = pictures.filter(({ platform }) => isFree(before, platform, adKey));
          return withPictures(before, adKey, { productId, pictures: free });
        },
        [field],
      );
      for (const { media } of pictures) made.add(media.id);
    },
  });
  return {
    isMaking: making.isPending,
    /** Why there is none for this ad. */
    errorFor: (adKey: string) => (making.variables?.adKey === adKey ? making.error : null),
    /** No platform of the ad has a file, as when platforms were chosen after the product. */
    isMissing: (adKey: string) =>
      listPictureTakers(form).every((platform) => findAdFile(form.draft, platform, adKey) === null),
    make: (wanted: Omit<Wanted, "takers">) => {
      const takers = listPictureTakers(form).filter((one) => isFree(form.draft, one, wanted.adKey));
      if (takers.length > 0) making.mutate({ ...wanted, takers });
    },
  };
}
