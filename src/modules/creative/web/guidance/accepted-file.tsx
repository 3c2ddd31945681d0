import { useTranslation } from "react-i18next";
import { isolate } from "#base/shared/bidi.ts";
import { type AcceptedMedia, animatedImageMax } from "../../contract/uploads.ts";
import { toFormat } from "../../domain/check-file.ts";
import { toRatio } from "../../domain/ratio.ts";
import { sizeText } from "../files/size-text.ts";
import classes from "./guidance.module.css";

type Props = { accepted: AcceptedMedia };

/** "Image: PNG or JPEG, 1080×1920 pixels (9:16), up to 5 MB": what may be uploaded, only with the limits that exist. */
export function UploadLimits({ accepted }: Props) {
  const { t } = useTranslation("creative");
  const { kind, mimes, seconds, maxBytes } = accepted;
  const parts = [
    mimes.map(toFormat).join(t("or")),
    usePixels(accepted),
    seconds ? t("guidance.seconds", seconds) : null,
    t("guidance.size", { size: sizeText(maxBytes) }),
  ];
  return (
    <span className={classes.line}>
      {t(`kinds.${kind}`)}: {parts.filter((part) => part !== null).join(t("comma"))}
    </span>
  );
}

function usePixels({ kind, width, height }: AcceptedMedia): string {
  const { t } = useTranslation("creative");
  if (kind === "animated_image") return t("guidance.pixels_max", animatedImageMax);
  if (!width || !height) return t("guidance.any_pixels");
  return t("guidance.pixels", { width, height, ratio: isolate(toRatio(width, height)) });
}

/** The platform's own limits, which may be wider than those of an upload. */
export function PlatformLimits({ accepted: { kind, seconds, maxBytes } }: Props) {
  const { t } = useTranslation("creative");
  const toLength = (length: number) =>
    length < 60
      ? t("guidance.length_seconds", { length })
      : t("guidance.length_minutes", { length: Math.round(length / 6) / 10 });
  const parts = [
    seconds ? t("guidance.lengths", { min: toLength(seconds.min), max: toLength(seconds.max) }) : null,
    t("guidance.size", { size: sizeText(maxBytes) }),
  ];
  return (
    <span className={classes.line}>
      {t("guidance.on_platform", { kind: t(`kinds.${kind}`) })}:{" "}
      {parts.filter((part) => part !== null).join(t("comma"))}
    </span>
  );
}
