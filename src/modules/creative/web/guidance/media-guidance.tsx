import { useTranslation } from "react-i18next";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { MediaPlace } from "../../domain/media-targets.ts";
import classes from "./guidance.module.css";
import { PlatformGuide, UploadLines } from "./platform-guide.tsx";

/**
 * The guidance for an ad's file, for each of its platforms: folded on a phone. What a single platform takes stays in
 * view there.
 */
export function MediaGuidance({ places }: { places: readonly MediaPlace[] }) {
  const { t } = useTranslation("creative");
  const isWide = useIsAtLeast("tablet");
  const [only, ...others] = places;
  const single = only && others.length === 0 ? only : null;
  return (
    <div className={classes.beside}>
      {single ? <UploadLines limits={single.limits} /> : null}
      <details className={classes.guidance} open={isWide}>
        <summary>{t(single ? "guidance.title_single" : "guidance.title")}</summary>
        <ul className={classes.guides}>
          {places.map((place) => (
            <PlatformGuide key={place.limits.platform} place={place} withUploads={single === null} />
          ))}
        </ul>
      </details>
    </div>
  );
}
