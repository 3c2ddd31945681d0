import { useTranslation } from "react-i18next";
import { bytesText } from "#base/web/kit/progress.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import type { Media } from "../../contract/creative.calls.ts";
import classes from "./library.module.css";

/** "0:15" of fifteen seconds. */
export const toClock = (seconds: number): string =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;

/** A file's kind, pixels, length and size on one line. */
export function MediaFacts({ media }: { media: Media }) {
  const { t } = useTranslation("creative");
  const { kind, width, height, seconds, bytes } = media;
  return (
    <span className={`${classes.facts} figures`}>
      <span>{t(`kinds.${kind}`)}</span>
      <Ltr>{`${width}×${height}`}</Ltr>
      {seconds === null ? null : <Ltr>{toClock(seconds)}</Ltr>}
      <Ltr>{bytesText(bytes)}</Ltr>
    </span>
  );
}
