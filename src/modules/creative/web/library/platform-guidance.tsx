import { useTranslation } from "react-i18next";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Placement, type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { type AcceptedMedia, uploadable } from "../../contract/uploads.ts";
import { toFormat } from "../../domain/check-file.ts";
import { sizeText } from "../files/size-text.ts";
import classes from "./library.module.css";

/** Google's files are for YouTube; its search ads have none. */
const withMedia: Partial<Record<Platform, readonly Placement[]>> = { google: ["youtube"] };

/** What may be uploaded for each platform and what it takes itself, from the same table that the checks use. */
export function PlatformGuidance() {
  const { t } = useTranslation("creative");
  const rows = platforms.flatMap((platform) => getCapabilities(platform, withMedia[platform]) ?? []);
  return (
    <details className={classes.guidance}>
      <summary>{t("library.guidance")}</summary>
      <ul className={classes.guides}>
        {rows.map((row) => (
          <Guide key={row.platform} row={row} />
        ))}
      </ul>
    </details>
  );
}

function Guide({ row }: { row: Capabilities }) {
  const { t } = useTranslation("creative");
  return (
    <li className={classes.guide}>
      <PlatformIcon platform={row.platform} />
      <div>
        <strong>{t(`ad_accounts:platforms.${row.platform}`)}</strong>
        {uploadable(row).map((accepted) => (
          <Accepted key={accepted.kind} accepted={accepted} />
        ))}
        {row.media.map((accepted) => (
          <OnPlatform key={accepted.kind} accepted={accepted} />
        ))}
      </div>
    </li>
  );
}

function Accepted({ accepted }: { accepted: AcceptedMedia }) {
  const { t } = useTranslation("creative");
  const { kind, mimes, width, height, seconds, maxBytes } = accepted;
  const parts = [
    mimes.map(toFormat).join(t("or")),
    width && height ? t("library.pixels", { width, height }) : t("library.any_pixels"),
    seconds ? t("library.seconds", seconds) : null,
    t("library.size", { size: sizeText(maxBytes) }),
  ];
  return (
    <span className={classes.guideLine}>
      {t(`kinds.${kind}`)}: {parts.filter((part) => part !== null).join(t("comma"))}
    </span>
  );
}

/** The platform's own limits, which may be wider than those of an upload. */
function OnPlatform({ accepted: { kind, seconds, maxBytes } }: { accepted: AcceptedMedia }) {
  const { t } = useTranslation("creative");
  const toLength = (length: number) =>
    length < 60
      ? t("library.length_seconds", { length })
      : t("library.length_minutes", { length: length / 60 });
  const parts = [
    seconds ? t("library.lengths", { min: toLength(seconds.min), max: toLength(seconds.max) }) : null,
    t("library.size", { size: sizeText(maxBytes) }),
  ];
  return (
    <span className={classes.guideLine}>
      {t("library.on_platform", { kind: t(`kinds.${kind}`) })}:{" "}
      {parts.filter((part) => part !== null).join(t("comma"))}
    </span>
  );
}
