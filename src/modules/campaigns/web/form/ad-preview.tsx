import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { AdPreviews } from "../previews/ad-previews.tsx";
import { useMedia } from "../use-choices.ts";

type Props = { ad: AdFields; limits: Capabilities | null; placements?: readonly Placement[] };

/** The ad of a form on its platform's surfaces, with the file that is chosen. */
export function AdPreview({ ad, limits, placements }: Props) {
  const media = useMedia(ad.media_id);
  if (!limits) return null;
  return (
    <AdPreviews
      ad={ad}
      media={media.data ?? null}
      limits={limits}
      placements={placements ?? toPlacements(limits)}
    />
  );
}

/** A row of one placement alone names it by what it takes: Google's two have limits of their own. */
const toPlacements = ({ platform, media }: Capabilities): readonly Placement[] =>
  platform === "google" ? [media.length === 0 ? "search" : "youtube"] : [];
