import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { MediaGuidance, MediaPicker } from "#modules/creative/web/creative.parts.tsx";
import type { MediaPlace } from "../../domain/plan-media.ts";

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

/** The ad's picture or video, with each platform's guidance: uploaded here, or chosen from the library. */
export function MediaField({ places, mediaIds, error, chooserRef, onChoose }: Props) {
  const { t } = useTranslation("campaigns_form");
  const kinds = places.flatMap(({ limits }) => limits.media.map(({ kind }) => kind));
  if (kinds.length === 0) return null;
  const label = kinds.includes("video") ? (kinds.includes("image") ? "image_or_video" : "video") : "image";
  return (
    <MediaPicker
      label={t(`${label}`)}
      hint={<MediaGuidance places={places} />}
      places={places}
      mediaIds={mediaIds}
      error={error}
      chooserRef={chooserRef}
      onChoose={(media, takenBy) => onChoose(media.id, takenBy)}
    />
  );
}
