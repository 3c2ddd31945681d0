import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type AcceptedMedia, uploadable } from "#modules/creative/contract/uploads.ts";
import { MediaPicker } from "#modules/creative/web/creative.parts.tsx";
import type { MediaPlace } from "../../domain/plan-media.ts";
import classes from "./form.module.css";

type Props = {
  /** The platforms whose ads the file is for. */
  places: readonly MediaPlace[];
  /** The ad's files: one, or one for each shape that the platforms need. */
  mediaIds: readonly string[];
  error: string | undefined;
  /** The button that opens the file chooser. */
  chooserRef?: Ref<HTMLButtonElement>;
  /** `takenBy`: the platforms whose limits the file meets. */
  onChoose: (mediaId: string, takenBy: readonly Platform[]) => void;
};

/** The ad's picture or video, with each platform's limits: uploaded here, or chosen from the library. */
export function MediaField({ places, mediaIds, error, chooserRef, onChoose }: Props) {
  const { t } = useTranslation("campaigns_form");
  const kinds = places.flatMap(({ limits }) => limits.media.map(({ kind }) => kind));
  if (kinds.length === 0) return null;
  const label = kinds.includes("video") ? (kinds.includes("image") ? "image_or_video" : "video") : "image";
  return (
    <MediaPicker
      label={t(`${label}`)}
      hint={<Limits places={places} />}
      places={places}
      mediaIds={mediaIds}
      error={error}
      chooserRef={chooserRef}
      onChoose={(media, takenBy) => onChoose(media.id, takenBy)}
    />
  );
}

/** What one platform takes; with several, what each takes, behind a press. */
function Limits({ places }: Pick<Props, "places">) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const [only, ...others] = places;
  if (only && others.length === 0) return <PlaceLimits place={only} />;
  return (
    <details className={classes.limits}>
      <summary>{t("file_limits")}</summary>
      {places.map((place) => (
        <div key={place.limits.platform}>
          <strong>{t(`campaigns:platform_names.${place.limits.platform}`)}</strong>
          <PlaceLimits place={place} />
        </div>
      ))}
    </details>
  );
}

function PlaceLimits({ place: { limits } }: { place: MediaPlace }) {
  return uploadable(limits).map((taken) => (
    <Limit key={taken.kind} platform={limits.platform} taken={taken} />
  ));
}

/** "PNG or JPG, 1080×1920 pixels, up to 5 MB", with only the limits that exist, and how the platform uses the file. */
function Limit({ platform, taken }: { platform: Platform; taken: AcceptedMedia }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { kind, width, height, maxBytes, seconds, shownAs } = taken;
  const parts = [
    t(`file_types.${kind}`),
    width && height ? t("file_pixels", { width, height }) : null,
    seconds ? t("file_seconds", seconds) : null,
    t("file_size", { size: Math.round(maxBytes / 1_048_576) }),
  ];
  return (
    <>
      <span className={classes.limit}>
        {parts.filter((part) => part !== null).join(t("campaigns:list_comma"))}
      </span>
      {shownAs ? (
        <span className={classes.limit}>
          {t(`shown_as.${shownAs}`, { platform: t(`campaigns:platform_names.${platform}`) })}
        </span>
      ) : null}
    </>
  );
}
