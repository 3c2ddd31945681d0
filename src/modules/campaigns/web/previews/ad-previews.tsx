import { Select, Switch } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "#modules/creative/contract/creative.calls.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { FacebookPreview } from "./facebook-preview.tsx";
import { GoogleSearchPreview } from "./google-search-preview.tsx";
import { InstagramFeedPreview, InstagramReelPreview, InstagramStoryPreview } from "./instagram-preview.tsx";
import type { PreviewInput, Profile } from "./preview-input.ts";
import classes from "./previews.module.css";
import { SnapchatPreview } from "./snapchat-preview.tsx";
import { listSurfaces, type Surface, surfaceSpecs } from "./surfaces.ts";
import { TiktokPreview } from "./tiktok-preview.tsx";
import { XPreview } from "./x-preview.tsx";
import { YoutubeFeedPreview, YoutubeShortsPreview } from "./youtube-preview.tsx";

const previews: Readonly<Record<Surface, ComponentType<{ input: PreviewInput }>>> = {
  snapchat: SnapchatPreview,
  instagram_feed: InstagramFeedPreview,
  instagram_story: InstagramStoryPreview,
  instagram_reel: InstagramReelPreview,
  facebook_feed: FacebookPreview,
  tiktok: TiktokPreview,
  x: XPreview,
  google_search: GoogleSearchPreview,
  youtube_feed: YoutubeFeedPreview,
  youtube_shorts: YoutubeShortsPreview,
};

type Props = {
  ad: AdFields;
  media: Media | null;
  limits: Capabilities;
  /** The campaign's placements; empty: all of the platform's. */
  placements: readonly Placement[];
  profile?: Profile | null;
};

/**
 * The ad on each of its platform's surfaces, as a shopper meets it. It follows the fields while the merchant types; the
 * app's language may be turned, since shoppers use theirs in Arabic or in English.
 */
export function AdPreviews({ ad, media, limits, placements, profile = null }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const language = useLanguage();
  const surfaces = listSurfaces(limits.platform, placements);
  const [chosen, setChosen] = useState<Surface | null>(null);
  const [isTurned, setTurned] = useState(false);
  const [hasSafeZone, setSafeZone] = useState(false);
  const surface = surfaces.find((one) => one === chosen) ?? surfaces[0];
  if (!surface) return null;
  const Preview = previews[surface];
  const button =
    limits.callsToAction.length === 0 ? null : t(`campaigns:calls_to_action.${ad.call_to_action}`);
  const isRightToLeft = (language === "ar") !== isTurned;
  return (
    <div className={classes.previews}>
      {surfaces.length > 1 ? (
        <Select
          aria-label={t("previews.surface")}
          allowDeselect={false}
          value={surface}
          data={surfaces.map((one) => ({ value: one, label: t(`previews.surfaces.${one}`) }))}
          onChange={(value) => setChosen(surfaces.find((one) => one === value) ?? null)}
        />
      ) : null}
      <figure
        className={classes.frame}
        dir={isRightToLeft ? "rtl" : "ltr"}
        aria-label={t("previews.of", { surface: t(`previews.surfaces.${surface}`) })}
      >
        <Preview input={{ ad, media, profile, button, hasSafeZone }} />
      </figure>
      {surfaceSpecs[surface].safeZone ? (
        <Switch
          label={t("previews.safe_zone")}
          description={t("previews.safe_zone_words")}
          checked={hasSafeZone}
          onChange={(event) => setSafeZone(event.currentTarget.checked)}
        />
      ) : null}
      <Switch
        label={t(language === "ar" ? "previews.as_english" : "previews.as_arabic")}
        checked={isTurned}
        onChange={(event) => setTurned(event.currentTarget.checked)}
      />
    </div>
  );
}
