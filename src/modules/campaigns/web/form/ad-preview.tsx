import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { AdPreviews } from "../previews/ad-previews.tsx";
import { useMedia, useProfileName } from "../use-choices.ts";

type Props = {
  ad: AdFields;
  limits: Capabilities;
  placements: readonly Placement[];
  /** The ad account it runs in, whose public profile is shown above the ad; null while none is chosen. */
  adAccountId?: string | null;
};

/** The ad of a form on its platform's surfaces, with the file that is chosen. */
export function AdPreview({ ad, limits, placements, adAccountId = null }: Props) {
  const media = useMedia(ad.media_id).data ?? null;
  const name = useProfileName(limits.needsProfile ? adAccountId : null, ad.profile_id);
  return (
    <AdPreviews
      ad={ad}
      media={media}
      limits={limits}
      placements={placements}
      profile={name ? { name, pictureUrl: null } : null}
    />
  );
}
