import { useTranslation } from "react-i18next";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { uploadable } from "../../contract/uploads.ts";
import type { MediaPlace } from "../../domain/media-targets.ts";
import { PlatformLimits, UploadLimits } from "./accepted-file.tsx";
import classes from "./guidance.module.css";

type Props = { place: MediaPlace; withUploads?: boolean };

/**
 * What one platform takes, from the same table that the checks use; where its ads are seen, and advice for the file.
 * Without `withUploads` the limits of an upload stand elsewhere.
 */
export function PlatformGuide({ place: { limits, placements }, withUploads = true }: Props) {
  const { t } = useTranslation(["creative", "ad_accounts"]);
  const { platform, media } = limits;
  return (
    <li className={classes.guide}>
      <PlatformIcon platform={platform} />
      <div>
        <strong>{t(`ad_accounts:platforms.${platform}`)}</strong>
        {withUploads ? <UploadLines limits={limits} /> : null}
        {media.map((accepted) => (
          <PlatformLimits key={accepted.kind} accepted={accepted} />
        ))}
        {listSurfaces(platform, placements).map((surface) => (
          <span key={surface} className={classes.line}>
            {t(`guidance.shown_on.${surface}`)}
          </span>
        ))}
        <span className={classes.line}>{t(`guidance.advice.${platform}`)}</span>
      </div>
    </li>
  );
}

/** What may be uploaded for a platform, and what it makes of the file. */
export function UploadLines({ limits }: Pick<MediaPlace, "limits">) {
  const { t } = useTranslation(["creative", "ad_accounts"]);
  return uploadable(limits).map((accepted) => (
    <div key={accepted.kind}>
      <UploadLimits accepted={accepted} />
      {accepted.shownAs ? (
        <span className={classes.line}>{t(`guidance.shown_as.${accepted.shownAs}`)}</span>
      ) : null}
    </div>
  ));
}

/** The chosen placements where a platform has several with files; otherwise the platform itself. */
function listSurfaces(platform: Platform, placements: readonly Placement[]) {
  const chosen = placements.flatMap((one) => (one === "search" ? [] : [one]));
  if (platform === "meta" || platform === "google") return chosen;
  return [platform];
}
