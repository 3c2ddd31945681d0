import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { uploadable } from "#modules/creative/contract/uploads.ts";
import { MediaPicker } from "#modules/creative/web/creative.parts.tsx";

type Taken = Capabilities["media"][number];
type Props = {
  limits: Capabilities;
  placements: readonly Placement[];
  /** The ad's file; without it the one that was chosen here. */
  mediaId?: string | null;
  error: string | undefined;
  onDone: (mediaId: string) => void;
};

/** The ad's picture or video, with the platform's limits for each: uploaded here, or chosen from the library. */
export function MediaField({ limits, placements, mediaId, error, onDone }: Props) {
  const { t } = useTranslation("campaigns");
  const [chosenHere, setChosenHere] = useState<string | null>(null);
  const taken = uploadable(limits);
  if (taken.length === 0) return null;
  const hasVideo = taken.some(({ kind }) => kind === "video");
  const hasImage = taken.some(({ kind }) => kind === "image");
  return (
    <MediaPicker
      label={t(hasVideo ? (hasImage ? "form.image_or_video" : "form.video") : "form.image")}
      hint={taken.map((one) => <MediaHint key={one.kind} platform={limits.platform} taken={one} />)}
      places={[{ limits, placements }]}
      mediaIds={[mediaId === undefined ? chosenHere : mediaId].filter((id) => id !== null)}
      error={error}
      onChoose={(media) => {
        setChosenHere(media.id);
        onDone(media.id);
      }}
    />
  );
}

/** "PNG or JPG, 1080×1920 pixels, up to 5 MB", with only the limits that exist, and how the platform uses the file. */
function MediaHint({ platform, taken }: { platform: Platform; taken: Taken }) {
  const { kind, width, height, maxBytes, seconds, shownAs } = taken;
  const { t } = useTranslation("campaigns");
  const parts = [
    t(`form.file_types.${kind}`),
    width && height ? t("form.file_pixels", { width, height }) : null,
    seconds ? t("form.file_seconds", seconds) : null,
    t("form.file_size", { size: Math.round(maxBytes / 1_048_576) }),
  ];
  return (
    <>
      <span style={{ display: "block" }}>
        {parts.filter((part) => part !== null).join(t("form.list_comma"))}
      </span>
      {shownAs ? (
        <span style={{ display: "block" }}>
          {t(`form.shown_as.${shownAs}`, { platform: t(`platform_names.${platform}`) })}
        </span>
      ) : null}
    </>
  );
}
